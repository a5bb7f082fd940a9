import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkHealthKeys } from '#server/health/seal-store.ts'
import { healthRecords } from '#server/health/table.ts'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { File } from '#shared/files/file.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { createLink, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { sealNames } from './encrypt-job.ts'
import { files } from './table.ts'

const canary = 'Canary hepatitis B titer.pdf'
const key = () => randomBytes(32).toString('base64')
const [first, second] = [key(), key()]

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: first } })
  ann = await services.nurse('ann')
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.db.delete(healthRecords)
  await services.db.delete(files)
})

/** With a key, as the web client sends it. */
async function upload(): Promise<string> {
  const body = formOf(await aPdf(), canary, 'application/pdf')
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await ann.fetch('/api/upload', { method: 'POST', body, headers })
  return ((await answer.json()) as File).id
}

/** Every row of every table, as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await services.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const texts = tables.map(async ({ name }) => {
    const { rows } = await services.database.pool.query(`select t::text as text from "${name}" t`)
    return JSON.stringify(rows)
  })
  return (await Promise.all(texts)).join('\n')
}
const nameOf = async (id: string) => ((await (await ann.fetch(`/api/upload/${id}`)).json()) as File).name

test('the name of a health document is nowhere in the database, and its owner sees it everywhere', async () => {
  const id = await upload()
  const record = await addHealthRecord(ann, { fileIds: [id] })
  const link = await createLink(ann, {
    resourceType: 'packet',
    resources: [{ resourceType: 'healthRecord', resourceId: record }],
    masks: { health: { files: true } },
  })
  const visitor = await openLinkAsVisitor(services, link.token)
  const view = await (await visitor.fetch(`/api/share/${link.token}`)).text()
  expect(view).toContain(canary)
  const alias = /"id":"([\w-]{22})"/.exec(view)?.[1]
  expect((await visitor.fetch(`/api/share/${link.token}/files/${alias}`)).status).toBe(200)
  await ann.json('PATCH', `/api/upload/${id}`, { name: `Second ${canary}` })
  expect(await nameOf(id)).toBe(`Second ${canary}`)
  const activity = await (await ann.fetch('/api/users/me/activity')).text()
  expect(activity).toContain(`Second ${canary}`)
  const content = await ann.fetch(`/api/upload/${id}/content`)
  expect(decodeURIComponent(content.headers.get('Content-Disposition') ?? '')).toContain(canary)
  await ann.fetch(`/api/upload/${id}`, { method: 'DELETE' })
  expect(await (await ann.fetch('/api/trash')).text()).toContain(canary)
  expect(await everyRow()).not.toContain('Canary')
  await ann.fetch(`/api/upload/${id}/restore`, { method: 'POST' })
  expect(await (await ann.fetch('/api/upload')).text()).toContain(canary)
  expect(await everyRow()).not.toContain('Canary')
})

test('a name stays encrypted, and readable, after the document leaves its record', async () => {
  const id = await upload()
  const record = await addHealthRecord(ann, { fileIds: [id] })
  await ann.json('PATCH', `/api/health-records/${record}`, { fileIds: [] })
  expect(await everyRow()).not.toContain('Canary')
  expect(await nameOf(id)).toBe(canary)
})

test('names from before FILES_KEY are encrypted once, and encrypted again with a new key', async () => {
  const id = await upload()
  await addHealthRecord(ann, { fileIds: [id] })
  const plain = { name: canary as never, nameSealedBy: '' }
  await services.db.update(files).set(plain).where(eq(files.id, id))
  expect(await nameOf(id)).toBe(canary)
  const without = createFieldCipher({ FILES_KEY: undefined, FILES_KEYS_OLD: [] })
  expect(await sealNames({ ...services, fieldCipher: without })).toBe(0)
  const twice = await Promise.all([sealNames(services), sealNames(services)])
  expect(twice.toSorted()).toEqual([0, 1])
  expect(await everyRow()).not.toContain('Canary')
  expect(await nameOf(id)).toBe(canary)

  const rotated = { FILES_KEY: second, FILES_KEYS_OLD: [first] }
  await services.db.delete(healthRecords)
  await expect(checkHealthKeys(services.db, { ...rotated, FILES_KEYS_OLD: [] })).rejects.toThrow(
    'do not have',
  )
  expect(await sealNames({ ...services, fieldCipher: createFieldCipher(rotated) })).toBe(1)
  await checkHealthKeys(services.db, { ...rotated, FILES_KEYS_OLD: [] })
  // The key of these services is the old one: the name is left as it is.
  expect(await sealNames(services)).toBe(0)
})
