import { parseDate } from '@internationalized/date'
import { and, asc, desc, eq, getTableColumns, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { auditOverflows, auditRecords } from '#server/audit/table.ts'
import { type CursorPosition, isOlder, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import type { ActivityFilter } from '#shared/activity/activity.ts'
import { failedTries } from '#shared/audit/actions.ts'
import { addDays, isTimeZone } from '#shared/kernel/dates.ts'

/** `timeZone` is the owner's; it determines where a day starts and ends. */
export type ActivityPage = ActivityFilter & {
  timeZone: string | null
  limit: number
  cursor?: string | undefined
}

/** The owner's own audit records, newest first, one page. */
export async function listActivity(db: Db, owner: Owner, { limit, cursor, ...filter }: ActivityPage) {
  const list = listOf(owner, filter)
  const rows = await selectRecords(db)
    .where(
      and(
        eq(auditRecords.userId, owner),
        matchesFilter(filter),
        isOlder(auditRecords.timestamp, auditRecords.id, cursorPositionOf(list, cursor)),
      ),
    )
    .orderBy(desc(auditRecords.timestamp), desc(auditRecords.id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const place = last && { value: last.timestamp.toISOString(), id: last.id }
  return { items: rows.slice(0, limit), nextCursor: place ? writeCursor(list, place) : null }
}

/** `leftOut` is set for a record that represents omitted ones. */
function selectRecords(db: Db) {
  return db
    .select({ ...getTableColumns(auditRecords), leftOut: auditOverflows.leftOut })
    .from(auditRecords)
    .leftJoin(auditOverflows, eq(auditOverflows.recordId, auditRecords.id))
}

type Filter = Omit<ActivityPage, 'limit' | 'cursor'>

function matchesFilter({ prefix, severe, from, to, timeZone }: Filter): SQL | undefined {
  const { action, severity, timestamp } = auditRecords
  return and(
    prefix && like(action, `${prefix}\\_%`),
    severe ? or(inArray(action, [...failedTries]), inArray(severity, ['medium', 'high'])) : undefined,
    from === undefined ? undefined : gte(timestamp, startOf(from, timeZone)),
    to === undefined ? undefined : lt(timestamp, startOf(addDays(to, 1), timeZone)),
  )
}

/** The first instant of that day; if a clock change skips midnight, the first one after it. */
function startOf(day: string, timeZone: string | null): Date {
  return parseDate(day).toDate(timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC')
}

function cursorPositionOf(list: string[], cursor: string | undefined): CursorPosition | null {
  return cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
}

function listOf(owner: Owner, { prefix, severe, from, to }: Filter): string[] {
  return ['activity', owner, prefix ?? '', String(severe), from ?? '', to ?? '']
}

/** All of the owner's audit records, oldest first. */
export function listEveryActivity(db: Db, owner: Owner) {
  return selectRecords(db)
    .where(eq(auditRecords.userId, owner))
    .orderBy(asc(auditRecords.timestamp), asc(auditRecords.id))
}
