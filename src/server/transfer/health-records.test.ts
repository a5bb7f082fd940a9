import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { healthRecords } from '#server/health/table.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { expectSuccess } from '#testing/actors.ts'
import { ceuClient, readJson } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { forgeExport } from '#testing/exports.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { addFile } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let zip: Uint8Array
let original: HealthRecord
beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: randomBytes(32).toString('base64') } })
  const ann = await services.nurse('ann')
  const fileIds = [await addFile(ann, formOf(aPdf(), 'titer.pdf'))]
  const id = await addHealthRecord(ann, { ...sampleHealthRecord, fileIds })
  original = await ceuClient(ann).get(`health-records/${id}`)
  await ceuClient(ann).remove(`health-records/${await addHealthRecord(ann)}`)
  const answer = await expectSuccess(ann.fetch('/api/users/me/export'))
  zip = new Uint8Array(await answer.arrayBuffer())
})
afterAll(() => services.close())

const importTo = (nurse: Nurse, bytes: Uint8Array) =>
  nurse.fetch('/api/users/me/import', {
    method: 'POST',
    body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    headers: { 'Content-Type': 'application/zip' },
  })
const recordsOf = async (nurse: Nurse) =>
  (await ceuClient(nurse).get<{ items: HealthRecord[] }>('health-records')).items

it('an import restores health records, encrypted again, with their documents and trash', async () => {
  const bob = await services.nurse('bob')
  expect(await readJson(expectSuccess(importTo(bob, zip)))).toMatchObject({
    ...{ healthRecords: 2, files: 1, inTrash: 1 },
  })
  const { id, fileIds, ...fields } = original
  const [record] = await recordsOf(bob)
  expect(record).toEqual({ ...fields, id: expect.any(String), fileIds: [expect.any(String)] })
  expect([record?.id, record?.fileIds]).not.toEqual([id, fileIds])
  expect(await ceuClient(bob).get('trash')).toMatchObject({ items: [{ kind: 'healthRecord' }] })
  expect(JSON.stringify(await services.db.select().from(healthRecords))).not.toMatch(/Engerix|county/)
})

it('an export from before health records can still be imported', async () => {
  const old = forgeExport(zip, (members, edit) => {
    delete members[exportPaths.healthRecords]
    edit(members, exportPaths.manifest, (manifest: { members: { path: string }[]; counts: object }) => ({
      ...manifest,
      counts: { ...manifest.counts, healthRecords: undefined },
      members: manifest.members.filter(({ path }) => path !== exportPaths.healthRecords),
    }))
    edit(members, exportPaths.files, () => [])
  })
  const cleo = await services.nurse('cleo')
  await expectSuccess(importTo(cleo, old))
  expect(await recordsOf(cleo)).toEqual([])
})

it.each<[string, object]>([
  ['of a made-up kind', { kind: 'sleep' }],
  ['with a field of another kind', { fields: { mask: 'N95' } }],
])('a record %s is refused, and nothing is imported', async (what, change) => {
  const forged = forgeExport(zip, (members, edit) =>
    edit(members, exportPaths.healthRecords, (rows: object[]) => {
      Object.assign(rows[0] ?? {}, change)
    }),
  )
  const nurse = await services.nurse(`eve${what.length}`)
  expect((await importTo(nurse, forged)).status).toBe(422)
  expect(await recordsOf(nurse)).toEqual([])
})
