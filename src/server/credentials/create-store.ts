import { getTableColumns, sql } from 'drizzle-orm'
import { auditSteps, type auditValues } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import { claimStep, type claimValues } from '#server/http/idempotency-store.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { type CredentialRow, credentials } from './table.ts'

/**
 * Below it, the trash included, nobody comes near `MAX_CREDENTIALS` while one statement runs, and the vault need not be locked
 * to count it. The trash is counted, too, because PostgreSQL would take the index of what is not deleted: that of all owners.
 */
const FEW = MAX_CREDENTIALS / 2

type Values = ReturnType<typeof auditValues> & ReturnType<typeof claimValues>

/**
 * Stores a credential without files, its audit record and the answer to its `Idempotency-Key` in one statement, which
 * takes a third of the time of a transaction. False, with nothing stored, where `createCredential` has to do it: the key
 * was used before, the owner has many credentials, or something else changes the vault right now. Rejects with
 * `not_authenticated` if the account was deleted in the meantime.
 */
export async function createAtOnce(db: Db, row: CredentialRow, values: Values): Promise<boolean> {
  const [done] = await createdAtOnce(db, { ...valuesOf(row), ...values }).catch(notAuthenticatedIfDeleted)
  return done !== undefined
}

const columns = Object.entries(getTableColumns(credentials))
const nameOf = (key: string) => `new.${key}`

function valuesOf(row: CredentialRow) {
  return Object.fromEntries(columns.map(([key]) => [nameOf(key), row[key as keyof CredentialRow]]))
}

const names = columns.map(([key]) =>
  sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
)
const given = columns.map(
  ([key, column]) => sql`${sql.param(sql.placeholder(nameOf(key)), column)}::${sql.raw(column.getSQLType())}`,
)

const createdAtOnce = preparedSql<{ id: string }>(
  'create_credential_at_once',
  () => sql`
    with vault as (
      select id from users where id = ${sql.placeholder('owner')} for share skip locked
    ), room as (
      select from vault where ${FEW} > (
        select count(*) from (
          select from ${credentials} where owner_id = ${sql.placeholder('owner')} limit ${FEW}
        ) those
      )
    ), ${claimStep(sql`from room`)}, created as (
      insert into ${credentials} (${sql.join(names, sql`, `)})
        select ${sql.join(given, sql`, `)}
        from claimed
        returning id
    ), ${auditSteps(sql`from created`)}
    select id from created`,
)
