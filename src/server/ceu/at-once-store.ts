import { type SQL, sql } from 'drizzle-orm'
import { auditSteps, type auditValues, leftOut } from '#server/audit/store.ts'
import { isProven, type proofValues } from '#server/auth/sessions/session-proof-store.ts'
import type { Db } from '#server/db/database.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import { rowValues } from '#server/db/row-values.ts'
import { claimStep, type claimValues } from '#server/http/idempotency-store.ts'
import { lockedVaultStep, notAuthenticatedIfDeleted } from '#server/users/store.ts'
import type { NewCount } from './count-store.ts'
import { creditsStep, dutiesSteps, type Recount, recountValues, sumsStep } from './recount-store.ts'
import { ceuCounts, ceuCycles, ceuEntries, ceuVersions, type EntryRow } from './table.ts'

// An entry without a change of its files and cycles, what it changes in the sums, its audit record and the answer to its
// `Idempotency-Key`, stored in one statement. `null`, with nothing stored, where the transaction has to do it: the session is
// not as it was, the key was used before, or the owner's cycles and entries are not those of the version that was counted.
// Else the new version. Each rejects with `not_authenticated` if the account was deleted in the meantime.

export type Stored = ReturnType<typeof proofValues> &
  ReturnType<typeof auditValues> &
  ReturnType<typeof claimValues> & { version: string }

/** What a recount changes, and whether the duties are among it. */
export type Changes = Recount & { areDutiesChanged: boolean }

/** The changed hours of other entries are among `changes`, its own in `counts`. */
export function createAtOnce(db: Db, row: EntryRow, counts: NewCount[], changes: Changes, stored: Stored) {
  const isOne = counts.length === 1 && changes.credits.length === 0 && isOneSum(changes)
  const values = { ...columns.of(row), ...creditValues(counts[0]), counts: JSON.stringify(counts) }
  return created(db, { ...values, ...stored }, changes, isOne)
}

export function changeAtOnce(db: Db, row: EntryRow, changes: Changes, stored: Stored) {
  const [credit] = changes.credits
  const isOwn = changes.credits.every(({ entryId }) => entryId === row.id)
  const isOne = isOwn && changes.credits.length <= 1 && isOneSum(changes)
  return changed(db, { ...columns.of(row), ...creditValues(credit), ...stored }, changes, isOne)
}

export function removeAtOnce(db: Db, id: string, now: Date, changes: Changes, stored: Stored) {
  return removed(db, { id, now, ...stored }, changes, changes.credits.length === 0 && isOneSum(changes))
}

const isOneSum = ({ sums, areDutiesChanged }: Changes) => sums.length <= 1 && !areDutiesChanged

function creditValues(
  count: Pick<NewCount, 'cycleId' | 'countedHours' | 'reasons' | 'acceptedHours'> | undefined,
) {
  return {
    'credit.cycle': count?.cycleId ?? null,
    'credit.accepted': count?.acceptedHours ?? null,
    'credit.hours': count?.countedHours ?? null,
    'credit.reasons': JSON.stringify(count?.reasons),
  }
}

function sumValues({ sums: [sum] }: Changes) {
  return {
    'sum.id': sum?.id ?? null,
    'sum.hours': sum?.hoursCounted ?? null,
    'sum.topics': JSON.stringify(sum?.topicsCompleted),
  }
}

const at = sql.placeholder
const columns = rowValues(ceuEntries)
const fixed = [
  'id',
  'ownerId',
  'cycleId',
  'fileId',
  'importId',
  'createdAt',
  'deletedAt',
  'deletedWithCycleId',
]
const changeable = columns.all.filter((key) => !fixed.includes(key))
const isDone = sql`exists (select from done)`

const oneSum = sql`, sum as (
  update ${ceuCycles} set (hours_completed, topics_completed) = row(${at('sum.hours')}::numeric, ${at('sum.topics')}::jsonb)
    where id = ${at('sum.id')}::uuid and ${isDone}
)`
const allSums = sql`, ${sumsStep(isDone)}, ${creditsStep(isDone)}, ${dutiesSteps(isDone)}`

/** Most entries count in one cycle, and change its sum and no hours of other entries; else `more` is written. */
type Steps = { change: (from: SQL) => SQL; one: SQL; more: SQL }

const countColumns = sql`entry_id, cycle_id, owner_id, position, accepted_hours, counted_hours, reasons, was_main`
const credit = sql`${at('credit.hours')}::numeric, ${at('credit.reasons')}::jsonb`

const created = storing('create_ceu_entry_at_once', {
  change: (from) => sql`
    insert into ${ceuEntries} (${columns.names(columns.all)}) select ${columns.values(columns.all)} from ${from}
      returning id`,
  one: sql`, counts as (
    insert into ${ceuCounts} (${countColumns})
      select id, ${at('credit.cycle')}::uuid, ${at('owner')}::text, 0, ${at('credit.accepted')}::numeric, ${credit}, false
      from done
  )`,
  more: sql`, counts as (
    insert into ${ceuCounts} (${countColumns})
      select id, "cycleId", ${at('owner')}::text, position, "acceptedHours", "countedHours", reasons, false
      from done, jsonb_to_recordset(${at('counts')}::jsonb) as count("cycleId" uuid, position integer,
        "acceptedHours" numeric, "countedHours" numeric, reasons jsonb)
  )`,
})

const changed = storing('change_ceu_entry_at_once', {
  change: (from) => sql`
    update ${ceuEntries} set (${columns.names(changeable)}) = row(${columns.values(changeable)}) from ${from}
      where ceu_entries.id = ${columns.value('id')} and owner_id = ${at('owner')}::text and deleted_at is null
      returning ceu_entries.id`,
  one: sql`, counts as (
    update ${ceuCounts} set (counted_hours, reasons) = row(${credit})
      where entry_id = ${columns.value('id')} and cycle_id = ${at('credit.cycle')}::uuid and ${isDone}
  )`,
  more: sql``,
})

const removed = storing('remove_ceu_entry_at_once', {
  change: (from) => sql`
    update ${ceuEntries} set deleted_at = ${at('now')}::timestamptz from ${from}
      where ceu_entries.id = ${at('id')}::uuid and owner_id = ${at('owner')}::text and deleted_at is null
      returning ceu_entries.id`,
  one: sql``,
  more: sql``,
})

/** A statement for requests with a key and one for those without: what a statement does not need takes time even so. */
function storing(name: string, { change, one, more }: Steps) {
  const statement = (suffix: string, claim: SQL, from: SQL, written: SQL) =>
    preparedSql<{ version: string }>(
      `${name}${suffix}`,
      () => sql`
        with ${lockedVaultStep(isProven)}, seen as (
          select from ${ceuVersions} v, vault
            where v.owner_id = ${at('owner')}::text and v.xmin = ${at('version')}::xid
            for no key update of v
        ), ${claim} done as (${change(from)})${written}, ${auditSteps(sql`from done`)}
        select pg_current_xact_id()::xid::text as version, ${leftOut} from done`,
    )
  const claim = sql`${claimStep(sql`from seen`)},`
  const [shortly, fully] = [sql`${one}${oneSum}`, sql`${more}${allSums}`]
  const plain = {
    one: statement('', sql``, sql`seen`, shortly),
    more: statement('_more', sql``, sql`seen`, fully),
  }
  const keyed = {
    one: statement('_with_key', claim, sql`claimed`, shortly),
    more: statement('_more_with_key', claim, sql`claimed`, fully),
  }
  return async (
    db: Db,
    values: Stored & Record<string, unknown>,
    changes: Changes,
    isOne: boolean,
  ): Promise<string | null> => {
    const { one: short, more: full } = values['claim.key'] === null ? plain : keyed
    const written = isOne ? sumValues(changes) : recountValues(changes)
    const [row] = await (isOne ? short : full)(db, { ...values, ...written }).catch(notAuthenticatedIfDeleted)
    return row?.version ?? null
  }
}
