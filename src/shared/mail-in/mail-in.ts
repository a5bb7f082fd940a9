import { z } from 'zod'
import { email } from '#shared/auth/registration.ts'
import { file } from '#shared/files/file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { instant, uuid } from '#shared/kernel/fields.ts'

export const MAX_SENDERS = 20
export const MAX_FILES_PER_MAIL = 10
/** Mails of one owner that wait to be allowed. */
export const MAX_HELD = 20
/** 40 MiB: a file of the maximum size is a third larger in a mail. */
export const MAX_MAIL_BYTES = 41_943_040
/** A held mail is deleted after this. */
export const HELD_DAYS = 30
/** What is known of a mail, besides its files, is deleted after this. */
export const MAIL_DAYS = 90

/** Why a file of a mail was not taken; `unreadable` and `mailTooLarge` are of the whole mail, and have no name. */
export const refusedReason = z.enum([
  'kind',
  'archive',
  'winmail',
  'tooLarge',
  'damaged',
  'infected',
  'tooMany',
  'noSpace',
  'unreadable',
  'mailTooLarge',
])
export type RefusedReason = z.infer<typeof refusedReason>
export const refusedFile = z.object({ name: z.string(), reason: refusedReason })
export type RefusedFile = z.infer<typeof refusedFile>

/** What the mail server of the operator found out about the sender, such as `pass`; `null` where it says nothing. */
export const senderChecks = z.object({
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
})
export type SenderChecks = z.infer<typeof senderChecks>

/** `address` is `null` while it is off, and if it cannot be decrypted: then `createdAt` is set. */
export const mailInState = z.object({
  isAvailable: z.boolean(),
  address: z.string().nullable(),
  createdAt: instant.nullable(),
  senders: z.array(z.string()).describe('Besides the address of the account'),
})
export type MailInState = z.infer<typeof mailInState>

export const sendersInput = z.strictObject({
  senders: z.array(email).max(MAX_SENDERS, msg`You can allow at most ${MAX_SENDERS} senders`),
})

export const receivedMail = z.object({
  id: uuid,
  sender: z.string(),
  subject: z.string(),
  receivedAt: instant,
  isHeld: z.boolean().describe('Its sender is not allowed: its files wait until you allow it'),
  checks: senderChecks.nullable(),
  refused: z.array(refusedFile),
  files: z.array(file).describe('Of a held mail all, else those that are not attached yet'),
})
export type ReceivedMail = z.infer<typeof receivedMail>
export const receivedMails = z.object({ items: z.array(receivedMail) })

/** `remember`: mails of the same sender are taken from now on. */
export const allowInput = z.strictObject({ remember: z.boolean() })
