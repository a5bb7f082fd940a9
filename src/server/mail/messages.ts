import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

/** `name` is the owner's, as typed, or empty; `url` is absolute and built from `config.publicUrl` only. */
type Addressed = { to: string; name: string; url: string }

/** "Confirm your address", for an account just made. The link lives 24 hours. */
export function verifyEmailMessage({ to, name, url }: Addressed): Message {
  return message(to, 'verify_email', 'Confirm your email for Lanyard', {
    heading: 'Confirm your email address',
    name,
    paragraphs: [
      'Welcome to Lanyard. One step is left: confirm that this address is yours, and your vault opens.',
    ],
    action: { label: 'Confirm my address', url },
    lifetime:
      'The link works once, for 24 hours. If it has run out, you can ask for a new one when you sign in.',
    notYou:
      'Not you? Then someone typed your address, most likely by mistake. You can leave this message alone; the account stays closed.',
  })
}

/** The link lives 30 minutes. */
export function resetPasswordMessage({ to, name, url }: Addressed): Message {
  return message(to, 'reset_password', 'Set a new password for Lanyard', {
    heading: 'Set a new password',
    name,
    paragraphs: ['Someone, most likely you, asked to set a new password for your vault. Choose one here:'],
    action: { label: 'Choose a new password', url },
    lifetime: 'The link works once, for 30 minutes. Until you use it, your old password stays as it is.',
    notYou:
      'Not you? You can leave this message alone. Nothing changes unless the link is used, so do not pass it on.',
  })
}

/** For whoever registers an address that has an account: the page tells them nothing, this message does. */
export function existingAccountMessage({ to, name, url }: Addressed): Message {
  return message(to, 'existing_account', 'You already have a Lanyard account', {
    heading: 'You already have an account',
    name,
    paragraphs: [
      'Someone, perhaps you, tried to register with this address. It already has a vault, so no second one was made. Everything in it is as you left it.',
      'If you have forgotten your password, the sign-in page can send you a link to set a new one.',
    ],
    action: { label: 'Go to sign in', url },
    notYou:
      'Not you? You can leave this message alone. Whoever it was did not learn that you have an account.',
  })
}

/** Carries no link on purpose: who gets it by surprise should go to the site on their own. */
export function passwordChangedMessage({ to, name }: Omit<Addressed, 'url'>): Message {
  return message(to, 'password_changed', 'Your Lanyard password was changed', {
    heading: 'Your password was changed',
    name,
    paragraphs: [
      'The password of your vault was changed a moment ago. Your other devices were signed out, and ask for the new password when you next open Lanyard there.',
    ],
    notYou:
      'Not you? Open Lanyard, choose “Forgot password” on the sign-in page and set a new one now. Then change the password of this mailbox too.',
  })
}

function message(to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter) }
}
