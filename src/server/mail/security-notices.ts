import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

type Person = { to: string; name: string }
type Addressed = Person & { url: string }

/** The link works for 10 minutes. */
export function signInLinkMessage({ to, name, url }: Addressed): Message {
  return message(to, 'sign_in_link', 'Your link to sign in to Lanyard', {
    heading: 'Sign in to your vault',
    name,
    paragraphs: ['Someone, most likely you, asked to sign in without a password. Use this link to sign in:'],
    action: { label: 'Sign in', url },
    lifetime: 'The link works once, for 10 minutes.',
    notYou: 'Not you? You can ignore this message, but do not forward the link: it opens your vault.',
  })
}

/** To the new address. The link works for 24 hours. */
export function changeEmailMessage({ to, name, url }: Addressed): Message {
  return message(to, 'change_email', 'Confirm your new email for Lanyard', {
    heading: 'Confirm your new email address',
    name,
    paragraphs: [
      'You asked to use this address for your vault. Confirm that it is yours; after that you sign in with it.',
    ],
    action: { label: 'Use this address', url },
    lifetime: 'The link works once, for 24 hours. Your old address stays until you use it.',
    notYou: 'Not you? Someone probably entered your address by mistake. You can ignore this message.',
  })
}

/** To the present address, before anything changes. The link works for 7 days. */
export function emailChangeAskedMessage({
  to,
  name,
  url,
  newEmail,
}: Addressed & { newEmail: string }): Message {
  return message(to, 'email_change_asked', 'A new email was requested for Lanyard', {
    heading: 'Someone asked to change your email address',
    name,
    paragraphs: [
      `Someone, most likely you, asked to change the email address of your vault to ${newEmail}. Nothing changes until the new address is confirmed.`,
      'If this was you, there is nothing to do.',
    ],
    action: { label: 'Stop this and secure my vault', url },
    lifetime: recoveryLifetime,
    notYou: 'Not you? Someone knows how to sign in to your vault. Use the link now.',
  })
}

const recoveryLifetime =
  'The link works once, for 7 days. It keeps this address, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.'

/** To the old address, with a link that restores it. The link works for 7 days. */
export function emailChangedMessage({ to, name, url, newEmail }: Addressed & { newEmail: string }): Message {
  return message(to, 'email_changed', 'Your Lanyard email was changed', {
    heading: 'Your email address was changed',
    name,
    paragraphs: [
      `The email address of your vault is now ${newEmail}. You can no longer sign in with this one.`,
      'If this was you, there is nothing to do.',
    ],
    action: { label: 'Restore this address', url },
    lifetime:
      'The link works once, for 7 days. It restores this address, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.',
    notYou: 'Not you? Use the link now, and change the password of this mailbox too.',
  })
}

/** With a link that turns it off: whoever turned it on may not be the owner. The link works for 7 days. */
export function twoFactorOnMessage({ to, name, url }: Addressed): Message {
  return message(to, 'second_factor_on', 'Signing in to Lanyard now takes a code', {
    heading: 'Two-step verification was turned on',
    name,
    paragraphs: [
      'Signing in to your vault now also takes a code from an authenticator app. Your other devices were signed out.',
      'If this was you, there is nothing to do. Keep your recovery codes where you can find them without your phone.',
    ],
    action: { label: 'Turn off two-step verification', url },
    lifetime:
      'The link works once, for 7 days. It turns off two-step verification, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.',
    notYou: 'Not you? Someone knows how to sign in to your vault. Use the link now.',
  })
}

const changes = {
  second_factor_off: {
    subject: 'Signing in to Lanyard no longer takes a code',
    heading: 'Two-step verification was turned off',
    text: 'Signing in to your vault no longer takes a code from an authenticator app. Your recovery codes no longer work.',
  },
  recovery_codes: {
    subject: 'New recovery codes for Lanyard',
    heading: 'Your recovery codes were replaced',
    text: 'New recovery codes were created for your vault. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in to Lanyard',
    heading: 'A recovery code was used',
    text: 'Someone, most likely you, signed in with one of your recovery codes. That code no longer works.',
  },
  passkey_added: {
    subject: 'A passkey was added to Lanyard',
    heading: 'A passkey was added',
    text: 'You can now sign in to your vault with a new passkey.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from Lanyard',
    heading: 'A passkey was removed',
    text: 'One of your passkeys can no longer be used to sign in to your vault.',
  },
  account_linked: {
    subject: 'An account was linked to Lanyard',
    heading: 'An account was linked',
    text: 'You can now sign in to your vault with an account at another service.',
  },
  calendar_made: {
    subject: 'A calendar feed was created in Lanyard',
    heading: 'A calendar feed was created',
    text: 'Anyone who has its URL can see what is in your vault and when it expires.',
  },
  webhook_set: {
    subject: 'A webhook was set in Lanyard',
    heading: 'A webhook was set',
    text: 'Your reminders are now also sent to another service.',
  },
  push_added: {
    subject: 'Notifications were turned on in Lanyard',
    heading: 'A device gets your notifications',
    text: 'Your reminders are now also shown on a device that did not get them before.',
  },
  account_unlinked: {
    subject: 'An account was unlinked from Lanyard',
    heading: 'A linked account was removed',
    text: 'An account at another service can no longer be used to sign in to your vault.',
  },
} as const
export type SignInMethodChange = keyof typeof changes

/** No link on purpose: anyone surprised by this message should go to the site on their own. */
export function signInMethodChangedMessage({ to, name }: Person, change: SignInMethodChange): Message {
  const { subject, heading, text } = changes[change]
  return message(to, `way_in_${change}`, subject, {
    heading,
    name,
    paragraphs: [text],
    notYou:
      'Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. Then check Settings, Security.',
  })
}

/** `device` is such as "Safari on an iPhone", `at` a text with its time zone. */
export function newDeviceMessage(
  { to, name }: Person,
  { device, at, isShared }: { device: string | null; at: string; isShared: boolean },
): Message {
  const browser = device ?? 'an unknown browser'
  return message(to, 'new_device', 'A new sign-in to Lanyard', {
    heading: isShared ? 'You signed in on a shared computer' : 'You signed in on a new device',
    name,
    paragraphs: [
      `Someone signed in to your vault with ${browser} on ${at}.`,
      ...(isShared ? ['You will be signed out after 15 minutes without use.'] : []),
      'If this was you, there is nothing to do.',
    ],
    notYou:
      'Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. That signs everyone out.',
  })
}

/** The last message to a deleted account. It has no name in it, because the name is deleted too. */
export function accountDeletedMessage(to: string): Message {
  return message(to, 'account_deleted', 'Your Lanyard account was deleted', {
    heading: 'Your account was deleted',
    name: '',
    paragraphs: [
      'As you asked, your account was deleted with everything in it: credentials, CE hours, files, share links, sessions, settings and your activity log.',
      'Your email address is deleted with this message, so it is the last one. Backups that the operator keeps are overwritten on the operator’s schedule.',
      'If you come back, you start with an empty vault.',
    ],
    notYou:
      'Not you? Someone was able to sign in to your account. It cannot be restored. Change the password of this mailbox, and of every site where you used the same password.',
  })
}

function message(to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter) }
}
