import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CHUNK_BYTES,
  decrypt,
  ENCRYPTED_CHUNK_BYTES,
  encrypt,
  encryptedSize,
  HEADER_BYTES,
  plainSize,
} from './stream.ts'

const dataKey = randomBytes(32)

/** Chunks of these lengths, repeatedly. */
async function* partsOf(bytes: Buffer, lengths: number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const part of parts) found.push(part)
  return Buffer.concat(found)
}

const sealed = (bytes: Buffer, lengths = [70_000]) =>
  all(encrypt(partsOf(bytes, lengths), dataKey, 'files/a/b'))
const opened = (bytes: Buffer, name = 'files/a/b', key = dataKey, lengths = [50_000]) => {
  const rest = partsOf(bytes.subarray(HEADER_BYTES), lengths)
  return all(decrypt(rest, bytes.subarray(0, HEADER_BYTES), key, name, { first: 0, reachesEnd: true }))
}

/** Sizes on both sides of every boundary, and any others. */
const sizes = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -17, max: 17 }))
    .map(([chunks, beside]) => Math.max(0, chunks * CHUNK_BYTES + beside)),
  fc.integer({ min: 0, max: 4 * CHUNK_BYTES }),
)
const lengths = fc.array(fc.integer({ min: 300, max: 150_000 }), { minLength: 1, maxLength: 4 })

test('decrypts to the same document, whatever its size and chunks', async () => {
  const property = fc.asyncProperty(sizes, lengths, lengths, async (size, into, outOf) => {
    const bytes = randomBytes(size)
    const closed = await sealed(bytes, into)
    expect(closed.length).toBe(encryptedSize(size))
    expect(plainSize(closed.length)?.size).toBe(size)
    expect((await opened(closed, 'files/a/b', dataKey, outOf)).equals(bytes)).toBe(true)
  })
  await fc.assert(property, { numRuns: 60 })
})

test('rejects sizes that no encrypted document has', () => {
  const chunk = HEADER_BYTES + ENCRYPTED_CHUNK_BYTES
  for (const size of [0, HEADER_BYTES, HEADER_BYTES + 15, chunk + 1, chunk + 16]) {
    expect(plainSize(size), String(size)).toBeNull()
  }
  expect([HEADER_BYTES + 16, chunk, chunk + 17].map((size) => plainSize(size)?.size)).toEqual([
    0,
    CHUNK_BYTES,
    CHUNK_BYTES + 1,
  ])
})

test('encrypts the same document differently every time', async () => {
  const bytes = Buffer.alloc(100)
  const [one, two] = await Promise.all([sealed(bytes), sealed(bytes)])
  expect(one.equals(two)).toBe(false)
  expect(one.includes(Buffer.alloc(20))).toBe(false)
})

const chunkOf = (closed: Buffer, index: number) => {
  const from = HEADER_BYTES + index * ENCRYPTED_CHUNK_BYTES
  return closed.subarray(from, from + ENCRYPTED_CHUNK_BYTES)
}
const headOf = (closed: Buffer) => closed.subarray(0, HEADER_BYTES)

test.each<[string, (closed: Buffer) => Buffer]>([
  ['the magic differs', (it) => Buffer.concat([Buffer.from('lanyard2'), it.subarray(8)])],
  [
    'two chunks are swapped',
    (it) => Buffer.concat([headOf(it), chunkOf(it, 1), chunkOf(it, 0), chunkOf(it, 2)]),
  ],
  [
    'a chunk is repeated',
    (it) => Buffer.concat([headOf(it), chunkOf(it, 0), chunkOf(it, 0), chunkOf(it, 2)]),
  ],
  ['a middle chunk is missing', (it) => Buffer.concat([headOf(it), chunkOf(it, 0), chunkOf(it, 2)])],
  ['the last chunk is missing', (it) => it.subarray(0, HEADER_BYTES + 2 * ENCRYPTED_CHUNK_BYTES)],
  ['all chunks are missing', headOf],
  ['it ends in the middle of the header', (it) => it.subarray(0, 20)],
  ['its last byte is missing', (it) => it.subarray(0, -1)],
  ['it ends in the middle of a tag', (it) => it.subarray(0, HEADER_BYTES + ENCRYPTED_CHUNK_BYTES + 5)],
  ['a byte is added', (it) => Buffer.concat([it, Buffer.alloc(1)])],
  ['a chunk is added', (it) => Buffer.concat([it, chunkOf(it, 2)])],
  ['it is empty', () => Buffer.alloc(0)],
])('fails to decrypt when %s', async (_, change) => {
  const closed = await sealed(randomBytes(2 * CHUNK_BYTES + 1000))
  await expect(opened(change(closed))).rejects.toMatchObject({ code: 'file_bytes_missing' })
})

test('fails to decrypt when any single bit is flipped', async () => {
  const closed = await sealed(randomBytes(CHUNK_BYTES + 100))
  const bit = fc.tuple(fc.integer({ min: 0, max: closed.length - 1 }), fc.integer({ min: 0, max: 7 }))
  const property = fc.asyncProperty(bit, async ([at, place]) => {
    const changed = Buffer.from(closed)
    changed[at] = (changed[at] ?? 0) ^ (1 << place)
    await expect(opened(changed)).rejects.toMatchObject({ code: 'file_bytes_missing' })
  })
  await fc.assert(property, { numRuns: 100 })
})

test('fails to decrypt under another name or with another key, or with a chunk of another document', async () => {
  const [closed, other] = await Promise.all([1, 2].map(() => sealed(randomBytes(CHUNK_BYTES + 100))))
  if (!closed || !other) throw new Error('unreachable')
  const mixed = Buffer.concat([closed.subarray(0, HEADER_BYTES + ENCRYPTED_CHUNK_BYTES), chunkOf(other, 1)])
  for (const attempt of [
    opened(closed, 'files/a/c'),
    opened(closed, 'files/a/b', randomBytes(32)),
    opened(mixed),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: 'file_bytes_missing' })
  }
})
