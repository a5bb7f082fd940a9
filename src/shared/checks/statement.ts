/**
 * What an installation states about a file that it made, written at the end of the file:
 *
 *     Lanyard-document {"code":…,"key":…} signature
 *
 * In a PDF it is a comment after the end of the document, in a ZIP the comment of the archive. Everything before it is
 * the content: its first `size` bytes, of which the statement names the SHA-256. docs/checking-a-file.md says how to
 * check a file without this program.
 */
export type Statement = {
  code: string
  kind: DocumentKind
  /** ISO instant. */
  madeAt: string
  size: number
  /** Hexadecimal, of the content. */
  sha256: string
  /** The installation’s: the beginning of the SHA-256 of its public key. */
  key: string
}

/** Everything a share link shows, a copy of one PDF of a link, or the records of a CE cycle. */
export const documentKinds = ['sharePacket', 'shareFile', 'cePacket'] as const
export type DocumentKind = (typeof documentKinds)[number]
export type SignedFormat = 'pdf' | 'zip'

const MARK = 'Lanyard-document '
const line = /Lanyard-document (\{[^\n]{1,600}\}) ([A-Za-z0-9+/]{86}==)/g
/** No statement with what surrounds it is longer. */
export const MAX_TAIL_BYTES = 1000

/** The text that is signed. The mark keeps a signature from meaning anything else. */
export function signedText(statement: Statement): string {
  const { code, kind, madeAt, size, sha256, key } = statement
  return `${MARK}${JSON.stringify({ code, kind, madeAt, size, sha256, key })}`
}

/** What is appended to the content. It has the same length for every hash and signature. */
export function tailOf(format: SignedFormat, signed: string, signature: string): string {
  return format === 'pdf' ? `%${signed} ${signature}\n%%EOF\n` : `${signed} ${signature}\n`
}

/** A statement as it was found. Nothing in it is true before its signature is verified. */
export type FoundStatement = { claimed: Statement; signed: string; signature: string }

/** The last statement in a text; `null` without one. */
export function findStatement(text: string): FoundStatement | null {
  const found = [...text.matchAll(line)].at(-1)
  if (!found) return null
  const [, json = '', signature = ''] = found
  try {
    const claimed: Statement = JSON.parse(json)
    return { claimed, signed: `${MARK}${json}`, signature }
  } catch {
    return null
  }
}

/**
 * The statement that a file of `size` bytes ends with, if it is about exactly the bytes before it; `null` otherwise.
 * `start` are the first bytes, `end` the last ones, each byte as one character.
 */
export function statementAtEnd(start: string, end: string, size: number): FoundStatement | null {
  const found = findStatement(end)
  if (!found) return null
  const { claimed, signed, signature } = found
  const tail = tailOf(start.startsWith('%PDF') ? 'pdf' : 'zip', signed, signature)
  return end.endsWith(tail) && claimed.size === size - tail.length ? found : null
}
