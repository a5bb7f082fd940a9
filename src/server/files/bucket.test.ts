import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'
import { openStorage } from '#server/storage/open.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import { listStored, streamOf } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { sweepFiles } from './job.ts'

// In these tests the documents are stored in a bucket.

let server: S3Server
let folder: string
let services: TestServices
let ann: Nurse

beforeAll(async () => {
  server = await startS3Server()
  folder = mkdtempSync(join(tmpdir(), 'lanyard-bucket-'))
  const config = readConfig({ LANYARD_DATA: folder, ...server.settings })
  services = await openTestServices({ storage: await openStorage(config) })
  ann = await services.nurse('ann')
})
afterAll(async () => {
  await services.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const read = async (answer: Response) => (await answer.json()) as KeptFile & ProblemBody
const upload = (bytes: Buffer) => ann.fetch('/api/upload', { method: 'POST', body: formOf(bytes) })
const keys = async () => (await listStored(services.storage, '')).map(({ key }) => key)
const content = (id: string, headers: Record<string, string> = {}) =>
  ann.fetch(`/api/upload/${id}/content`, { headers })

test('stores a document, returns it in full and in ranges, and deletes it', async () => {
  const pdf = aPdf(300_000)
  const kept = await read(await upload(pdf))
  expect(Buffer.from(await (await content(kept.id)).arrayBuffer()).equals(pdf)).toBe(true)
  const part = await content(kept.id, { Range: 'bytes=1000-1999' })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(1000, 2000))).toBe(true)
  expect((await ann.fetch(`/api/upload/${kept.id}?forever=true`, { method: 'DELETE' })).status).toBe(204)
  expect(await keys()).toEqual([])
})

test('stores the previews of a photo too', async () => {
  const kept = await read(await upload(await aPhoto()))
  expect((await keys()).filter((key) => key.startsWith('previews/')).length).toBeGreaterThan(0)
  await ann.fetch(`/api/upload/${kept.id}?forever=true`, { method: 'DELETE' })
  expect(await keys()).toEqual([])
})

test('finds bytes without a row and removes only those, after a day', async () => {
  const kept = await read(await upload(aPdf(2000)))
  const before = await keys()
  await services.storage.write('files/0a/orphan', streamOf('left by a kill'), { maxBytes: 50 })
  await sweepFiles(services)
  expect(await keys()).toHaveLength(before.length + 1)
  const now = services.clock.now().toISOString()
  services.clock.set(new Date(Date.now() + 2 * 86_400_000).toISOString())
  expect(await sweepFiles(services)).toEqual({ removed: 1, missing: [] })
  expect(await keys()).toEqual(before)
  services.clock.set(now)
  await ann.fetch(`/api/upload/${kept.id}?forever=true`, { method: 'DELETE' })
})

test('reports a document that is missing in the bucket, and serves the others', async () => {
  const [one, two] = [await read(await upload(aPdf(2000))), await read(await upload(aPdf(3000)))]
  const [row] = (await services.database.pool.query('select key from files where id = $1', [one.id])).rows
  await services.storage.remove(row.key)
  const answer = await content(one.id)
  expect([answer.status, (await read(answer)).code]).toEqual([410, 'file_bytes_missing'])
  expect((await content(two.id)).status).toBe(200)
  expect((await sweepFiles(services)).missing).toEqual([one.id])
  for (const { id } of [one, two]) await ann.fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE' })
})

test('a full bucket refuses an upload with a problem, stores nothing, and accepts the next one', async () => {
  server.faults.push({ method: 'PUT', does: { status: 507, code: 'XMinioStorageFull' } })
  const answer = await upload(aPdf(2000))
  expect([answer.status, (await read(answer)).code]).toEqual([507, 'storage_full'])
  expect(await keys()).toEqual([])
  const kept = await upload(aPdf(2000))
  expect(kept.status).toBe(201)
  await ann.fetch(`/api/upload/${(await read(kept)).id}?forever=true`, { method: 'DELETE' })
})

test('while the bucket is unreachable /readyz reports the files, and nothing else fails', async () => {
  for (let turn = 0; turn < 2; turn += 1) server.faults.push({ method: 'GET', does: 'reset' })
  const ready = async () => (await services.stranger().fetch('/readyz')).json()
  expect(await ready()).toMatchObject({
    status: 'unavailable',
    checks: { database: 'ok', files: 'unreachable' },
  })
  services.clock.set(new Date(services.clock.now().getTime() + 1000).toISOString())
  expect(await ready()).toMatchObject({ checks: { files: 'ok' } })
})
