import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

/** `name` is the owner's, as typed, or empty; `url` is absolute and built from `config.publicUrl` only. */
type Addressed = { to: string; name: string; url: string }

/** For a new account. The link works for 24 hours. */
export function verifyEmailMessage({ to, name, url }: Addressed): Message {
  return message(to, 'verify_email', 'Confirm your email for Lanyard', {
    heading: 'Confirm your email address',
    name,
    paragraphs: [
      'Welcome to Lanyard. One step left: confirm that this is your email address, and your vault is ready.',
    ],
    action: { label: 'Confirm my address', url },
    lifetime: 'The link works once, for 24 hours. If it has expired, you can get a new one when you sign in.',
    notYou:
      'Not you? Someone probably entered your address by mistake. You can ignore this message; nobody can use the account.',
  })
}

/** The link works for 30 minutes. */
export function resetPasswordMessage({ to, name, url }: Addressed): Message {
  return message(to, 'reset_password', 'Set a new password for Lanyard', {
    heading: 'Set a new password',
    name,
    paragraphs: [
      'Someone, most likely you, asked to reset the password of your vault. Choose a new one here:',
    ],
    action: { label: 'Choose a new password', url },
    lifetime: 'The link works once, for 30 minutes. Your old password keeps working until you use it.',
    notYou:
      'Not you? You can ignore this message. Nothing changes unless the link is used, so do not forward it.',
  })
}

/** For someone who registers an address that has an account: the page reveals nothing, this message does. */
export function existingAccountMessage({ to, name, url }: Addressed): Message {
  return message(to, 'existing_account', 'You already have a Lanyard account', {
    heading: 'You already have an account',
    name,
    paragraphs: [
      'Someone, perhaps you, tried to create an account with this address. It already has one, so nothing was created, and your vault has not changed.',
      'If you forgot your password, the sign-in page can send you a link to set a new one.',
    ],
    action: { label: 'Go to sign in', url },
    notYou: 'Not you? You can ignore this message. Whoever it was did not learn that you have an account.',
  })
}

/** For an address that the operator invites: it has no account yet. The link works for seven days. */
export function invitationMessage({ to, url }: Omit<Addressed, 'name'>): Message {
  return message(to, 'invitation', 'You are invited to Lanyard', {
    heading: 'Create your vault',
    name: '',
    paragraphs: [
      'The operator of this installation of Lanyard invites you to create an account. Lanyard keeps your licenses, certifications and CE hours in one place and reminds you before they expire.',
      'Use this email address when you register. The invitation works for no other.',
    ],
    action: { label: 'Create my account', url },
    lifetime: 'The link works once, for 7 days.',
    notYou: 'Did not expect this? You can ignore this message. Nothing happens unless the link is used.',
  })
}

/** No link on purpose: anyone surprised by this message should go to the site on their own. */
export function passwordChangedMessage({ to, name }: Omit<Addressed, 'url'>): Message {
  return message(to, 'password_changed', 'Your Lanyard password was changed', {
    heading: 'Your password was changed',
    name,
    paragraphs: [
      'The password of your vault was just changed. Your other devices were signed out and will need the new password.',
    ],
    notYou:
      'Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. Then change the password of this mailbox too.',
  })
}

function message(to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter) }
}
