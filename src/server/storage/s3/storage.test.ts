import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'
import { openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { spool } from '#server/storage/temp-file.ts'
import { type FlakyProxy, startFlakyProxy } from '#testing/flaky-proxy.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import { listStored, readBytes, streamOf, testStorageContract } from '#testing/storage-contract.ts'
import { createS3Storage } from './storage.ts'

let folder: string
let server: S3Server
let storage: Storage

const configOf = (changes: Record<string, string> = {}) =>
  readConfig({ LANYARD_DATA: folder, ...server.settings, ...changes })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanyard-s3-data-'))
  server = await startS3Server()
  storage = await openStorage(configOf())
  server.requests.length = 0
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

testStorageContract(() => storage)

const card = randomBytes(400_000)
const keep = (key: string) => storage.write(key, streamOf(card), { maxBytes: card.length })

describe('a lost connection', () => {
  const reset = (method: string) => ({ method, does: 'reset' }) as const
  const busy = (method: string) => ({ method, does: { status: 503, code: 'SlowDown' } }) as const

  test('is followed by a retry for every kind of request', async () => {
    server.faults.push(reset('PUT'), busy('PUT'), reset('HEAD'), reset('GET'), busy('GET'), reset('DELETE'))
    await keep('files/a')
    expect(await storage.size('files/a')).toBe(card.length)
    expect(await readBytes(storage, 'files/a')).toEqual(card)
    await storage.remove('files/a')
    expect(await listStored(storage, '')).toEqual([])
    expect(server.faults).toEqual([])
  })

  test('during an upload is followed by a retry, even if other files were opened in the meantime', async () => {
    const spooled = await spool(join(folder, 'spool'), streamOf(card), card.length)
    const broken = spooled.open().getReader()
    await broken.read()
    await broken.cancel()
    // If the spool file's descriptor had been closed, another nurse's document would have its number now.
    const others = await spool(join(folder, 'spool'), streamOf(randomBytes(card.length)), card.length)
    expect((await buffer(spooled.open())).equals(card)).toBe(true)
    await spooled.close()
    await others.close()
  })

  test('during a download resumes where it broke off, even for a range', async () => {
    await keep('files/a')
    server.faults.push({ method: 'GET', does: 'cut' }, { method: 'GET', does: 'cut' })
    expect(await readBytes(storage, 'files/a')).toEqual(card)
    expect(server.faults).toEqual([])
    server.faults.push({ method: 'GET', does: 'cut' })
    const range = { start: 1000, end: 300_999 }
    expect(await readBytes(storage, 'files/a', range)).toEqual(card.subarray(1000, 301_000))
  })

  test('during a listing repeats the request', async () => {
    await keep('files/a')
    server.faults.push({ method: 'GET', does: 'cut' })
    expect(await listStored(storage, 'files/')).toHaveLength(1)
    expect(server.faults).toEqual([])
  })

  test('does not mix two documents if one was replaced in the meantime', async () => {
    await keep('files/a')
    server.faults.push({ method: 'GET', does: 'cut' })
    const bytes = await storage.read('files/a')
    await storage.write('files/a', streamOf(Buffer.alloc(card.length, 7)), { maxBytes: card.length })
    await expect(bytes?.toArray()).rejects.toThrow('replaced')
  })

  test('that persists is an error, and the upload leaves nothing behind', async () => {
    for (let turn = 0; turn < 4; turn += 1) server.faults.push(busy('PUT'))
    await expect(keep('files/a')).rejects.toThrow('503')
    expect(await listStored(storage, '')).toEqual([])
    expect(await readdir(join(folder, 'spool'))).toEqual([])
  })
})

describe('a connection that breaks', () => {
  let wire: FlakyProxy
  let cutStorage: Storage
  beforeEach(async () => {
    wire = await startFlakyProxy(server.settings.S3_ENDPOINT ?? '')
    cutStorage = await openStorage(configOf({ S3_ENDPOINT: wire.url }))
  })
  afterEach(() => wire.stop())
  const large = randomBytes(2_000_000)
  const write = () => cutStorage.write('files/a', streamOf(large), { maxBytes: large.length })

  test.each([
    ['a third of the way', 700_000],
    ['before its last bytes', 1_990_000],
  ])('repeats an upload that breaks %s', async (_, after) => {
    wire.cuts.push({ way: 'up', after })
    await write()
    expect(wire.cuts).toEqual([])
    expect((await readBytes(storage, 'files/a'))?.equals(large)).toBe(true)
  })

  test('resumes a download where it broke, even for a range', async () => {
    await write()
    wire.cuts.push({ way: 'down', after: 500_000 }, { way: 'down', after: 900_000 })
    expect((await readBytes(cutStorage, 'files/a'))?.equals(large)).toBe(true)
    wire.cuts.push({ way: 'down', after: 300_000 })
    const range = { start: 10_000, end: 1_500_000 }
    expect((await readBytes(cutStorage, 'files/a', range))?.equals(large.subarray(10_000, 1_500_001))).toBe(
      true,
    )
    expect(wire.cuts).toEqual([])
  })

  test('fails if it breaks on every attempt, and leaves nothing in the store or on the disk', async () => {
    for (let turn = 0; turn < 4; turn += 1) wire.cuts.push({ way: 'up', after: 700_000 })
    await expect(write()).rejects.toThrow()
    expect(await listStored(storage, '')).toEqual([])
    expect(await readdir(join(folder, 'spool'))).toEqual([])
  })
})

test('reports a full store immediately', async () => {
  server.faults.push({ method: 'PUT', does: { status: 507, code: 'XMinioStorageFull' } })
  await expect(keep('files/a')).rejects.toMatchObject({ code: 'storage_full' })
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
})

test('spools an upload to an unnamed file, and sends it in one request', async () => {
  let named: string[] = []
  const looking = async function* () {
    yield card.subarray(0, 100_000)
    named = existsSync(join(folder, 'spool')) ? await readdir(join(folder, 'spool')) : ['not there']
    yield card.subarray(100_000)
  }
  await storage.write('files/a', Readable.from(looking()), { maxBytes: card.length })
  expect(named).toEqual([])
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /documents/files/a'])
})

test('lists all objects of several pages', async () => {
  const { s3 } = configOf()
  const paged = s3 ? createS3Storage(s3, join(folder, 'spool'), 10) : storage
  const keys = Array.from({ length: 25 }, (_, n) => `files/${n + 10}`)
  for (const key of keys) await storage.write(key, streamOf('x'), { maxBytes: 1 })
  expect((await listStored(paged, 'files/')).map(({ key }) => key)).toEqual(keys)
  expect(server.requests.filter((line) => line.includes('continuation-token'))).toHaveLength(2)
})

test('checks mostly read, and only occasionally write', async () => {
  await storage.check()
  await storage.check()
  expect(server.requests.filter((line) => /^(PUT|DELETE)/.test(line))).toEqual([])
  await server.stop()
  await expect(storage.check()).rejects.toThrow()
  server = await startS3Server()
})

test.each([
  [{ S3_BUCKET: 'other' }, 'does not exist: create it, or correct S3_BUCKET'],
  [{ S3_SECRET_ACCESS_KEY: 'not this one' }, 'refuses these keys: correct S3_ACCESS_KEY_ID'],
  [{ S3_ACCESS_KEY_ID: 'somebody' }, 'refuses these keys: correct S3_ACCESS_KEY_ID'],
  [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, 'cannot be reached'],
])('does not open with %o, and the message says what to do without showing a key', async (changes, words) => {
  const opened = openStorage(configOf(changes))
  await expect(opened).rejects.toThrow(words)
  await expect(opened).rejects.toMatchObject({ name: 'StartError' })
  await expect(opened).rejects.not.toThrow('not this one')
})

test('names the region of a bucket in another region', async () => {
  server.faults.push({
    method: 'GET',
    does: { status: 301, code: 'PermanentRedirect</Code><Region>eu-west-1</Region><Code>' },
  })
  await expect(openStorage(configOf())).rejects.toThrow('is in another region: set S3_REGION to eu-west-1.')
})

test('rejects incomplete settings and names the missing ones', () => {
  expect(() => configOf({ S3_SECRET_ACCESS_KEY: '' })).toThrow('Set S3_SECRET_ACCESS_KEY too')
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow(
    'Set S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too',
  )
})

test('uses the bucket name as the host at Amazon, and in the path elsewhere', () => {
  const keys = { S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const urlOf = (more: Record<string, string>) => readConfig({ ...keys, ...more }).s3?.bucketUrl
  expect(urlOf({ S3_REGION: 'us-east-2' })).toBe('https://documents.s3.us-east-2.amazonaws.com')
  expect(urlOf({ S3_ENDPOINT: 'https://store.example/s3/' })).toBe('https://store.example/s3/documents')
  expect(urlOf({ S3_ENDPOINT: 'https://store.example', S3_FORCE_PATH_STYLE: '0' })).toBe(
    'https://documents.store.example',
  )
})
