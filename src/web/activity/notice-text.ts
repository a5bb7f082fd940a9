import type { Notice, OpeningNotice, SecurityNotice } from '#shared/activity/notice.ts'
import { failedTries } from '#shared/audit/actions.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { type SeenViews, seenUntil } from '#web/shares/owner/use-unseen-views.ts'
import { activityText } from './activity-text.ts'

const FRESH_MS = 7 * 86_400_000

/** "Notices, 3 unread": the label of the bell, which contains the count shown on it. */
export function bellText(unread: number): string {
  return unread === 0 ? 'Notices, none unread' : `Notices, ${countText(unread)} unread`
}

/** At most three characters, to fit on the bell. */
export function countText(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

/**
 * A reminder is unread until its owner says so; an opening or a security notice until this browser showed it. A browser
 * that has shown none starts with those of the last seven days.
 */
export function isUnread(notice: Notice, seenViews: SeenViews, now: Date): boolean {
  if (notice.kind === 'reminder') return !notice.reminder.isRead
  const until = seenUntil(seenViews) ?? new Date(now.getTime() - FRESH_MS).toISOString()
  if (notice.at <= until) return false
  return notice.kind === 'security' ? !notice.isCurrent : notice.at > (seenViews[notice.shareId] ?? '')
}

/** "Your link to Texas RN was opened". */
export function openingText({ name }: OpeningNotice): string {
  return name === null ? 'One of your share links was opened' : `Your link to ${name} was opened`
}

/** "For Memorial Hospital · Safari on an iPhone"; empty if neither is known. */
export function openingDetailText({ recipient, device }: OpeningNotice): string {
  return [recipient && `For ${recipient}`, device].filter(Boolean).join(' · ')
}

/** "Someone tried to sign in with a wrong password, 3 times". */
export function securityText({ action, count }: SecurityNotice): string {
  const sentence = activityText({
    ...{ action, resource: 'account', resourceId: null, name: null, metadata: {}, leftOut: null },
  })
  return count === 1 ? sentence : `${sentence}, ${count} times`
}

export function securityDeviceText({ userAgent, isCurrent }: SecurityNotice): string {
  if (isCurrent) return 'This session'
  return deviceOf(userAgent) ?? 'Unknown browser'
}

/** The section of the settings that says more: the log for failed attempts, otherwise what was changed. */
export function securitySection({ action }: SecurityNotice): 'activity' | 'security' {
  const isAttempt = failedTries.some((each) => each === action) || action.startsWith('security_')
  return isAttempt ? 'activity' : 'security'
}
