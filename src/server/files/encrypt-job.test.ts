import { randomBytes, randomUUID } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Services } from '#server/services.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { keyRows } from '#server/storage/encryption/key-store.ts'
import { encryptedStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { ENCRYPTED_SUFFIX } from '#shared/files/storage-key.ts'
import { filesContaining } from '#testing/account-traces.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import { listStored, readBytes } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { encryptFiles } from './encrypt-job.ts'
import { listMissingBytes } from './job.ts'
import { listUnencryptedFiles } from './store.ts'

// In these tests the documents were uploaded before FILES_KEY was set.

let services: TestServices
let encrypting: Services
let ann: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  const config = { ...services.config, FILES_KEY: randomBytes(32).toString('base64') }
  const place = createDiskStorage(join(services.dataDir, 'files'))
  encrypting = {
    ...services,
    config,
    storage: encryptedStorage(place, config, keyRows(services.db, services.clock)),
  }
})
afterAll(() => services.close())
afterEach(async () => {
  await services.db.execute('delete from files')
  for (const { key } of await listStored(services.storage, '')) await services.storage.remove(key)
})

const upload = async (bytes: Buffer): Promise<string> => {
  const answer = await ann.fetch('/api/upload', { method: 'POST', body: formOf(bytes) })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
const keyOf = async (id: string): Promise<string> =>
  (await services.database.pool.query('select key from files where id = $1', [id])).rows[0]?.key
const storedKeys = async () => (await listStored(services.storage, '')).map(({ key }) => key).sort()
const plainLeft = () => filesContaining(join(services.dataDir, 'files'), ['%PDF', 'JFIF', 'WEBP'])
const damagedServices = (storage: Partial<Storage>): Services => ({
  ...encrypting,
  storage: { ...encrypting.storage, ...storage },
})

test('encrypts all files and previews, which still read the same', async () => {
  const pdf = aPdf(150_000)
  const photo = await aPhoto()
  const [one, two] = [await upload(pdf), await upload(photo)]
  const before = await storedKeys()
  expect(await encryptFiles(encrypting)).toEqual({ encrypted: 2, left: [] })
  expect(await plainLeft()).toEqual([])
  expect(await storedKeys()).toHaveLength(before.length)
  expect((await readBytes(encrypting.storage, await keyOf(one)))?.equals(pdf)).toBe(true)
  expect((await readBytes(encrypting.storage, await keyOf(two)))?.equals(photo)).toBe(true)
  const app = createApp(encrypting)
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const part = await app.request(`/api/upload/${one}/content`, {
    headers: { cookie, range: 'bytes=70000-70099' },
  })
  expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(70_000, 70_100))).toBe(true)
  expect((await app.request(`/api/upload/${two}/preview`, { headers: { cookie } })).status).toBe(200)
  expect(await storedKeys()).toHaveLength(before.length)
  expect(await encryptFiles(encrypting)).toEqual({ encrypted: 0, left: [] })
  expect(await listMissingBytes(encrypting)).toEqual([])
})

test('finds the remaining files without reading encrypted ones', async () => {
  await services.db.execute(sql`insert into files (owner_id, key, name, size, mime_type, sha256, created_at)
    select ${ann.id}, 'files/of/' || n || ${ENCRYPTED_SUFFIX}::text, 'card.pdf', 1, 'application/pdf', '', now()
    from generate_series(1, 5000) n`)
  await services.db.execute(sql`analyze files`)
  for (const after of [null, randomUUID()]) {
    const { rows } = await services.db.execute(sql`explain ${listUnencryptedFiles(services.db, after, 100)}`)
    expect(JSON.stringify(rows)).toContain('Index Scan using files_unsealed')
    expect(JSON.stringify(rows)).not.toMatch(/Seq Scan|Sort/)
  }
})

test('a reader with the previous row still finds the bytes', async () => {
  const pdf = aPdf(90_000)
  const id = await upload(pdf)
  const before = await keyOf(id)
  await encryptFiles(encrypting)
  expect(await keyOf(id)).not.toBe(before)
  expect(await encrypting.storage.size(before)).toBe(90_000)
  expect((await readBytes(encrypting.storage, before))?.equals(pdf)).toBe(true)
  const range = { start: 66_000, end: 66_009 }
  expect(await readBytes(encrypting.storage, before, range)).toEqual(pdf.subarray(66_000, 66_010))
})

const dead = new Error('killed')
test.each<[string, () => Services]>([
  [
    'before the new bytes are there',
    () => damagedServices({ write: () => Promise.reject(dead), remove: () => Promise.reject(dead) }),
  ],
  [
    'after the new bytes are written, before the row names them',
    () =>
      damagedServices({
        async write(key, bytes, options) {
          await encrypting.storage.write(key, bytes, options)
          throw dead
        },
        remove: () => Promise.reject(dead),
      }),
  ],
  [
    'after the row names them, before the old bytes are removed',
    () => damagedServices({ remove: () => Promise.reject(dead) }),
  ],
])('loses nothing when killed %s, and the next run completes it', async (_, dying) => {
  const pdf = aPdf(80_000)
  const id = await upload(pdf)
  await encryptFiles(dying()).catch((error) => expect(error).toBe(dead))
  expect((await readBytes(encrypting.storage, await keyOf(id)))?.equals(pdf)).toBe(true)
  await encryptFiles(encrypting)
  expect(await keyOf(id)).toMatch(/\.sealed$/)
  expect((await readBytes(encrypting.storage, await keyOf(id)))?.equals(pdf)).toBe(true)
})

test('leaves nothing behind for a file that is deleted in the meantime', async () => {
  const id = await upload(aPdf(80_000))
  const meanwhile = damagedServices({
    async write(key, bytes, options) {
      const stored = await encrypting.storage.write(key, bytes, options)
      expect((await ann.fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE' })).status).toBe(204)
      return stored
    },
  })
  await encryptFiles(meanwhile)
  expect(await storedKeys()).toEqual([])
})

test('two concurrent processes encrypt each file once and lose none', async () => {
  const pdfs = Array.from({ length: 6 }, (_, at) => aPdf(20_000 + at))
  const ids = []
  for (const pdf of pdfs) ids.push(await upload(pdf))
  await Promise.all([encryptFiles(encrypting), encryptFiles(encrypting)])
  expect(await storedKeys()).toHaveLength(6)
  for (const [index, id] of ids.entries()) {
    expect(
      (await readBytes(encrypting.storage, await keyOf(id)))?.equals(pdfs[index] ?? Buffer.alloc(0)),
    ).toBe(true)
  }
})

test('skips and names a file with truncated bytes, and continues with the others', async () => {
  const [cut, whole] = [await upload(aPdf(5000)), await upload(aPdf(6000))]
  const key = await keyOf(cut)
  await truncate(join(services.dataDir, 'files', key), 100)
  expect(await encryptFiles(encrypting)).toEqual({ encrypted: 1, left: [cut] })
  expect(await keyOf(cut)).toBe(key)
  expect((await storedKeys()).length).toBe(2)
  expect(await keyOf(whole)).toMatch(/\.sealed$/)
})

test('does nothing without a FILES_KEY', async () => {
  const id = await upload(aPdf(5000))
  const key = await keyOf(id)
  expect(await encryptFiles(services)).toEqual({ encrypted: 0, left: [] })
  expect(await keyOf(id)).toBe(key)
})
