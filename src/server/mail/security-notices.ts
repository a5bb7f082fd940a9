import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

type Person = { to: string; name: string }
type Addressed = Person & { url: string }

/** The link lives 15 minutes. */
export function signInLinkMessage({ to, name, url }: Addressed): Message {
  return message(to, 'sign_in_link', 'Your link to sign in to Lanyard', {
    heading: 'Sign in to your vault',
    name,
    paragraphs: [
      'Someone, most likely you, asked to sign in without a password. This link opens your vault:',
    ],
    action: { label: 'Sign in', url },
    lifetime: 'The link works once, for 15 minutes.',
    notYou: 'Not you? You can leave this message alone, but do not pass the link on: it opens your vault.',
  })
}

/** To the new address. The link lives 24 hours. */
export function changeEmailMessage({ to, name, url }: Addressed): Message {
  return message(to, 'change_email', 'Confirm your new email for Lanyard', {
    heading: 'Confirm your new email address',
    name,
    paragraphs: [
      'You asked to use this address for your vault from now on. Confirm that it is yours, and sign in with it after that.',
    ],
    action: { label: 'Use this address', url },
    lifetime: 'The link works once, for 24 hours. Until then your old address stays.',
    notYou:
      'Not you? Then someone typed your address, most likely by mistake. You can leave this message alone.',
  })
}

/** To the old address, with the way back. The link lives 7 days. */
export function emailChangedMessage({ to, name, url, newEmail }: Addressed & { newEmail: string }): Message {
  return message(to, 'email_changed', 'Your Lanyard email was changed', {
    heading: 'Your email address was changed',
    name,
    paragraphs: [
      `Your vault now belongs to ${newEmail}, and messages go there. This address no longer opens it.`,
      'If that was you, there is nothing to do.',
    ],
    action: { label: 'Bring this address back', url },
    lifetime:
      'The link works once, for 7 days. It brings this address back, signs everyone out and lets you choose a new password.',
    notYou: 'Not you? Use the link now, and change the password of this mailbox too.',
  })
}

/** With the way back: whoever turned it on may not be the owner. The link lives 7 days. */
export function twoFactorOnMessage({ to, name, url }: Addressed): Message {
  return message(to, 'second_factor_on', 'Signing in to Lanyard now takes a code', {
    heading: 'A second step was turned on',
    name,
    paragraphs: [
      'From now on, signing in to your vault takes a code from an authenticator app, too. Your other devices were signed out.',
      'If that was you, there is nothing to do. Keep your recovery codes where you find them without your phone.',
    ],
    action: { label: 'Take the second step away', url },
    lifetime: 'The link works once, for 7 days. It removes the second step and signs everyone out.',
    notYou: 'Not you? Use the link now, and set a new password right after it.',
  })
}

const changes = {
  second_factor_off: {
    subject: 'Signing in to Lanyard no longer takes a code',
    heading: 'The second step was turned off',
    text: 'Signing in to your vault no longer takes a code from an authenticator app. Your recovery codes are void.',
  },
  recovery_codes: {
    subject: 'New recovery codes for Lanyard',
    heading: 'Your recovery codes were replaced',
    text: 'New recovery codes were made for your vault. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code opened your Lanyard vault',
    heading: 'A recovery code was used',
    text: 'Someone, most likely you, signed in with one of your recovery codes. It does not work again.',
  },
  passkey_added: {
    subject: 'A passkey was added to Lanyard',
    heading: 'A passkey was added',
    text: 'A new passkey opens your vault from now on.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from Lanyard',
    heading: 'A passkey was removed',
    text: 'One of your passkeys no longer opens your vault.',
  },
  account_linked: {
    subject: 'Another way into Lanyard was added',
    heading: 'Another account was linked',
    text: 'An account of yours at another service opens your vault from now on.',
  },
  account_unlinked: {
    subject: 'A way into Lanyard was removed',
    heading: 'A linked account was removed',
    text: 'An account of yours at another service no longer opens your vault.',
  },
} as const
export type SignInMethodChange = keyof typeof changes

/** Carries no link on purpose: who gets it by surprise should go to the site on their own. */
export function signInMethodChangedMessage({ to, name }: Person, change: SignInMethodChange): Message {
  const { subject, heading, text } = changes[change]
  return message(to, `way_in_${change}`, subject, {
    heading,
    name,
    paragraphs: [text],
    notYou:
      'Not you? Open Lanyard, choose “Forgot password” on the sign-in page and set a new one now. Then look at Settings, Security.',
  })
}

/** `device` as in "Safari on an iPhone", `at` in words and with its zone. */
export function newDeviceMessage(
  { to, name }: Person,
  { device, at, isShared }: { device: string | null; at: string; isShared: boolean },
): Message {
  const what = device ?? 'a browser that we do not know'
  return message(to, 'new_device', 'A new sign-in to Lanyard', {
    heading: isShared ? 'You signed in on a shared computer' : 'You signed in on a new device',
    name,
    paragraphs: [
      `Your vault was opened with ${what} on ${at}.`,
      ...(isShared ? ['It closes by itself after 15 minutes without use.'] : []),
      'If that was you, there is nothing to do.',
    ],
    notYou:
      'Not you? Open Lanyard, choose “Forgot password” on the sign-in page and set a new one now: it signs everyone out.',
  })
}

/** The last one, to an account that is gone: it names nobody, for nobody is known any more. */
export function accountDeletedMessage(to: string): Message {
  return message(to, 'account_deleted', 'Your Lanyard account was deleted', {
    heading: 'Your account is gone',
    name: '',
    paragraphs: [
      'You asked for it, and it is done: everything that was in your account was removed. Credentials, CE hours, files, share links, sessions, settings and the log of your activity.',
      'Your address goes with this message, so this is the last one. Backups that the operator keeps are overwritten on the operator’s schedule.',
      'If you come back one day, you start with an empty vault.',
    ],
    notYou:
      'Not you? Then someone knew how to get into your account. It cannot be brought back; change the password of this mailbox, and that of every place where you used the same one.',
  })
}

function message(to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter) }
}
