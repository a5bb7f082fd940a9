import PostalMime, { type Attachment } from 'postal-mime'
import { textOf } from './head-service.ts'

export type MailPart = { name: string; mimeType: string; bytes: Buffer }

/** `forceRfc822Attachments`: a forwarded mail is a part with its documents, not text of the mail. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 262_144, forceRfc822Attachments: true }
/** Forwarded mails in forwarded mails. */
const MAX_FORWARDS = 3
/** Lines that may separate parts. The library bounds how deep parts are, not how many there are. */
const MAX_BOUNDARIES = 2000
/** More documents than any mail of a person has, to read no more of them than necessary. */
const MAX_PARTS = 50
const MAX_NAME = 100
/** Logos and social media icons in a signature are smaller, photos of a certificate are larger. */
const DECORATION_BYTES = 20_480

/** The documents of a mail, with those of forwarded mails that are attached. Rejects for what is built to take long. */
export async function partsOf(raw: Buffer, forwards = 0): Promise<MailPart[]> {
  if (countBoundaries(raw) > MAX_BOUNDARIES) throw new Error('The mail has too many parts')
  const { attachments } = await PostalMime.parse(raw, limits)
  const parts: MailPart[] = []
  for (const attachment of attachments) {
    if (parts.length >= MAX_PARTS) break
    const { mimeType, filename } = attachment
    const bytes = bytesOf(attachment)
    if (isLeftOut(attachment, bytes)) continue
    const name = textOf(filename ?? '', MAX_NAME)
    if (forwards < MAX_FORWARDS && isForwarded(mimeType, name, bytes))
      parts.push(...(await partsOf(bytes, forwards + 1)))
    else parts.push({ name: name || 'document', mimeType, bytes })
  }
  return parts.slice(0, MAX_PARTS)
}

/** Lines that are the boundary of a part, by the boundaries that the mail declares. */
function countBoundaries(raw: Buffer): number {
  const text = raw.toString('latin1')
  const declared = new Set<string>()
  for (const [, quoted, plain] of text.matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi))
    declared.add(`--${(quoted ?? plain ?? '').trimEnd()}`)
  let count = 0
  for (let at = text.indexOf('\n--'); at !== -1; at = text.indexOf('\n--', at + 3)) {
    const end = text.indexOf('\n', at + 1)
    const line = text.slice(at + 1, end === -1 ? undefined : Math.min(end, at + 210)).trimEnd()
    if (declared.has(line) || declared.has(line.replace(/--$/, ''))) count += 1
  }
  return count
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
}

/** Some programs attach a mail as any file: its name says so, and it begins with headers. */
function isForwarded(mimeType: string, name: string, bytes: Buffer): boolean {
  if (mimeType === 'message/rfc822') return true
  return (
    /\.eml$/i.test(name) &&
    /^(\S[^:\r\n]{0,70}:[^\r\n]*(\r?\n[ \t][^\r\n]*)*\r?\n){2}/.test(bytes.toString('latin1', 0, 8192))
  )
}

/** What mail programs add and nobody would call a document: pictures of a signature, keys, empty texts. */
function isLeftOut({ mimeType, filename, related, disposition }: Attachment, bytes: Buffer): boolean {
  if (/^(text\/calendar|application\/(pgp-|(x-)?pkcs7-))/.test(mimeType)) return true
  if (mimeType.startsWith('text/') && (!filename || /^ATT\d+\.(txt|html?)$/i.test(filename))) return true
  const isInText = related || disposition === 'inline'
  return mimeType.startsWith('image/') && isInText && bytes.length < DECORATION_BYTES
}
