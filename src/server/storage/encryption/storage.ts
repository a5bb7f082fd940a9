import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { chunksOf } from '#server/storage/chunks.ts'
import { checkKey, type Storage } from '#server/storage/storage.ts'
import { ENCRYPTED_SUFFIX } from '#shared/files/storage-key.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Keyring } from './keyring.ts'
import { CHUNK_BYTES, decrypt, ENCRYPTED_CHUNK_BYTES, encrypt, HEADER_BYTES, plainSize } from './stream.ts'

/**
 * Storage that encrypts files, previews and packets before `inner` stores them, if their key ends in the encrypted suffix. Other
 * keys pass through unchanged, and still find their bytes after the encryption job has moved them to an encrypted key.
 */
export function createEncryptedStorage(inner: Storage, keyring: Keyring): Storage {
  /** Throws `file_bytes_missing` once the owner's key was deleted: nothing can decrypt the bytes then. */
  async function requireDataKey(key: string): Promise<Buffer> {
    const dataKey = await keyring.find(folderOf(key))
    if (!dataKey) throw new Problem('file_bytes_missing')
    return dataKey
  }

  /** The encrypted key under which the bytes of the plain `key` are now, or `null`. */
  async function findEncryptedKey(key: string): Promise<string | null> {
    if (!keyring.isOn || isEncrypted(key) || !/^files\//.test(key)) return null
    for await (const found of inner.list(`${key}-`)) if (isEncrypted(found.key)) return found.key
    return null
  }

  async function readEncrypted(key: string): Promise<Readable | null> {
    const encrypted = await inner.read(key)
    if (!encrypted) return null
    return openStream(encrypted, async function* () {
      const dataKey = await requireDataKey(key)
      const parts = chunksOf(encrypted)[Symbol.asyncIterator]()
      const { head, rest } = await splitAt(parts, HEADER_BYTES)
      yield* decrypt(rest, head, dataKey, key, { first: 0, reachesEnd: true })
    })
  }

  async function readRange(key: string, start: number, end: number): Promise<Readable | null> {
    const encryptedBytes = await inner.size(key)
    if (encryptedBytes === null) return null
    const plain = plainSize(encryptedBytes)
    if (!plain) throw new Problem('file_bytes_missing')
    if (start >= plain.size || end < start) return Readable.from([])
    const last = Math.min(end, plain.size - 1)
    const span = chunkSpan(start, last, plain.chunks)
    const head = await inner.read(key, { start: 0, end: HEADER_BYTES - 1 })
    const header = head && (await buffer(head))
    const encrypted = header && (await inner.read(key, span.bytes))
    if (!encrypted) return null
    return openStream(encrypted, async function* () {
      const dataKey = await requireDataKey(key)
      const chunks = decrypt(chunksOf(encrypted), header, dataKey, key, span)
      let at = span.first * CHUNK_BYTES
      for await (const chunk of chunks) {
        yield chunk.subarray(Math.max(0, start - at), last + 1 - at)
        at += chunk.length
      }
      // The object was truncated at a chunk boundary after its size was read.
      if (at <= last) throw new Problem('file_bytes_missing')
    })
  }

  const storage: Storage = {
    ...inner,
    keySuffix: keyring.isOn ? ENCRYPTED_SUFFIX : '',

    async write(key, bytes, options) {
      if (!isEncrypted(key)) return inner.write(key, bytes, options)
      const hash = createHash('sha256')
      let size = 0
      async function* measured() {
        for await (const part of chunksOf(bytes)) {
          size += part.byteLength
          if (size > options.maxBytes) throw new Problem('file_too_large')
          hash.update(part)
          yield part
        }
      }
      try {
        const { owner } = options
        const dataKey = owner
          ? await keyring.require(folderOf(checkKey(key)), owner)
          : await requireDataKey(checkKey(key))
        const encrypted = Readable.from(encrypt(measured(), dataKey, key), { objectMode: false })
        await inner.write(key, encrypted, { maxBytes: Number.MAX_SAFE_INTEGER })
        return { size, sha256: hash.digest('hex') }
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async read(key, range) {
      if (isEncrypted(key)) {
        const isPart = range !== undefined && (range.start > 0 || Number.isFinite(range.end))
        return isPart ? readRange(checkKey(key), range.start, range.end) : readEncrypted(checkKey(key))
      }
      const found = await inner.read(key, range)
      if (found) return found
      const encryptedKey = await findEncryptedKey(key)
      return encryptedKey === null ? null : storage.read(encryptedKey, range)
    },

    async size(key) {
      if (isEncrypted(key)) {
        const encrypted = await inner.size(key)
        // A size that no encrypted file can have means damage; report it as is, since it matches no row.
        return encrypted === null ? null : (plainSize(encrypted)?.size ?? encrypted)
      }
      const found = await inner.size(key)
      if (found !== null) return found
      const encryptedKey = await findEncryptedKey(key)
      return encryptedKey === null ? null : storage.size(encryptedKey)
    },
  }
  return storage
}

export function isEncrypted(key: string): boolean {
  return /^(files|previews|packets)\/[^/]+\/[^/]+\.sealed(-\d+\.webp)?$/.test(key)
}

/** The storage key of a file, with or without the encrypted suffix. */
export function storageKeyFor(key: string, isEncryptedKey: boolean): string {
  const bare = key.endsWith(ENCRYPTED_SUFFIX) ? key.slice(0, -ENCRYPTED_SUFFIX.length) : key
  return isEncryptedKey ? `${bare}${ENCRYPTED_SUFFIX}` : bare
}

function folderOf(key: string): string {
  return key.split('/')[1] ?? ''
}

function chunkSpan(start: number, end: number, chunks: number) {
  const first = Math.floor(start / CHUNK_BYTES)
  const last = Math.floor(end / CHUNK_BYTES)
  const from = HEADER_BYTES + first * ENCRYPTED_CHUNK_BYTES
  const to = HEADER_BYTES + (last + 1) * ENCRYPTED_CHUNK_BYTES - 1
  return { first, reachesEnd: last === chunks - 1, bytes: { start: from, end: to } }
}

async function splitAt(
  parts: AsyncIterator<Buffer>,
  length: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  let held: Buffer = Buffer.alloc(0)
  while (held.length < length) {
    const { value, done } = await parts.next()
    if (done) break
    held = Buffer.concat([held, value])
  }
  async function* rest() {
    yield held.subarray(length)
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  }
  return { head: held.subarray(0, length), rest: rest() }
}

/** Resolves once the first chunk was decrypted, so that a wrong key or damage rejects before any byte is sent. */
async function openStream(encrypted: Readable, chunks: () => AsyncGenerator<Buffer>): Promise<Readable> {
  const source = chunks()
  try {
    const first = await source.next()
    const stream = Readable.from(
      (async function* () {
        if (!first.done) yield first.value
        yield* source
      })(),
      { objectMode: false },
    )
    stream.once('close', () => encrypted.destroy())
    return stream
  } catch (error) {
    encrypted.destroy()
    throw error
  }
}
