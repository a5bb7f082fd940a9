import type { BellItem } from '#shared/activity/bell.ts'
import { t } from '#web/i18n/t.ts'
import type { SeenViews } from '#web/shares/owner/use-unseen-views.ts'

/** "Notices, 3 unread": the label of the bell, which contains the count shown on it. */
export function bellText(unread: number): string {
  return unread === 0 ? t`Notices, none unread` : t`Notices, ${countText(unread)} unread`
}

/** At most three characters, to fit on the bell. */
export function countText(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

/** Whether the item is unread, and is not about a share whose page was seen in this browser. */
export function isUnread(item: BellItem, seenViews: SeenViews): boolean {
  if (item.isRead) return false
  return item.kind !== 'opening' || item.at > (seenViews[item.shareId] ?? '')
}
