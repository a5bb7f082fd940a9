import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanyard-storage-'))
  storage = createDiskStorage(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytesOf = (...parts: (Buffer | string)[]) => Readable.from(parts.map((part) => Buffer.from(part)))
const filesLeft = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('gives back what was written, whole and in part, and measures it on the way', async () => {
  const card = randomBytes(200_000)
  const stored = await storage.write(
    'files/ab/card',
    bytesOf(card.subarray(0, 70_000), card.subarray(70_000)),
    {
      maxBytes: 200_000,
    },
  )
  expect(stored).toEqual({ size: 200_000, sha256: createHash('sha256').update(card).digest('hex') })
  expect(await storage.size('files/ab/card')).toBe(200_000)
  expect(await read('files/ab/card')).toEqual(card)
  expect(await read('files/ab/card', { start: 10, end: 19 })).toEqual(card.subarray(10, 20))
})

async function read(key: string, range?: { start: number; end: number }) {
  const stream = await storage.read(key, range)
  return stream && buffer(stream)
}

test('keeps files for the user of the server alone', async () => {
  await storage.write('files/ab/card', bytesOf('card'), { maxBytes: 10 })
  expect((await stat(join(folder, 'files/files/ab/card'))).mode & 0o777).toBe(0o600)
  for (const path of ['files', 'files/files', 'files/files/ab']) {
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700)
  }
})

test('leaves nothing behind when the bytes are too many, break off, or the disk is full', async () => {
  await expect(storage.write('files/a', bytesOf('12345', '6'), { maxBytes: 5 })).rejects.toMatchObject({
    code: 'file_too_large',
  })
  const breaking = (error: Error) =>
    Readable.from(
      (async function* () {
        yield Buffer.from('first')
        throw error
      })(),
    )
  await expect(storage.write('files/b', breaking(new Error('gone')), { maxBytes: 50 })).rejects.toThrow(
    'gone',
  )
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  await expect(storage.write('files/c', breaking(full), { maxBytes: 50 })).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(await filesLeft()).toEqual([])
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
  '',
])('refuses the key %j: it could leave the folder', async (key) => {
  await expect(storage.write(key, bytesOf('x'), { maxBytes: 5 })).rejects.toThrow('storage key')
  await expect(storage.read(key)).rejects.toThrow('storage key')
  await expect(storage.size(key)).rejects.toThrow('storage key')
  await expect(storage.remove(key)).rejects.toThrow('storage key')
  expect(await filesLeft()).toEqual([])
})

test('says plainly that a key is not there, and removes it without complaint', async () => {
  expect(await storage.read('files/none')).toBeNull()
  expect(await storage.size('files/none')).toBeNull()
  await storage.remove('files/none')
})

test('lists what begins with a prefix, with the instant it was written', async () => {
  for (const key of ['files/aa/one', 'files/ab/two', 'previews/aa/one-1600']) {
    await storage.write(key, bytesOf('x'), { maxBytes: 5 })
  }
  const keys = async (prefix: string) => (await listed(prefix)).map(({ key }) => key).sort()
  expect(await keys('')).toEqual(['files/aa/one', 'files/ab/two', 'previews/aa/one-1600'])
  expect(await keys('files/')).toEqual(['files/aa/one', 'files/ab/two'])
  expect(await keys('files/a')).toEqual(['files/aa/one', 'files/ab/two'])
  expect(await keys('previews/aa/one-')).toEqual(['previews/aa/one-1600'])
  expect(await keys('nothing/')).toEqual([])
  const [first] = await listed('files/aa/')
  expect(Math.abs(Date.now() - (first?.writtenAt.getTime() ?? 0))).toBeLessThan(60_000)
})

async function listed(prefix: string) {
  const found: { key: string; writtenAt: Date }[] = []
  for await (const entry of storage.list(prefix)) found.push(entry)
  return found
}

test('two writes of one key leave one whole file', async () => {
  const one = Buffer.alloc(300_000, 1)
  const two = Buffer.alloc(300_000, 2)
  await Promise.all(
    [one, two].map((bytes) => storage.write('files/a', bytesOf(bytes), { maxBytes: 300_000 })),
  )
  const kept = await read('files/a')
  expect(kept?.equals(one) || kept?.equals(two)).toBe(true)
  expect(await filesLeft()).toHaveLength(1)
})

test('its check passes while the folder can be written and fails once it is gone', async () => {
  await storage.check()
  expect(await filesLeft()).toEqual([])
  await rm(join(folder, 'files'), { recursive: true })
  await expect(storage.check()).rejects.toThrow()
})
