import { addressParser, decodeWords } from 'postal-mime'
import { cleanText } from '#shared/kernel/text.ts'
import type { SenderChecks } from '#shared/mail-in/mail-in.ts'

/** What the headers of a mail say. */
export type MailHead = {
  /** In lower case; empty if the mail names no sender. */
  sender: string
  subject: string
  /** The Message-ID, or what stands for it where there is none. */
  messageId: string
  /** Values of headers that name recipients. */
  recipients: string[]
  /** Sent by a program in answer to something, to a list, or by a mail server about another mail. */
  isAutomatic: boolean
  /** Sent to many at once. */
  isBulk: boolean
  checks: SenderChecks | null
  /** Where the text begins, as an index of bytes. */
  size: number
}

/** Headers beyond this are not read. Those of a mail of a person are much smaller. */
export const MAX_HEAD_BYTES = 262_144
const MAX_VALUE = 2000
const MAX_SENDER = 254
const MAX_SUBJECT = 200

const recipientHeaders = [
  'to',
  'cc',
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
]

/** Reads no more than the beginning of a mail, so that it takes no time that requests need. */
export function readHead(raw: Buffer, authServer: string | undefined): MailHead {
  const size = headSizeOf(raw, MAX_HEAD_BYTES)
  const fields = fieldsOf(raw.toString('utf8', 0, size))
  const valuesOf = (key: string) => fields.get(key) ?? []
  const firstOf = (key: string) => (valuesOf(key)[0] ?? '').slice(0, MAX_VALUE)
  const sender = senderOf(firstOf('from'))
  const subject = textOf(decodeWords(firstOf('subject')), MAX_SUBJECT)
  return {
    ...{ sender, subject, size },
    messageId: firstOf('message-id').slice(0, 998) || JSON.stringify([sender, firstOf('date'), subject]),
    recipients: recipientHeaders.flatMap(valuesOf),
    isAutomatic: isAutomatic(valuesOf),
    isBulk: valuesOf('precedence').some((value) => /^(bulk|junk)\b/i.test(value)),
    checks: authServer === undefined ? null : checksOf(valuesOf('authentication-results')[0], authServer),
  }
}

/** With the empty line that ends it. At most `most`: then a mail without an end of its headers has no text. */
export function headSizeOf(raw: Buffer, most: number): number {
  const start = raw.subarray(0, most)
  if (start[0] === 0x0a) return 1
  if (start[0] === 0x0d && start[1] === 0x0a) return 2
  const ends = ['\n\r\n', '\n\n'].flatMap((end) => {
    const at = start.indexOf(end)
    return at === -1 ? [] : [at + end.length]
  })
  return Math.min(start.length, ...ends)
}

/** By name in lower case, each value in one line. */
function fieldsOf(head: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const key = line.slice(0, colon).trim().toLowerCase()
    const values = fields.get(key)
    const value = line.slice(colon + 1).trim()
    if (values) values.push(value)
    else fields.set(key, [value])
  }
  return fields
}

function senderOf(from: string): string {
  const sender = textOf(addressParser(from)[0]?.address ?? '', MAX_SENDER)
  return sender.toLowerCase()
}

export function textOf(given: string, most: number): string {
  return [...cleanText(given.toWellFormed().replace(/\s+/g, ' '))].slice(0, most).join('').trim()
}

/**
 * `Auto-Submitted: auto-generated` does not count: a program that sends a certificate says so. Neither does
 * List-Unsubscribe alone: certificates of course providers have it, too.
 */
function isAutomatic(valuesOf: (key: string) => string[]): boolean {
  const isAnswer = valuesOf('auto-submitted').some((value) => /^auto-replied\b/i.test(value))
  const isList = valuesOf('precedence').some((value) => /^(list|auto_reply)\b/i.test(value))
  const isMarked = ['list-id', 'list-post', 'x-autoreply', 'x-autorespond'].some(
    (key) => valuesOf(key).length > 0,
  )
  const isReport = valuesOf('content-type').some((value) => /^multipart\/report\b/i.test(value))
  const isBounce = valuesOf('return-path').some((value) => value === '<>')
  return isAnswer || isList || isMarked || isReport || isBounce
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
