import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Storage } from '#server/storage/storage.ts'
import { asOwnerId } from '#server/users/owner.ts'

export const streamOf = (...parts: (Buffer | string)[]) =>
  Readable.from(parts.map((part) => Buffer.from(part)))

/** All bytes of a key or of a range of it; `null` if the key does not exist. */
export async function readBytes(storage: Storage, key: string, range?: { start: number; end: number }) {
  const stream = await storage.read(key, range)
  return stream && buffer(stream)
}

export async function listStored(storage: Storage, prefix: string) {
  const found: { key: string; writtenAt: Date }[] = []
  for await (const entry of storage.list(prefix)) found.push(entry)
  return found
}

const breaking = (error: Error) =>
  Readable.from(
    (async function* () {
      yield Buffer.from('first')
      throw error
    })(),
  )

/** Appends `ending` to the keys in the store, and hides the ending from the test. */
function endingWith(storage: Storage, ending: string): Storage {
  const ann = { owner: asOwnerId('ann') }
  const cut = (key: string) => (ending && key.endsWith(ending) ? key.slice(0, -ending.length) : key)
  return {
    ...storage,
    write: (key, bytes, options) => storage.write(key + ending, bytes, { ...options, ...ann }),
    read: (key, range) => storage.read(key + ending, range),
    size: (key) => storage.size(key + ending),
    remove: (key) => storage.remove(key + ending),
    async *list(prefix) {
      for await (const found of storage.list(prefix)) yield { ...found, key: cut(found.key) }
    },
  }
}

/** The guarantees of every storage. `open` returns an empty storage. */
export function testStorageContract(openStore: () => Storage, ending = ''): void {
  const open = () => endingWith(openStore(), ending)

  test('returns what was written, completely and in ranges, and measures it while writing', async () => {
    const storage = open()
    const card = randomBytes(200_000)
    const parts = streamOf(card.subarray(0, 70_000), card.subarray(70_000))
    const stored = await storage.write('files/ab/card', parts, { maxBytes: 200_000 })
    expect(stored).toEqual({ size: 200_000, sha256: createHash('sha256').update(card).digest('hex') })
    expect(await storage.size('files/ab/card')).toBe(200_000)
    expect(await readBytes(storage, 'files/ab/card')).toEqual(card)
    const range = { start: 10, end: 19 }
    expect(await readBytes(storage, 'files/ab/card', range)).toEqual(card.subarray(10, 20))
    const tail = { start: 199_990, end: 300_000 }
    expect(await readBytes(storage, 'files/ab/card', tail)).toEqual(card.subarray(199_990))
    const beyond = { start: 200_000, end: 300_000 }
    expect(await readBytes(storage, 'files/ab/card', beyond)).toEqual(Buffer.alloc(0))
  })

  test('leaves nothing behind when there are too many bytes, the stream breaks off or the disk is full', async () => {
    const storage = open()
    const tooMany = storage.write('files/ab/a', streamOf('12345', '6'), { maxBytes: 5 })
    await expect(tooMany).rejects.toMatchObject({ code: 'file_too_large' })
    const broken = storage.write('files/ab/b', breaking(new Error('gone')), { maxBytes: 50 })
    await expect(broken).rejects.toThrow('gone')
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const unkept = storage.write('files/ab/c', breaking(full), { maxBytes: 50 })
    await expect(unkept).rejects.toMatchObject({ code: 'storage_full' })
    expect(await listStored(storage, '')).toEqual([])
  })

  test('keeps the previous content when its replacement breaks off', async () => {
    const storage = open()
    await storage.write('files/ab/a', streamOf('old'), { maxBytes: 50 })
    await expect(storage.write('files/ab/a', breaking(new Error('gone')), { maxBytes: 50 })).rejects.toThrow()
    expect(await readBytes(storage, 'files/ab/a')).toEqual(Buffer.from('old'))
  })

  test.each([
    '../out',
    'files/../../out',
    '/etc/passwd',
    'files//a',
    '.hidden',
    'files/.x',
    'A',
    'a\\b',
    'a\0',
    'a?b',
    '',
  ])('refuses the key %j, which could escape the storage folder', async (key) => {
    const storage = open()
    await expect(storage.write(key, streamOf('x'), { maxBytes: 5 })).rejects.toThrow('storage key')
    await expect(storage.read(key)).rejects.toThrow('storage key')
    await expect(storage.size(key)).rejects.toThrow('storage key')
    await expect(storage.remove(key)).rejects.toThrow('storage key')
    expect(await listStored(storage, '')).toEqual([])
  })

  test('reports that a key does not exist, and removes it without an error', async () => {
    const storage = open()
    expect(await storage.read('files/ab/none')).toBeNull()
    expect(await storage.size('files/ab/none')).toBeNull()
    await storage.remove('files/ab/none')
    await storage.write('files/ab/one', streamOf('x'), { maxBytes: 5 })
    await storage.remove('files/ab/one')
    expect(await storage.size('files/ab/one')).toBeNull()
  })

  test('lists the keys with a prefix and the time each was written', async () => {
    const storage = open()
    for (const key of ['files/aa/one', 'files/ab/two', 'previews/aa/one-1600']) {
      await storage.write(key, streamOf('x'), { maxBytes: 5 })
    }
    const keys = async (prefix: string) => (await listStored(storage, prefix)).map(({ key }) => key).sort()
    expect(await keys('')).toEqual(['files/aa/one', 'files/ab/two', 'previews/aa/one-1600'])
    expect(await keys('files/')).toEqual(['files/aa/one', 'files/ab/two'])
    expect(await keys('files/a')).toEqual(['files/aa/one', 'files/ab/two'])
    expect(await keys('previews/aa/one-')).toEqual(['previews/aa/one-1600'])
    expect(await keys('nothing/')).toEqual([])
    const [first] = await listStored(storage, 'files/aa/')
    expect(Math.abs(Date.now() - (first?.writtenAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('passes its check and leaves nothing behind', async () => {
    const storage = open()
    await storage.check()
    expect(await listStored(storage, '')).toEqual([])
  })
}

/** Not tested for a bucket, because the tests' S3 server overwrites objects in place. Real ones do not. */
export function testConcurrentWrites(openStore: () => Storage, ending = ''): void {
  test('concurrent writes to one key leave one complete file', async () => {
    const storage = endingWith(openStore(), ending)
    const one = Buffer.alloc(300_000, 1)
    const two = Buffer.alloc(300_000, 2)
    await Promise.all(
      [one, two].map((bytes) => storage.write('files/ab/a', streamOf(bytes), { maxBytes: 300_000 })),
    )
    const kept = await readBytes(storage, 'files/ab/a')
    expect(kept?.equals(one) || kept?.equals(two)).toBe(true)
    expect(await listStored(storage, '')).toHaveLength(1)
  })
}
