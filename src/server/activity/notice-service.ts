import type { Db } from '#server/db/database.ts'
import { listRemindersById } from '#server/reminders/store.ts'
import { listSharesById } from '#server/shares/store.ts'
import type { Actor } from '#server/users/owner.ts'
import { type Notice, type NoticePage, type NoticeQuery, noticePage } from '#shared/activity/notice.ts'
import { listNames } from './name-service.ts'
import { listNoticeRows, type NoticeRow } from './notice-store.ts'

/** One page of what the bell lists, newest first. */
export async function listNotices(
  db: Db,
  { owner, sessionId }: Pick<Actor, 'owner' | 'sessionId'>,
  query: NoticeQuery,
  now: Date,
): Promise<NoticePage> {
  const { rows, nextCursor } = await listNoticeRows(db, owner, query, now)
  const reminderIds = rows.filter(({ kind }) => kind === 'reminder').map(({ id }) => id)
  const reminders = await listRemindersById(db, owner, reminderIds)
  const openings = rows.filter(({ kind }) => kind === 'opening')
  const shareIds = [...new Set(openings.flatMap(({ subject }) => subject ?? []))]
  const shares = new Map((await listSharesById(db, owner, shareIds)).map((share) => [share.id, share]))
  const references = shareIds.map((resourceId) => ({ resource: 'share', resourceId }))
  const names = await listNames(db, owner, references)

  function present({ kind, id, at, subject, device, session_id, count }: NoticeRow): Notice | null {
    if (kind === 'reminder') {
      const reminder = reminders.get(id)
      return reminder ? { kind, id, at, reminder } : null
    }
    if (kind === 'security') {
      const isCurrent = session_id === sessionId
      return { kind, id, at, action: subject ?? '', count, userAgent: device, isCurrent }
    }
    const share = shares.get(subject ?? '')
    if (!share) return null
    const { id: shareId, recipient } = share
    return { kind, id, at, shareId, recipient, device, name: names.get(shareId) ?? null }
  }

  return noticePage.parse({ items: rows.flatMap((row) => present(row) ?? []), nextCursor })
}
