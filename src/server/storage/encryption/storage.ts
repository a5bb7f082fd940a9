import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { checkKey, ENCRYPTED, type Storage } from '#server/storage/storage.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Keyring } from './keyring.ts'
import { CHUNK_BYTES, decrypt, ENCRYPTED_CHUNK_BYTES, encrypt, HEADER_BYTES, plainSize } from './stream.ts'

/**
 * Storage that encrypts documents and their previews on their way into `inner`: those whose key says so. All others go
 * through as they are, and are found under their new key once they were encrypted.
 */
export function createCryptStorage(inner: Storage, keyring: Keyring): Storage {
  /** Throws where nobody has the key any more: without it there are no bytes. */
  async function keyOf(key: string): Promise<Buffer> {
    const dataKey = await keyring.find(folderOf(key))
    if (!dataKey) throw new Problem('file_bytes_missing')
    return dataKey
  }

  /** Where the bytes of `key` lie now. */
  async function placeOf(key: string): Promise<string | null> {
    if (!keyring.isOn || isEncrypted(key) || !/^files\//.test(key)) return null
    for await (const found of inner.list(`${key}-`)) if (isEncrypted(found.key)) return found.key
    return null
  }

  async function readEncrypted(key: string): Promise<Readable | null> {
    const sealed = await inner.read(key)
    if (!sealed) return null
    return opened(sealed, async function* () {
      const dataKey = await keyOf(key)
      const parts = sealed[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      const { head, rest } = await splitAt(parts, HEADER_BYTES)
      yield* decrypt(rest, head, dataKey, key, { first: 0, reachesEnd: true })
    })
  }

  async function readRange(key: string, start: number, end: number): Promise<Readable | null> {
    const encryptedBytes = await inner.size(key)
    if (encryptedBytes === null) return null
    const whole = plainSize(encryptedBytes)
    if (!whole) throw new Problem('file_bytes_missing')
    if (start >= whole.size || end < start) return Readable.from([])
    const last = Math.min(end, whole.size - 1)
    const stretch = stretchOf(start, last, whole.chunks)
    const head = await inner.read(key, { start: 0, end: HEADER_BYTES - 1 })
    const header = head && (await buffer(head))
    const sealed = header && (await inner.read(key, stretch.sealed))
    if (!sealed) return null
    return opened(sealed, async function* () {
      const dataKey = await keyOf(key)
      const chunks = decrypt(sealed, header, dataKey, key, stretch)
      let at = stretch.first * CHUNK_BYTES
      for await (const chunk of chunks) {
        yield chunk.subarray(Math.max(0, start - at), last + 1 - at)
        at += chunk.length
      }
      // It was cut at the end of a chunk since its size was asked for.
      if (at <= last) throw new Problem('file_bytes_missing')
    })
  }

  const storage: Storage = {
    ...inner,
    ending: keyring.isOn ? ENCRYPTED : '',

    async write(key, bytes, options) {
      if (!isEncrypted(key)) return inner.write(key, bytes, options)
      const hash = createHash('sha256')
      let size = 0
      async function* measured() {
        for await (const part of bytes as AsyncIterable<Buffer>) {
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
          : await keyOf(checkKey(key))
        const sealed = Readable.from(encrypt(measured(), dataKey, key), { objectMode: false })
        await inner.write(key, sealed, { maxBytes: Number.MAX_SAFE_INTEGER })
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
      const place = await placeOf(key)
      return place === null ? null : storage.read(place, range)
    },

    async size(key) {
      if (isEncrypted(key)) {
        const sealed = await inner.size(key)
        // What no document comes to is damaged; its size is then told as it is, which is no row's.
        return sealed === null ? null : (plainSize(sealed)?.size ?? sealed)
      }
      const found = await inner.size(key)
      if (found !== null) return found
      const place = await placeOf(key)
      return place === null ? null : storage.size(place)
    },
  }
  return storage
}

export function isEncrypted(key: string): boolean {
  return /^(files|previews)\/[^/]+\/[^/]+\.sealed(-\d+\.webp)?$/.test(key)
}

/** What a document is called where it is encrypted, and where it is not. */
export function nameFor(key: string, shouldBeEncrypted: boolean): string {
  const bare = key.endsWith(ENCRYPTED) ? key.slice(0, -ENCRYPTED.length) : key
  return shouldBeEncrypted ? `${bare}${ENCRYPTED}` : bare
}

function folderOf(key: string): string {
  return key.split('/')[1] ?? ''
}

function stretchOf(start: number, end: number, chunks: number) {
  const first = Math.floor(start / CHUNK_BYTES)
  const last = Math.floor(end / CHUNK_BYTES)
  const from = HEADER_BYTES + first * ENCRYPTED_CHUNK_BYTES
  const to = HEADER_BYTES + (last + 1) * ENCRYPTED_CHUNK_BYTES - 1
  return { first, reachesEnd: last === chunks - 1, sealed: { start: from, end: to } }
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

/** Resolves once the first chunk was opened: what is not ours, or not whole from the start, is told before a byte goes out. */
async function opened(sealed: Readable, chunks: () => AsyncGenerator<Buffer>): Promise<Readable> {
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
    stream.once('close', () => sealed.destroy())
    return stream
  } catch (error) {
    sealed.destroy()
    throw error
  }
}
