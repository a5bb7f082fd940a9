import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectAudited } from '#server/audit/store.ts'
import { isoText } from '#server/db/columns.ts'
import { type CursorPosition, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { selectSentReminders } from '#server/reminders/store.ts'
import { selectOpenings } from '#server/shares/event-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { BELL_DAYS, type BellItem, type BellQuery } from '#shared/activity/bell.ts'
import { securityNotices } from '#shared/audit/actions.ts'

const DAY_MS = 86_400_000

/** `subject`: the id of an opened share, or the action of a security notice. */
export type BellRow = {
  kind: BellItem['kind']
  id: string
  at: string
  subject: string | null
  device: string | null
  session_id: string | null
  count: number
}

/** One page of what the bell lists, newest first, in one statement. */
export async function listBellRows(db: Db, owner: Owner, { limit, cursor }: BellQuery, now: Date) {
  const since = new Date(now.getTime() - BELL_DAYS * DAY_MS)
  const list = ['bell', owner]
  const after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  const newest = (rows: SQL) => sql`(select * from (${rows}) as each ${pageOf(after, limit)})`
  const { rows } = await db.execute<BellRow>(sql`
    select kind, id, at::text as at, subject, device, session_id, count from (
      ${newest(selectSentReminders(owner, since))}
      union all ${newest(selectOpenings(owner, since))}
      union all ${newest(selectAudited(owner, securityNotices, since))}
    ) as notices ${pageOf(null, limit)}`)
  const shown = rows.slice(0, limit).map((row) => ({ ...row, at: isoText(row.at) }))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, nextCursor: last ? writeCursor(list, { value: last.at, id: last.id }) : null }
}

/** One row more than the page has, to know whether there is another page. */
function pageOf(after: CursorPosition | null, limit: number): SQL {
  const isOlder = after ? sql`where (at, id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``
  return sql`${isOlder} order by at desc, id desc limit ${limit + 1}`
}
