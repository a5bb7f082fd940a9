import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Problem } from '#shared/http/errors.ts'

// Format of an encrypted document: a header, then its bytes in chunks with one tag each. The nonce contains the number
// of the chunk and whether it is the last (the STREAM construction), so changed, moved, missing or added chunks are
// detected.

const MAGIC = Buffer.from('lanyard1')
const SALT_BYTES = 32
export const HEADER_BYTES = MAGIC.length + SALT_BYTES
export const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
export const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** The encrypted size of `size` bytes. */
export function encryptedSize(size: number): number {
  return HEADER_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES))
}

/** The plain size and the number of chunks for an encrypted size; `null` if no document has that size. */
export function plainSize(sealed: number): { size: number; chunks: number } | null {
  const body = sealed - HEADER_BYTES
  const chunks = Math.ceil(body / ENCRYPTED_CHUNK_BYTES)
  const size = body - chunks * TAG_BYTES
  return chunks > 0 && size >= 0 && encryptedSize(size) === sealed ? { size, chunks } : null
}

/** Key and associated data for the chunks of one document: the salt makes them unique, and the name binds them to it. */
type Lock = { key: Buffer; bound: Buffer }

function lockOf(dataKey: Buffer, header: Buffer, name: string): Lock {
  const salt = header.subarray(MAGIC.length)
  return {
    key: Buffer.from(hkdfSync('sha256', dataKey, salt, 'lanyard: key of a document', 32)),
    bound: Buffer.concat([header, Buffer.from(name)]),
  }
}

/** Unique per key: each document has its own key, and each chunk its own number. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts a document for storage under `name`. */
export async function* encrypt(
  bytes: AsyncIterable<Buffer>,
  dataKey: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  const lock = lockOf(dataKey, header, name)
  yield header
  let index = 0
  for await (const { part, isLast } of inPieces(bytes, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', lock.key, nonceOf(index, isLast)).setAAD(lock.bound)
    yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

/** Marks a piece as the last only when nothing follows it; an empty input yields one empty piece. */
async function* inPieces(
  bytes: AsyncIterable<Buffer>,
  length: number,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const each of bytes) {
    held = held.length === 0 ? each : Buffer.concat([held, each])
    while (held.length > length) {
      yield { part: held.subarray(0, length), isLast: false }
      held = held.subarray(length)
    }
  }
  yield { part: held, isLast: true }
}

/** Chunks from `first` on; `reachesEnd` is true if the last of them is the last of the document. */
export type Stretch = { first: number; reachesEnd: boolean }

/**
 * Decrypts chunks and verifies each before yielding it. Throws `file_bytes_missing` at the first chunk that is not as
 * it was written.
 */
export async function* decrypt(
  sealed: AsyncIterable<Buffer>,
  header: Buffer,
  dataKey: Buffer,
  name: string,
  { first, reachesEnd }: Stretch,
): AsyncGenerator<Buffer> {
  if (header.length !== HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged()
  const lock = lockOf(dataKey, header, name)
  let index = first
  for await (const { part, isLast } of inPieces(sealed, ENCRYPTED_CHUNK_BYTES)) {
    yield openChunk(part, lock, nonceOf(index, isLast && reachesEnd))
    index += 1
  }
}

function openChunk(sealed: Buffer, { key, bound }: Lock, nonce: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(bound)
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  const opened = decipher.update(sealed.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
  } catch {
    throw damaged()
  }
  return opened
}

function damaged(): Problem {
  return new Problem('file_bytes_missing')
}
