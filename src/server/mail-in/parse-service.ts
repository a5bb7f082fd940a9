import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { z } from 'zod'
import { cleanText } from '#shared/kernel/text.ts'
import type { SenderChecks } from '#shared/mail-in/mail-in.ts'

export type MailPart = { name: string; mimeType: string; bytes: Buffer }

export type ParsedMail = {
  /** In lower case. */
  sender: string
  subject: string
  /** The Message-ID, or what stands for it where there is none. */
  messageId: string
  /** Values of headers that name recipients. */
  recipients: string[]
  /** Sent by a program in answer to something, to a list, or by a mail server about another mail. */
  isAutomatic: boolean
  checks: SenderChecks | null
  parts: MailPart[]
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 262_144, maxRfc822NestingDepth: 3 }
const MAX_FORWARDS = 3
const MAX_NAME = 100
const MAX_SUBJECT = 200
/** Lines that may separate parts. The parser bounds how deep parts are, not how many there are. */
const MAX_BOUNDARIES = 2000
/** More parts than any mail of a person has, to read no more of them than necessary. */
const MAX_PARTS = 50
/** Logos and social media icons in a signature are smaller, photos of a certificate are larger. */
const DECORATION_BYTES = 20_480

const recipientHeaders = [
  'to',
  'cc',
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
]

/** `null` for what is not a mail, has no sender, or is built to take long. */
export async function parseMail(raw: Buffer, authServer: string | undefined): Promise<ParsedMail | null> {
  if (countBoundaries(raw) > MAX_BOUNDARIES) return null
  const email = await parse(raw)
  const sender = email && senderOf(email.from)
  if (!email || !sender) return null
  const valuesOf = (key: string) =>
    email.headers.filter((header) => header.key === key).map(({ value }) => value)
  const subject = textOf(email.subject ?? '', MAX_SUBJECT)
  return {
    sender,
    subject,
    messageId: email.messageId?.slice(0, 998) ?? JSON.stringify([sender, email.date, subject]),
    recipients: recipientHeaders.flatMap(valuesOf),
    isAutomatic: isAutomatic(valuesOf),
    checks: authServer === undefined ? null : checksOf(valuesOf('authentication-results')[0], authServer),
    parts: await partsOf(email, 0),
  }
}

const parse = (raw: Uint8Array) => PostalMime.parse(raw, limits).catch(() => null)

function countBoundaries(raw: Buffer): number {
  let count = 0
  for (let at = raw.indexOf('\n--'); at !== -1 && count <= MAX_BOUNDARIES; at = raw.indexOf('\n--', at + 3))
    count += 1
  return count
}

const address = z.email().max(254)

function senderOf(from: Address | undefined): string | null {
  const { data } = address.safeParse(from?.address?.trim().toLowerCase())
  return data ?? null
}

function textOf(given: string, most: number): string {
  return [...cleanText(given.toWellFormed().replace(/\s+/g, ' '))].slice(0, most).join('')
}

/** List-Unsubscribe alone does not count: certificates of course providers have it, too. */
function isAutomatic(valuesOf: (key: string) => string[]): boolean {
  const isAnswer = valuesOf('auto-submitted').some((value) => !/^\s*no\b/i.test(value))
  const isBulk = valuesOf('precedence').some((value) => /^\s*(bulk|junk|list|auto_reply)\b/i.test(value))
  const isList = ['list-id', 'list-post', 'x-autoreply', 'x-autorespond'].some(
    (key) => valuesOf(key).length > 0,
  )
  const isReport = valuesOf('content-type').some((value) => /^\s*multipart\/report\b/i.test(value))
  const isBounce = valuesOf('return-path').some((value) => value.trim() === '<>')
  return isAnswer || isBulk || isList || isReport || isBounce
}

/**
 * Of the first header only, which the last server wrote, and only if that is the operator's: anyone can put such a
 * header into a mail.
 */
function checksOf(header: string | undefined, authServer: string): SenderChecks | null {
  const [server = '', ...results] = (header ?? '').toLowerCase().split(';')
  if (server.trim().split(/\s+/)[0] !== authServer) return null
  const resultOf = (method: string) => {
    for (const result of results) {
      const [, found] = new RegExp(`^\\s*${method}\\s*=\\s*([a-z]{1,20})\\b`).exec(result) ?? []
      if (found) return found
    }
    return null
  }
  return { spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') }
}

/** With those of forwarded mails that are attached. */
async function partsOf(email: Email, depth: number): Promise<MailPart[]> {
  const parts: MailPart[] = []
  for (const attachment of email.attachments.slice(0, MAX_PARTS)) {
    const bytes = bytesOf(attachment)
    if (isLeftOut(attachment, bytes)) continue
    const isForwarded = attachment.mimeType === 'message/rfc822' && depth < MAX_FORWARDS
    const forwarded = isForwarded ? await parse(bytes) : null
    if (forwarded) parts.push(...(await partsOf(forwarded, depth + 1)))
    else parts.push({ name: nameOf(attachment), mimeType: attachment.mimeType, bytes })
    if (parts.length > MAX_PARTS) break
  }
  return parts.slice(0, MAX_PARTS)
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
}

const nameOf = ({ filename }: Attachment) => textOf(filename ?? '', MAX_NAME) || 'document'

/** What mail programs add and nobody would call a document: pictures of a signature, keys, empty texts. */
function isLeftOut({ mimeType, filename, related, disposition }: Attachment, bytes: Buffer): boolean {
  if (/^(text\/calendar|application\/(pgp-|(x-)?pkcs7-))/.test(mimeType)) return true
  if (mimeType.startsWith('text/') && (!filename || /^ATT\d+\.(txt|html?)$/i.test(filename))) return true
  const isInText = related === true || disposition === 'inline'
  return mimeType.startsWith('image/') && isInText && bytes.length < DECORATION_BYTES
}
