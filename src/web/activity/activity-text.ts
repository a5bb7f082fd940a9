import type { Activity, ActivityPrefix } from '#shared/activity/activity.ts'
import { failedTries } from '#shared/audit/actions.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { msg } from '#shared/i18n/translate.ts'
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

/** The device, and whether it is this session: "Safari on an iPhone, this session". */
export function sessionText({ userAgent, sessionId, isCurrent }: Activity): string {
  const known = deviceOf(userAgent)
  const device = known && deviceIn(known, t)
  if (isCurrent) return device === null ? t`This session` : t`${device}, this session`
  if (sessionId.startsWith('token-')) return userAgent ?? t`An access token`
  if (sessionId === 'visitor') return t`Someone with the link`
  return device ?? (sessionId === 'none' ? t`Not signed in` : t`Unknown browser`)
}
