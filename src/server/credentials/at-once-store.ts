import { type SQL, sql } from 'drizzle-orm'
import { auditSteps, type auditValues, leftOut } from '#server/audit/store.ts'
import { isProven, type proofValues } from '#server/auth/sessions/session-proof-store.ts'
import type { Db } from '#server/db/database.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import { rowValues } from '#server/db/row-values.ts'
import { claimStep, type claimValues } from '#server/http/idempotency-store.ts'
import { lockedVaultStep, notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { Edit } from './store.ts'
import { type CredentialRow, credentials } from './table.ts'

// A credential without a change of its files, its audit record and the answer to its `Idempotency-Key`, stored in one
// statement, which takes a third of the time of a transaction. Nothing is stored where the function of the same work in a
// transaction has to do it: the session is not as it was, the key was used before, the credential is not as it was read, or
// there is something to refuse. Each rejects with `not_authenticated` if the account was deleted in the meantime.

type Proven<V> = V & ReturnType<typeof proofValues>
type Values = Proven<ReturnType<typeof auditValues> & ReturnType<typeof claimValues>>

/** Below it nobody comes near `MAX_CREDENTIALS` while one statement runs, and the vault need not be locked to count it. */
const FEW = MAX_CREDENTIALS / 2

/**
 * `createCredential`. Resolves to the version of the stored row, or to `null`, also where the owner has many credentials or
 * something else changes the vault right now.
 */
export function createAtOnce(db: Db, row: CredentialRow, values: Values): Promise<string | null> {
  return versionOf(created(db, { ...columns.of(row), ...values }))
}

/** `updateCredential`. Resolves to the new version of the row, or to `null`. */
export function changeAtOnce(db: Db, { row, version }: Edit, values: Values): Promise<string | null> {
  return versionOf(changed(db, { ...columns.of(row), ...values, version }))
}

/** `removeCredential`; false where nothing is stored. Of `values` nothing but who and when: what is audited is the row. */
export async function removeAtOnce(
  db: Db,
  id: string,
  now: Date,
  values: Proven<ReturnType<typeof auditValues>>,
): Promise<boolean> {
  const known = uuid.safeParse(id)
  return known.success && (await versionOf(removed(db, { ...values, id: known.data, now }))) !== null
}

async function versionOf(statement: Promise<Stored[]>): Promise<string | null> {
  const [stored] = await statement.catch(notAuthenticatedIfDeleted)
  return stored?.version ?? null
}

type Stored = { version: string }
/** The `xmin` of each row that the statement stores. */
const version = sql`pg_current_xact_id()::xid::text as version`

const columns = rowValues(credentials)
const changeable = columns.all.filter((key) => !['id', 'ownerId', 'kind', 'createdAt'].includes(key))

/** A statement for requests with a key and one for those without, which has less to plan and to run. */
function claiming(name: string, source: SQL, statement: (claim: SQL, from: SQL) => SQL) {
  const plain = preparedSql<Stored>(name, () => statement(sql``, source))
  const keyed = preparedSql<Stored>(`${name}_with_key`, () =>
    statement(sql`${claimStep(sql`from ${source}`)},`, sql`claimed`),
  )
  return (db: Db, values: Values & Record<string, unknown>) =>
    (values['claim.key'] === null ? plain : keyed)(db, values)
}

const created = claiming(
  'create_credential_at_once',
  sql`room`,
  (claim, from) => sql`
    with vault as (
      select id from users where id = ${sql.placeholder('owner')} and ${isProven} for share skip locked
    ), room as (
      select from vault where ${FEW} > coalesce((
        select kept from credential_counts where owner_id = ${sql.placeholder('owner')}
      ), 0)
    ), ${claim} created as (
      insert into ${credentials} (${columns.names(columns.all)})
        select ${columns.values(columns.all)}
        from ${from}
        returning id
    ), ${auditSteps(sql`from created`)}
    select ${version}, ${leftOut} from created`,
)

/**
 * The row is locked, so that it stays as it was read until it is changed: `xmin` is another one after each change. Skipped
 * while a removed file of its own is taken off it, which locks the two in the other order.
 */
const changed = claiming(
  'change_credential_at_once',
  sql`seen`,
  (claim, from) => sql`
    with ${lockedVaultStep(isProven)}, seen as (
      select from credentials, vault
        where credentials.id = ${columns.value('id')} and owner_id = vault.id and deleted_at is null
          and credentials.xmin = ${sql.placeholder('version')}::xid
        for no key update of credentials skip locked
    ), ${claim} changed as (
      update ${credentials} set (${columns.names(changeable)}) = row(${columns.values(changeable)})
        from ${from} where credentials.id = ${columns.value('id')}
        returning credentials.id
    ), ${auditSteps(sql`from changed`)}
    select ${version}, ${leftOut} from changed`,
)

const removed = preparedSql<Stored>(
  'remove_credential_at_once',
  () => sql`
    with ${lockedVaultStep(isProven)}, removed as (
      update ${credentials} set deleted_at = ${sql.placeholder('now')}::timestamptz
        from vault
        where credentials.id = ${sql.placeholder('id')}::uuid and owner_id = vault.id and deleted_at is null
        returning credentials.id, kind, type
    ), ${auditSteps(sql`from removed`, {
      resource: sql`kind`,
      resourceId: sql`id::text`,
      metadata: sql`jsonb_build_object('type', coalesce(type, kind))`,
    })}
    select ${version}, ${leftOut} from removed`,
)
