import type { Translate } from '#shared/i18n/translate.ts'
import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

/** `name` is the owner's, as typed, or empty; `url` is absolute and built from `config.publicUrl` only. */
type Addressed = { to: string; name: string; url: string; t: Translate }

/** For a new account. The link works for 24 hours. */
export function verifyEmailMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'verify_email', t`Confirm your email for Lanyard`, {
    heading: t`Confirm your email address`,
    name,
    paragraphs: [
      t`Welcome to Lanyard. One step left: confirm that this is your email address, and your vault is ready.`,
    ],
    action: { label: t`Confirm my address`, url },
    lifetime: t`The link works once, for 24 hours. If it has expired, you can get a new one when you sign in.`,
    notYou: t`Not you? Someone probably entered your address by mistake. You can ignore this message; nobody can use the account.`,
  })
}

/** The link works for 30 minutes. */
export function resetPasswordMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'reset_password', t`Set a new password for Lanyard`, {
    heading: t`Set a new password`,
    name,
    paragraphs: [
      t`Someone, most likely you, asked to reset the password of your vault. Choose a new one here:`,
    ],
    action: { label: t`Choose a new password`, url },
    lifetime: t`The link works once, for 30 minutes. Your old password keeps working until you use it.`,
    notYou: t`Not you? You can ignore this message. Nothing changes unless the link is used, so do not forward it.`,
  })
}

/** For someone who registers an address that has an account: the page reveals nothing, this message does. */
export function existingAccountMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'existing_account', t`You already have a Lanyard account`, {
    heading: t`You already have an account`,
    name,
    paragraphs: [
      t`Someone, perhaps you, tried to create an account with this address. It already has one, so nothing was created, and your vault has not changed.`,
      t`If you forgot your password, the sign-in page can send you a link to set a new one.`,
    ],
    action: { label: t`Go to sign in`, url },
    notYou: t`Not you? You can ignore this message. Whoever it was did not learn that you have an account.`,
  })
}

/** For an address that the operator invites: it has no account yet. The link works for seven days. */
export function invitationMessage({ to, url, t }: Omit<Addressed, 'name'>): Message {
  return message(t, to, 'invitation', t`You are invited to Lanyard`, {
    heading: t`Create your vault`,
    name: '',
    paragraphs: [
      t`The operator of this installation of Lanyard invites you to create an account. Lanyard keeps your licenses, certifications and CE hours in one place and reminds you before they expire.`,
      t`Use this email address when you register. The invitation works for no other.`,
    ],
    action: { label: t`Create my account`, url },
    lifetime: t`The link works once, for 7 days.`,
    notYou: t`Did not expect this? You can ignore this message. Nothing happens unless the link is used.`,
  })
}

/** No link on purpose: anyone surprised by this message should go to the site on their own. */
export function passwordChangedMessage({ to, name, t }: Omit<Addressed, 'url'>): Message {
  return message(t, to, 'password_changed', t`Your Lanyard password was changed`, {
    heading: t`Your password was changed`,
    name,
    paragraphs: [
      t`The password of your vault was just changed. Your other devices were signed out and will need the new password.`,
    ],
    notYou: t`Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. Then change the password of this mailbox too.`,
  })
}

function message(t: Translate, to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter, t) }
}
