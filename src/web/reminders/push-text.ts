import type { PushOnDevice } from './use-push.ts'

export const pushTexts: Record<PushOnDevice, string> = {
  unsupported:
    'This browser cannot show them. On an iPhone or iPad, add Lanyard to the home screen first and open it from there; elsewhere, try another browser.',
  denied:
    'This browser was told to refuse them. Allow notifications for this site in the settings of the browser, then load this page again.',
  off: 'They are off on this device.',
  on: 'They are on for this device.',
}

export const pushRefusedText =
  'The browser was not allowed to show notifications, so they stay off. Press the button again and choose “Allow” when it asks.'

export const pushFailedText =
  'This browser did not set notifications up, so they stay off. Check the connection and try again, or use another browser; email and calendar still reach you.'
