import { deviceIn } from '#shared/auth/device.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { type Letter, layOut } from './layout.ts'
import type { Message } from './mailer.ts'

type Person = { to: string; name: string; t: Translate }
type Addressed = Person & { url: string }

/** The link works for 10 minutes. */
export function signInLinkMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'sign_in_link', t`Your link to sign in to Lanyard`, {
    heading: t`Sign in to your vault`,
    name,
    paragraphs: [t`Someone, most likely you, asked to sign in without a password. Use this link to sign in:`],
    action: { label: t`Sign in`, url },
    lifetime: t`The link works once, for 10 minutes.`,
    notYou: t`Not you? You can ignore this message, but do not forward the link: it opens your vault.`,
  })
}

/** To the new address. The link works for 24 hours. */
export function changeEmailMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'change_email', t`Confirm your new email for Lanyard`, {
    heading: t`Confirm your new email address`,
    name,
    paragraphs: [
      t`You asked to use this address for your vault. Confirm that it is yours; after that you sign in with it.`,
    ],
    action: { label: t`Use this address`, url },
    lifetime: t`The link works once, for 24 hours. Your old address stays until you use it.`,
    notYou: t`Not you? Someone probably entered your address by mistake. You can ignore this message.`,
  })
}

/** To the present address, before anything changes. The link works for 7 days. */
export function emailChangeAskedMessage({
  to,
  name,
  url,
  newEmail,
  t,
}: Addressed & { newEmail: string }): Message {
  return message(t, to, 'email_change_asked', t`A new email was requested for Lanyard`, {
    heading: t`Someone asked to change your email address`,
    name,
    paragraphs: [
      t`Someone, most likely you, asked to change the email address of your vault to ${newEmail}. Nothing changes until the new address is confirmed.`,
      t`If this was you, there is nothing to do.`,
    ],
    action: { label: t`Stop this and secure my vault`, url },
    lifetime: t(recoveryLifetime),
    notYou: t`Not you? Someone knows how to sign in to your vault. Use the link now.`,
  })
}

const recoveryLifetime = msg`The link works once, for 7 days. It keeps this address, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.`

/** To the old address, with a link that restores it. The link works for 7 days. */
export function emailChangedMessage({
  to,
  name,
  url,
  newEmail,
  t,
}: Addressed & { newEmail: string }): Message {
  return message(t, to, 'email_changed', t`Your Lanyard email was changed`, {
    heading: t`Your email address was changed`,
    name,
    paragraphs: [
      t`The email address of your vault is now ${newEmail}. You can no longer sign in with this one.`,
      t`If this was you, there is nothing to do.`,
    ],
    action: { label: t`Restore this address`, url },
    lifetime: t`The link works once, for 7 days. It restores this address, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.`,
    notYou: t`Not you? Use the link now, and change the password of this mailbox too.`,
  })
}

/** With a link that turns it off, in case someone else turned it on. The link works for 7 days. */
export function twoFactorOnMessage({ to, name, url, t }: Addressed): Message {
  return message(t, to, 'second_factor_on', t`Signing in to Lanyard now takes a code`, {
    heading: t`Two-step verification was turned on`,
    name,
    paragraphs: [
      t`Signing in to your vault now also takes a code from an authenticator app. Your other devices were signed out.`,
      t`If this was you, there is nothing to do. Keep your recovery codes where you can find them without your phone.`,
    ],
    action: { label: t`Turn off two-step verification`, url },
    lifetime: t`The link works once, for 7 days. It turns off two-step verification, signs everyone out, removes what was added recently, such as passkeys and share links, and lets you choose a new password.`,
    notYou: t`Not you? Someone knows how to sign in to your vault. Use the link now.`,
  })
}

const changes = {
  second_factor_off: {
    subject: msg`Signing in to Lanyard no longer takes a code`,
    heading: msg`Two-step verification was turned off`,
    text: msg`Signing in to your vault no longer takes a code from an authenticator app. Your recovery codes no longer work.`,
  },
  recovery_codes: {
    subject: msg`New recovery codes for Lanyard`,
    heading: msg`Your recovery codes were replaced`,
    text: msg`New recovery codes were created for your vault. The old ones no longer work.`,
  },
  recovery_code_used: {
    subject: msg`A recovery code was used to sign in to Lanyard`,
    heading: msg`A recovery code was used`,
    text: msg`Someone, most likely you, signed in with one of your recovery codes. That code no longer works.`,
  },
  passkey_added: {
    subject: msg`A passkey was added to Lanyard`,
    heading: msg`A passkey was added`,
    text: msg`You can now sign in to your vault with a new passkey.`,
  },
  passkey_removed: {
    subject: msg`A passkey was removed from Lanyard`,
    heading: msg`A passkey was removed`,
    text: msg`One of your passkeys can no longer be used to sign in to your vault.`,
  },
  account_linked: {
    subject: msg`An account was linked to Lanyard`,
    heading: msg`An account was linked`,
    text: msg`You can now sign in to your vault with an account at another service.`,
  },
  calendar_made: {
    subject: msg`A calendar feed was created in Lanyard`,
    heading: msg`A calendar feed was created`,
    text: msg`Anyone who has its URL can see what is in your vault and when it expires.`,
  },
  mail_address_made: {
    subject: msg`An address for documents by email was created in Lanyard`,
    heading: msg`An address for documents by email was created`,
    text: msg`Documents that are sent to it wait in your vault until you look at them. You can turn it off in Settings, Data & account.`,
  },
  webhook_set: {
    subject: msg`A webhook was set in Lanyard`,
    heading: msg`A webhook was set`,
    text: msg`Your reminders are now also sent to another service.`,
  },
  second_person_named: {
    subject: msg`A second person was named in Lanyard`,
    heading: msg`A second person was named`,
    text: msg`Once they confirm, they get an email with the title and date of what expires while you do not react to reminders. You can end it in Settings, Reminders.`,
  },
  access_token_made: {
    subject: msg`An access token was created in Lanyard`,
    heading: msg`An access token was created`,
    text: msg`A program that has it can now read or change what is in your vault, as far as you allowed. You can end it in Settings, Security.`,
  },
  pass_made: {
    subject: msg`A wallet pass was made in Lanyard`,
    heading: msg`A wallet pass was made`,
    text: msg`A phone that has it shows one of your credentials and its later changes. You can end it in Settings, Security.`,
  },
  push_added: {
    subject: msg`Notifications were turned on in Lanyard`,
    heading: msg`A device gets your notifications`,
    text: msg`Your reminders are now also shown on a device that did not get them before.`,
  },
  account_unlinked: {
    subject: msg`An account was unlinked from Lanyard`,
    heading: msg`A linked account was removed`,
    text: msg`An account at another service can no longer be used to sign in to your vault.`,
  },
} as const
export type SignInMethodChange = keyof typeof changes

/**
 * No link on purpose: anyone surprised by this message should go to the site on their own. `address`: whom or what was
 * added.
 */
export function signInMethodChangedMessage(
  { to, name, t }: Person,
  change: SignInMethodChange,
  address?: string,
): Message {
  const { subject, heading, text } = changes[change]
  return message(t, to, `way_in_${change}`, t(subject), {
    heading: t(heading),
    name,
    paragraphs: [t(text), ...(address ? [t`The address is ${address}.`] : [])],
    notYou: t`Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. Then check Settings, Security.`,
  })
}

type SignInDetails = {
  /** A name such as "Safari on an iPhone". */
  device: string | null
  /** A time with its time zone. */
  at: string
  /** What the owner may not know. */
  news: 'device' | 'shared' | 'network'
}

export function newSignInMessage({ to, name, t }: Person, { device, at, news }: SignInDetails): Message {
  const browser = device === null ? t`an unknown browser` : deviceIn(device, t)
  const headings = {
    device: t`You signed in on a new device`,
    shared: t`You signed in on a shared computer`,
    network: t`You signed in from a new network`,
  }
  const more = {
    device: [],
    shared: [t`You will be signed out after 15 minutes without use.`],
    network: [t`The device is known, but not the network: your account was not used there in the last year.`],
  }
  return message(t, to, 'new_device', t`A new sign-in to Lanyard`, {
    heading: headings[news],
    name,
    paragraphs: [
      t`Someone signed in to your vault with ${browser} on ${at}.`,
      ...more[news],
      t`If this was you, there is nothing to do.`,
    ],
    notYou: t`Not you? Open Lanyard, choose “Forgot your password?” on the sign-in page and set a new one now. That signs everyone out.`,
  })
}

/** The last message to a deleted account. It has no name in it, because the name is deleted too. */
export function accountDeletedMessage(to: string, t: Translate): Message {
  return message(t, to, 'account_deleted', t`Your Lanyard account was deleted`, {
    heading: t`Your account was deleted`,
    name: '',
    paragraphs: [
      t`As you asked, your account was deleted with everything in it: credentials, CE hours, files, share links, sessions, settings and your activity log.`,
      t`Your email address is deleted with this message, so it is the last one. Backups that the operator keeps are overwritten on the operator’s schedule.`,
      t`If you come back, you start with an empty vault.`,
    ],
    notYou: t`Not you? Someone was able to sign in to your account. It cannot be restored. Change the password of this mailbox, and of every site where you used the same password.`,
  })
}

function message(t: Translate, to: string, kind: string, subject: string, letter: Letter): Message {
  return { to, subject, kind, ...layOut(letter, t) }
}
