import { createHmac, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { ENCRYPTED_SUFFIX } from '#shared/files/storage-key.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import {
  listStored,
  readBytes,
  streamOf,
  testConcurrentWrites,
  testStorageContract,
} from '#testing/storage-contract.ts'
import type { Keyring } from './keyring.ts'
import { createEncryptedStorage } from './storage.ts'
import { CHUNK_BYTES, ENCRYPTED_CHUNK_BYTES, HEADER_BYTES } from './stream.ts'

const secret = randomBytes(32)
const keyOf = async (folder: string) => createHmac('sha256', secret).update(folder).digest()
const keyring: Keyring = { isOn: true, find: keyOf, require: keyOf }
const owner = asOwnerId('ann')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanyard-crypt-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('on the disk', () => {
  let storage: Storage
  beforeEach(() => {
    storage = createEncryptedStorage(createDiskStorage(folder), keyring)
  })
  testStorageContract(() => storage, ENCRYPTED_SUFFIX)
  testConcurrentWrites(() => storage, ENCRYPTED_SUFFIX)

  const key = `files/ab/card${ENCRYPTED_SUFFIX}`
  const keep = async (name: string, size: number) => {
    const bytes = randomBytes(size)
    await storage.write(name, streamOf(bytes), { maxBytes: size, owner })
    return bytes
  }

  test('returns the same bytes as the original for any range of any size', async () => {
    const kept = new Map<number, Buffer>()
    for (const size of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 200_000]) {
      kept.set(size, await keep(`files/ab/of${size}${ENCRYPTED_SUFFIX}`, size))
    }
    const near = fc.oneof(
      fc
        .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -2, max: 2 }))
        .map(([chunks, beside]) => Math.max(0, chunks * CHUNK_BYTES + beside)),
      fc.integer({ min: 0, max: 210_000 }),
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...kept.keys()),
      near,
      near,
      async (size, one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) }
        const found = await readBytes(storage, `files/ab/of${size}${ENCRYPTED_SUFFIX}`, range)
        expect(found?.equals(kept.get(size)?.subarray(range.start, range.end + 1) ?? Buffer.alloc(1))).toBe(
          true,
        )
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  const path = (name: string) => join(folder, name)
  const encryptedTwo = HEADER_BYTES + 2 * ENCRYPTED_CHUNK_BYTES
  test.each<[string, (other: string) => Promise<unknown>]>([
    ['two files of one owner are swapped', (other) => copyFile(path(other), path(key))],
    ['it is truncated after a chunk', () => truncate(path(key), encryptedTwo)],
    ['it is truncated within a chunk', () => truncate(path(key), 100_000)],
    ['it is empty', () => truncate(path(key), 0)],
    ['it is replaced by a plain file', () => writeFile(path(key), randomBytes(200_000))],
    [
      'a middle chunk is changed',
      async () => {
        const bytes = await readFile(path(key))
        bytes[HEADER_BYTES + ENCRYPTED_CHUNK_BYTES + 9] =
          (bytes[HEADER_BYTES + ENCRYPTED_CHUNK_BYTES + 9] ?? 0) ^ 1
        await writeFile(path(key), bytes)
      },
    ],
  ])('never returns a wrong byte when %s, even for a range', async (_, harm) => {
    const bytes = await keep(key, 200_000)
    const other = `files/ab/other${ENCRYPTED_SUFFIX}`
    await keep(other, 200_000)
    await harm(other)
    const damaged = { code: 'file_bytes_missing' }
    await expect(readBytes(storage, key)).rejects.toMatchObject(damaged)
    const middle = { start: CHUNK_BYTES + 1, end: CHUNK_BYTES + 10 }
    const part = await readBytes(storage, key, middle).catch((error) => error)
    // If the file was truncated after the second chunk, that chunk is still valid.
    if (Buffer.isBuffer(part)) expect(part).toEqual(bytes.subarray(middle.start, middle.end + 1))
    else expect(part).toMatchObject(damaged)
  })

  test('returns the chunks before a damaged one, and then fails', async () => {
    const bytes = await keep(key, 200_000)
    const raw = await readFile(path(key))
    raw[HEADER_BYTES + 2 * ENCRYPTED_CHUNK_BYTES] = (raw[HEADER_BYTES + 2 * ENCRYPTED_CHUNK_BYTES] ?? 0) ^ 1
    await writeFile(path(key), raw)
    const parts: Buffer[] = []
    const reading = async () => {
      for await (const part of (await storage.read(key)) ?? []) parts.push(part)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'file_bytes_missing' })
    expect(Buffer.concat(parts)).toEqual(bytes.subarray(0, 2 * CHUNK_BYTES))
  })

  test('stores no part of a document in plain text, and reports its original size', async () => {
    await storage.write(key, streamOf('a nurse’s very own words'), { maxBytes: 100, owner })
    expect((await readFile(path(key))).includes('own words')).toBe(false)
    expect(await storage.size(key)).toBe(Buffer.byteLength('a nurse’s very own words'))
  })

  test('reads and writes nothing without the key of the owner’s folder', async () => {
    await keep(key, 100)
    const none = async () => null
    const require = () => Promise.reject(new Error('no key'))
    const locked = createEncryptedStorage(createDiskStorage(folder), { isOn: true, find: none, require })
    await expect(locked.read(key)).rejects.toMatchObject({ code: 'file_bytes_missing' })
    await expect(
      locked.write(`files/ab/new${ENCRYPTED_SUFFIX}`, streamOf('x'), { maxBytes: 5 }),
    ).rejects.toThrow()
    expect(await listStored(locked, '')).toHaveLength(1)
  })

  test('reads 200 MB without holding half of it', { tags: 'long' }, async () => {
    const size = 200_000_000
    async function* many() {
      for (let at = 0; at < size; at += 100_000) yield Buffer.alloc(100_000, at / 100_000)
    }
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const held = () => {
      collect()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    let most = 0
    let looked = 0
    const stored = await storage.write(key, Readable.from(many()), { maxBytes: size, owner })
    let read = 0
    for await (const part of (await storage.read(key)) ?? []) {
      read += part.length
      if (read - looked < 20_000_000) continue
      looked = read
      most = Math.max(most, held() - before)
    }
    expect([stored.size, read]).toEqual([size, size])
    // Other tests in this process use some tens of megabytes, more or less.
    expect(most).toBeLessThan(size / 2)
  })
})

describe('in a bucket', () => {
  let server: S3Server
  let storage: Storage
  beforeEach(async () => {
    server = await startS3Server()
    const place = await openStorage(readConfig({ LANYARD_DATA: folder, ...server.settings }))
    storage = createEncryptedStorage(place, keyring)
  })
  afterEach(() => server.stop())
  testStorageContract(() => storage, ENCRYPTED_SUFFIX)

  test('resumes after a lost connection, for a range too', async () => {
    const card = randomBytes(400_000)
    const key = `files/ab/card${ENCRYPTED_SUFFIX}`
    await storage.write(key, streamOf(card), { maxBytes: card.length, owner })
    server.faults.push({ method: 'GET', does: 'cut' })
    expect((await readBytes(storage, key))?.equals(card)).toBe(true)
    server.faults.push({ method: 'GET', does: 'cut' }, { method: 'GET', does: 'cut' })
    const range = { start: 70_000, end: 350_000 }
    expect((await readBytes(storage, key, range))?.equals(card.subarray(70_000, 350_001))).toBe(true)
    expect(server.faults).toEqual([])
  })
})
