import type { Db } from '#server/db/database.ts'
import { findDismissal } from '#server/notices/store.ts'
import { listRemindersById } from '#server/reminders/store.ts'
import { listSharesById } from '#server/shares/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Actor } from '#server/users/owner.ts'
import { type BellItem, type BellPage, type BellQuery, bellPage, FRESH_DAYS } from '#shared/activity/bell.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type BellRow, listBellRows } from './bell-store.ts'
import { listNames } from './name-service.ts'

const DAY_MS = 86_400_000

/** One page of what the bell lists, newest first. */
export async function listBellItems(
  db: Db,
  { owner, sessionId }: Pick<Actor, 'owner' | 'sessionId'>,
  query: BellQuery,
  { now, ...texts }: { now: Date; t: Translate; cipher: FieldCipher },
): Promise<BellPage> {
  const [{ rows, nextCursor }, dismissed] = await Promise.all([
    listBellRows(db, owner, query, now),
    findDismissal(db, owner, 'bell'),
  ])
  const fresh = new Date(now.getTime() - FRESH_DAYS * DAY_MS)
  const readUntil = (dismissed?.dismissedAt ?? fresh).toISOString()
  const reminderIds = rows.filter(({ kind }) => kind === 'reminder').map(({ id }) => id)
  const reminders = await listRemindersById(db, owner, reminderIds, texts.t)
  const openings = rows.filter(({ kind }) => kind === 'opening')
  const shareIds = [...new Set(openings.flatMap(({ subject }) => subject ?? []))]
  const shares = new Map((await listSharesById(db, owner, shareIds)).map((share) => [share.id, share]))
  const references = shareIds.map((resourceId) => ({ resource: 'share', resourceId }))
  const names = await listNames(db, owner, references, texts)

  function present({ kind, id, at, subject, device, session_id, count }: BellRow): BellItem | null {
    if (kind === 'reminder') {
      const reminder = reminders.get(id)
      return reminder ? { kind, id, at, isRead: reminder.isRead, reminder } : null
    }
    if (kind === 'security') {
      const isCurrent = session_id === sessionId
      const isRead = isCurrent || at <= readUntil
      return { kind, id, at, isRead, action: subject ?? '', count, userAgent: device, isCurrent }
    }
    const share = shares.get(subject ?? '')
    if (!share) return null
    const { id: shareId, recipient } = share
    const name = names.get(shareId) ?? null
    return { kind, id, at, isRead: at <= readUntil, shareId, recipient, device, name }
  }

  return bellPage.parse({ items: rows.flatMap((row) => present(row) ?? []), nextCursor })
}
