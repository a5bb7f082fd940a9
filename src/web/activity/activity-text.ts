import type { Activity, ActivityPrefix } from '#shared/activity/activity.ts'
import { activityText } from '#shared/activity/activity-text.ts'
import { failedTries } from '#shared/audit/actions.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { msg } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

/** True of activity that the owner should check. */
export function isSuspicious({ action, severity }: Pick<Activity, 'action' | 'severity'>): boolean {
  return failedTries.some((each) => each === action) || severity === 'high' || severity === 'medium'
}

/** The meaning of the four prefixes of an action. */
export const prefixNames: Record<ActivityPrefix, string> = {
  auth: msg`Sign-in and settings`,
  credential: msg`Credentials and CE`,
  file: msg`Files`,
  security: msg`Security`,
}

const severities: Record<string, string> = {
  low: msg`No action needed`,
  medium: msg`Worth a look`,
  high: msg`Check this`,
}

/** How serious a security event is; `null` for anything else. */
export function severityText({ severity }: Activity): string | null {
  return severity === null ? null : t(severities[severity] ?? severity)
}

/** The device: "Safari on an iPhone"; `null` for this session. */
export function sessionText({ userAgent, sessionId, isCurrent }: Activity): string | null {
  if (isCurrent) return null
  const known = deviceOf(userAgent)
  const device = known && deviceIn(known, t)
  if (sessionId.startsWith('token-')) return userAgent ?? t`An access token`
  if (sessionId === 'visitor') return t`Someone with the link`
  return device ?? (sessionId === 'none' ? t`Not signed in` : t`Unknown browser`)
}

/** What happened several times in a row, newest first. */
export type ActivityGroup = readonly [Activity, ...Activity[]]

/** By day in the owner's zone, with equal events that follow one another in one group. */
export function activityDays(
  items: readonly Activity[],
  timeZone: string | null,
): { day: string; groups: ActivityGroup[] }[] {
  const days: { day: string; groups: [Activity, ...Activity[]][] }[] = []
  for (const item of items) {
    const day = todayIn(new Date(item.timestamp), timeZone)
    const last = days.at(-1)
    if (last?.day !== day) {
      days.push({ day, groups: [[item]] })
      continue
    }
    const group = last.groups.at(-1)
    if (group && lineOf(group[0]) === lineOf(item)) group.push(item)
    else last.groups.push([item])
  }
  return days
}

const lineOf = (item: Activity) => [activityText(item, t), sessionText(item), item.severity].join('\n')
