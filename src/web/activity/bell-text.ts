import { activityText } from '#shared/activity/activity-text.ts'
import type { OpeningItem, SecurityItem } from '#shared/activity/bell.ts'
import { failedTries } from '#shared/audit/actions.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { t } from '#web/i18n/t.ts'

/** "Your link to Texas RN was opened". */
export function openingText({ name }: OpeningItem): string {
  return name === null ? t`One of your share links was opened` : t`Your link to ${name} was opened`
}

/** "For Memorial Hospital · Safari on an iPhone"; empty if neither is known. */
export function openingDetailText({ recipient, device }: OpeningItem): string {
  return [recipient && t`For ${recipient}`, device && deviceIn(device, t)].filter(Boolean).join(' · ')
}

/** "Someone tried to sign in with a wrong password, 3 times". */
export function securityText({ action, count }: SecurityItem): string {
  if (action === 'file_mail_held' && count > 1)
    return t`${count} emails from senders you have not allowed are on hold. Allow or delete them in “Add a credential”`
  const item = { action, resource: 'account', resourceId: null, name: null, metadata: {}, leftOut: null }
  const sentence = activityText(item, t)
  return count === 1 ? sentence : t`${sentence}, ${count} times`
}

/** Empty for what no browser did. */
export function securityDeviceText({ action, userAgent, isCurrent }: SecurityItem): string {
  if (action === 'file_mail_held') return ''
  if (isCurrent) return t`This session`
  const device = deviceOf(userAgent)
  return device === null ? t`Unknown browser` : deviceIn(device, t)
}

/** The section of the settings with the details: the log for failed attempts, otherwise what was changed. */
export function securitySection({ action }: SecurityItem): 'activity' | 'security' {
  const isAttempt = failedTries.some((each) => each === action) || action.startsWith('security_')
  return isAttempt ? 'activity' : 'security'
}
