import { msg } from '#shared/i18n/translate.ts'
import type { PushDeviceState } from './use-push.ts'

export const pushTexts: Record<PushDeviceState, string> = {
  unsupported: msg`This browser does not support notifications. Try another browser.`,
  tab: msg`Add Lanyard to your home screen first: in Safari tap Share, then “Add to Home Screen”. Open it from there, and turn on notifications here.`,
  denied: msg`This browser blocks notifications from Lanyard. Allow them for this site in your browser settings, then reload this page.`,
  off: msg`Notifications are off on this device.`,
  on: msg`Notifications are on for this device.`,
}

export const pushDeniedText = msg`Notifications stay off because the browser was not allowed to show them. Press the button again and choose “Allow”.`

export const pushFailedText = msg`This browser could not turn on notifications. Check your connection and try again, or use another browser. You still get email and calendar reminders.`
