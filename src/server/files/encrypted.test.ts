import { randomBytes } from 'node:crypto'
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendingDirectly } from '#server/http/download.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { checkFilesKeys, keyRows, rewrapKeys } from '#server/storage/encryption/key-store.ts'
import { openKeyring, readMasterKeys } from '#server/storage/encryption/keyring.ts'
import { encryptedStorage } from '#server/storage/open.ts'
import { asOwnerId } from '#server/users/owner.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import { filesContaining } from '#testing/account-traces.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import { listStored, readBytes, streamOf } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { sweepFiles } from './job.ts'
import { folderOf } from './storage-key-service.ts'

// In these tests documents are encrypted in storage.

const aKey = () => randomBytes(32).toString('base64')
const filesKey = aKey()
/** Known to the server from the start, as it must be before another process begins to use it. */
const nextKey = aKey()
let services: TestServices
let ann: Nurse

beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: filesKey, FILES_KEYS_OLD: nextKey } })
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

const read = async (answer: Response) => (await answer.json()) as KeptFile & ProblemBody
const upload = async (bytes: Buffer, nurse = ann) => {
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body: formOf(bytes) })
  expect(answer.status).toBe(201)
  return read(answer)
}
const content = (id: string, headers: Record<string, string> = {}, nurse = ann) =>
  nurse.fetch(`/api/upload/${id}/content`, { headers })
const bytesOfAnswer = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const keyOf = async (id: string): Promise<string> =>
  (await services.database.pool.query('select key from files where id = $1', [id])).rows[0].key
const pathOf = async (id: string) => join(services.dataDir, 'files', await keyOf(id))

/** The documents of these services as another process with other settings sees them. */
const storageWith = (config: { FILES_KEY?: string; FILES_KEYS_OLD?: string[] }) =>
  encryptedStorage(
    createDiskStorage(join(services.dataDir, 'files')),
    { FILES_KEY: config.FILES_KEY, FILES_KEYS_OLD: config.FILES_KEYS_OLD ?? [] },
    keyRows(services.db, services.clock),
  )

test('a document reads as uploaded, in full and in ranges, and is unreadable in storage', async () => {
  const pdf = aPdf(300_000)
  pdf.write('Texas RN 123456', 1000)
  const kept = await upload(pdf)
  expect(kept.size).toBe(300_000)
  expect((await bytesOfAnswer(await content(kept.id))).equals(pdf)).toBe(true)
  const part = await content(kept.id, { Range: 'bytes=65000-70000' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 65000-70000/300000'])
  expect((await bytesOfAnswer(part)).equals(pdf.subarray(65_000, 70_001))).toBe(true)
  expect(await filesContaining(join(services.dataDir, 'files'), ['Texas RN 123456', '%PDF'])).toEqual([])
})

test('a photo has previews, which are encrypted in storage', async () => {
  const kept = await upload(await aPhoto())
  const preview = await bytesOfAnswer(await ann.fetch(`/api/upload/${kept.id}/preview`))
  expect(preview.subarray(8, 12).toString()).toBe('WEBP')
  expect(await listStored(services.storage, 'previews/')).not.toEqual([])
  expect(await filesContaining(join(services.dataDir, 'files'), ['WEBP', 'JFIF', 'Exif'])).toEqual([])
  // A damaged preview is generated again.
  for (const { key } of await listStored(services.storage, 'previews/')) {
    await writeFile(join(services.dataDir, 'files', key), randomBytes(5000))
  }
  const again = await bytesOfAnswer(await ann.fetch(`/api/upload/${kept.id}/preview`))
  expect(again.equals(preview)).toBe(true)
})

test('two files of one owner that are swapped are both reported as missing', async () => {
  const [one, two] = [await upload(aPdf(5000)), await upload(aPdf(5000))]
  await copyFile(await pathOf(one.id), await pathOf(two.id))
  const answer = await content(two.id)
  expect([answer.status, (await read(answer)).code]).toEqual([410, 'file_bytes_missing'])
  expect((await content(one.id)).status).toBe(200)
})

test('a file damaged in the middle breaks off there, so that it cannot pass for complete, and is one line', async () => {
  const error = vi.spyOn(services.log, 'error')
  const printed = vi.spyOn(console, 'error')
  const pdf = aPdf(2_000_000)
  const kept = await upload(pdf)
  const path = await pathOf(kept.id)
  const raw = await readFile(path)
  raw[1_500_000] = (raw[1_500_000] ?? 0) ^ 1
  await writeFile(path, raw)
  const server = serve({ fetch: sendingDirectly(services.app.fetch), port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`http://127.0.0.1:${port}/api/upload/${kept.id}/content`, {
    headers: { cookie },
  })
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await new Promise((resolve) => server.close(resolve))
  expect(error.mock.calls).toEqual([
    [
      { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), path: '/api/upload/:id/content' },
      'a response broke off: file_bytes_missing',
    ],
  ])
  expect(printed).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('once an account is deleted nothing can decrypt its bytes, not even in an old copy of everything', async () => {
  const bea = await services.nurse('bea')
  const kept = await upload(aPdf(100_000), bea)
  const key = await keyOf(kept.id)
  const before = join(services.dataDir, 'files')
  const copy = join(services.dataDir, 'copy')
  await cp(before, copy, { recursive: true })
  expect((await bea.json('DELETE', '/api/users/me', { password: testPassword })).status).toBe(204)
  const still = encryptedStorage(
    createDiskStorage(copy),
    services.config,
    keyRows(services.db, services.clock),
  )
  expect(await still.size(key)).toBe(100_000)
  await expect(still.read(key)).rejects.toMatchObject({ code: 'file_bytes_missing' })
  expect(
    (await services.database.pool.query('select 1 from file_keys where owner_id = $1', [bea.id])).rows,
  ).toEqual([])
})

test('concurrent processes create one key', async () => {
  const cat = await services.nurse('cat')
  const owner = asOwnerId(cat.id)
  const rows = keyRows(services.db, services.clock)
  /** Each process sees no key before it creates its own. */
  const blind = () => {
    let calls = 0
    const find: typeof rows.find = async (folder) => (calls++ === 0 ? null : rows.find(folder))
    return openKeyring(readMasterKeys(services.config), { ...rows, find })
  }
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => blind().require(folderOf(owner).slice(6), owner)),
  )
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  const kept = await services.database.pool.query('select 1 from file_keys where owner_id = $1', [cat.id])
  expect(kept.rowCount).toBe(1)
  const pdf = aPdf(3000)
  const { id } = await upload(pdf, cat)
  expect((await bytesOfAnswer(await content(id, {}, cat))).equals(pdf)).toBe(true)
})

test('a new FILES_KEY replaces the old one while nurses upload and read, and then the old one can be removed', async () => {
  const fresh = nextKey
  const rotated = { FILES_KEY: fresh, FILES_KEYS_OLD: [filesKey] }
  const config = { ...services.config, ...rotated }
  const dan = await services.nurse('dan')
  const pdf = aPdf(150_000)
  const { id } = await upload(pdf, dan)
  const key = await keyOf(id)
  const storage = storageWith(rotated)
  let isDone = false
  const reading = (async () => {
    let times = 0
    for (; !isDone || times < 5; times += 1) expect((await readBytes(storage, key))?.equals(pdf)).toBe(true)
    return times
  })()
  const owners = await Promise.all(['eve', 'fay', 'gil'].map((name) => services.nurse(name)))
  const uploading = Promise.all(owners.map((nurse) => upload(aPdf(2000), nurse)))
  while ((await rewrapKeys({ ...services, config })) > 0);
  await uploading
  isDone = true
  expect(await reading).toBeGreaterThan(4)
  await rewrapKeys({ ...services, config })
  expect(await rewrapKeys({ ...services, config })).toBe(0)

  const onlyNew = { ...services.config, FILES_KEY: fresh, FILES_KEYS_OLD: [] }
  await checkFilesKeys(services.db, onlyNew)
  expect((await readBytes(storageWith({ FILES_KEY: fresh }), key))?.equals(pdf)).toBe(true)
  const onlyOld = { ...services.config, FILES_KEYS_OLD: [] }
  await expect(checkFilesKeys(services.db, onlyOld)).rejects.toThrow('another FILES_KEY than these settings')
  const without = { ...services.config, FILES_KEY: undefined, FILES_KEYS_OLD: [] }
  await expect(checkFilesKeys(services.db, without)).rejects.toThrow('Documents are encrypted: set FILES_KEY')
  await expect(storageWith({ FILES_KEY: filesKey }).read(key)).rejects.toMatchObject({
    code: 'file_bytes_missing',
  })
  // Undone for the tests that follow.
  await rewrapKeys({ ...services, config: { ...config, FILES_KEY: filesKey, FILES_KEYS_OLD: [fresh] } })
})

test('the sweep finds the files complete, and removes only bytes without a row', async () => {
  const kept = await upload(aPdf(2000))
  const folder = (await keyOf(kept.id)).replace(/\/[^/]+$/, '')
  await services.storage.write(`${folder}/orphan.sealed`, streamOf('x'), {
    maxBytes: 5,
  })
  const now = services.clock.now().toISOString()
  services.clock.set(new Date(Date.now() + 2 * 86_400_000).toISOString())
  const { removed } = await sweepFiles(services)
  expect(removed).toBeGreaterThan(0)
  expect((await content(kept.id)).status).toBe(200)
  expect(await listStored(services.storage, `${folder}/orphan`)).toEqual([])
  services.clock.set(now)
})
