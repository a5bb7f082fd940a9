import PostalMime, { type Email } from 'postal-mime'
import { headSizeOf, MAX_HEAD_BYTES, textOf } from './head-service.ts'

export type MailPart = { name: string; mimeType: string; bytes: Buffer }

/** Parts in parts. */
const MAX_DEPTH = 20
/** Forwarded mails in forwarded mails. */
const MAX_FORWARDS = 3
/** Parts of any kind. The mails of people have a few dozen at most. */
const MAX_ENTITIES = 2000
/** More documents than any mail of a person has, to read no more of them than necessary. */
const MAX_PARTS = 50
const MAX_NAME = 100
const MAX_BOUNDARY = 200
/** Logos and social media icons in a signature are smaller, photos of a certificate are larger. */
const DECORATION_BYTES = 20_480

/** A part of a mail or the mail itself: `raw` has its headers and its text. */
type Entity = { raw: Buffer; depth: number; forwards: number; isRelated: boolean }
type Walk = { entities: number; headBytes: number; parts: MailPart[] }

/**
 * The documents of a mail, with those of forwarded mails that are attached. Rejects for what is built to take long.
 * Splits at boundaries without looking at each line, because a file of 25 MiB has 500,000.
 */
export async function partsOf(raw: Buffer): Promise<MailPart[]> {
  const walk: Walk = { entities: 0, headBytes: 0, parts: [] }
  await visit(walk, { raw, depth: 0, forwards: 0, isRelated: false })
  return walk.parts
}

async function visit(walk: Walk, entity: Entity): Promise<void> {
  if (walk.parts.length === MAX_PARTS) return
  const { raw, depth, forwards } = entity
  const headSize = headSizeOf(raw, MAX_HEAD_BYTES + 1)
  walk.entities += 1
  walk.headBytes += headSize
  if (depth > MAX_DEPTH || walk.entities > MAX_ENTITIES || walk.headBytes > MAX_HEAD_BYTES)
    throw new Error('The mail has too many parts or headers')
  const head = await readHeaders(raw.subarray(0, headSize))
  const headerOf = (key: string) => head.headers.find((header) => header.key === key)?.value ?? ''
  const body = raw.subarray(headSize)
  const [, multipart] = /^\s*multipart\/([\w.+-]+)/i.exec(headerOf('content-type')) ?? []
  if (multipart !== undefined) {
    const isRelated = entity.isRelated || multipart.toLowerCase() === 'related'
    for (const part of split(body, boundaryOf(headerOf('content-type'))))
      await visit(walk, { raw: part, depth: depth + 1, forwards, isRelated })
    return
  }
  // The text of the mail is none.
  const [attachment] = head.attachments
  if (!attachment) return
  const { mimeType, filename } = attachment
  const bytes = decode(body, headerOf('content-transfer-encoding'))
  const name = textOf(filename ?? '', MAX_NAME)
  const isInText =
    (entity.isRelated && attachment.contentId !== undefined) || attachment.disposition === 'inline'
  if (isLeftOut({ mimeType, filename, isInText }, bytes)) return
  if (forwards < MAX_FORWARDS && isForwarded(mimeType, name, bytes))
    return visit(walk, { raw: bytes, depth: depth + 1, forwards: forwards + 1, isRelated: false })
  walk.parts.push({ name: name || 'document', mimeType, bytes })
}

/** Names in all their encodings. The text is left out: the parser reads it line by line. */
function readHeaders(head: Buffer): Promise<Email> {
  const withoutText = Buffer.concat([head, Buffer.from('\r\n\r\nAAAA')])
  return PostalMime.parse(withoutText, { forceRfc822Attachments: true, maxHeadersSize: MAX_HEAD_BYTES + 1 })
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(contentType) ?? []
  return (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '').slice(0, MAX_BOUNDARY)
}

/** What is between the lines of the boundary. */
function split(body: Buffer, boundary: string): Buffer[] {
  if (boundary === '') return []
  const line = Buffer.from(`--${boundary}`)
  const parts: Buffer[] = []
  let start: number | null = null
  for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + line.length)) {
    const after = readBoundary(body, at, line.length)
    if (!after) continue
    if (start !== null) parts.push(body.subarray(start, textEnd(body, start, at)))
    if (parts.length > MAX_ENTITIES) return parts
    start = after.isLast ? null : after.end
    if (after.isLast) return parts
  }
  if (start !== null) parts.push(body.subarray(start))
  return parts
}

/** `null` if it only looks like one: it stands at the start of a line, and nothing follows it but `--` and spaces. */
function readBoundary(body: Buffer, at: number, length: number): { end: number; isLast: boolean } | null {
  if (at > 0 && body[at - 1] !== 0x0a) return null
  let end = at + length
  const isLast = body[end] === 0x2d && body[end + 1] === 0x2d
  if (isLast) end += 2
  const lineEnd = endOfLine(body, end)
  return lineEnd === null ? null : { end: lineEnd, isLast }
}

/** The line break before a boundary belongs to the boundary. */
function textEnd(body: Buffer, start: number, boundary: number): number {
  let end = boundary
  if (end > start && body[end - 1] === 0x0a) end -= 1
  if (end > start && body[end - 1] === 0x0d) end -= 1
  return end
}

function decode(body: Buffer, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return decodeBase64(body.toString('latin1').trimEnd())
  if (/quoted-printable/i.test(encoding)) return decodeQuoted(body)
  return body
}

/** Some programs pad every line, and Node stops at the first padding. */
function decodeBase64(text: string): Buffer {
  const padding = text.indexOf('=')
  if (padding === -1 || padding >= text.length - 2) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split(/=+/).map((unit) => Buffer.from(unit, 'base64')))
}

function decodeQuoted(body: Buffer): Buffer {
  const decoded = Buffer.alloc(body.length)
  let size = 0
  let at = 0
  while (at < body.length) {
    const isCode = body[at] === 0x3d
    const code = isCode ? hexDigit(body[at + 1]) * 16 + hexDigit(body[at + 2]) : Number.NaN
    const lineEnd = isCode && Number.isNaN(code) ? endOfLine(body, at + 1) : null
    if (lineEnd === null) {
      decoded[size] = Number.isNaN(code) ? (body[at] ?? 0) : code
      size += 1
    }
    at = lineEnd ?? at + (Number.isNaN(code) ? 1 : 3)
  }
  return decoded.subarray(0, size)
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** Where the next line begins; `null` if something else than spaces stands before it. */
function endOfLine(body: Buffer, from: number): number | null {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at += 1
  if (body[at] === 0x0d) at += 1
  if (at === body.length) return at
  return body[at] === 0x0a ? at + 1 : null
}

/** Some programs attach a mail as any file: its name says so, and it begins with headers. */
function isForwarded(mimeType: string, name: string, bytes: Buffer): boolean {
  if (mimeType === 'message/rfc822') return true
  return (
    /\.eml$/i.test(name) &&
    /^(\S[^:\r\n]{0,70}:[^\r\n]*(\r?\n[ \t][^\r\n]*)*\r?\n){2}/.test(bytes.toString('latin1', 0, 8192))
  )
}

type Described = { mimeType: string; filename: string | null; isInText: boolean }

/** What mail programs add and nobody would call a document: pictures of a signature, keys, empty texts. */
function isLeftOut({ mimeType, filename, isInText }: Described, bytes: Buffer): boolean {
  if (/^(text\/calendar|application\/(pgp-|(x-)?pkcs7-))/.test(mimeType)) return true
  if (mimeType.startsWith('text/') && (!filename || /^ATT\d+\.(txt|html?)$/i.test(filename))) return true
  return mimeType.startsWith('image/') && isInText && bytes.length < DECORATION_BYTES
}
