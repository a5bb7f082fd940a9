import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { expectSuccess } from '#testing/actors.ts'
import { ceuClient, readJson } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { forgeExport } from '#testing/exports.ts'
import { addPracticeRecord } from '#testing/practice-records.ts'
import { addFile } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let zip: Uint8Array
let original: CompetencyRecord
beforeAll(async () => {
  services = await openTestServices()
  const ann = await services.nurse('ann')
  const proof = await addFile(ann, formOf(aPdf(), 'letter.pdf'))
  const id = await addPracticeRecord(ann, { ...sampleRecord, fileIds: [proof] })
  original = await ceuClient(ann).get(`competency-records/${id}`)
  const gone = await addPracticeRecord(ann, { title: 'In the trash' })
  await ceuClient(ann).remove(`competency-records/${gone}`)
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
const logOf = async (nurse: Nurse) =>
  (await ceuClient(nurse).get<{ items: CompetencyRecord[] }>('competency-records')).items

describe('the practice log in an export', () => {
  it('is imported under new ids, with its files and trash', async () => {
    const bob = await services.nurse('bob')
    expect(await readJson(expectSuccess(importTo(bob, zip)))).toMatchObject({
      ...{ practiceRecords: 2, files: 1, inTrash: 1 },
    })
    const [record] = await logOf(bob)
    const { id, fileIds, ...fields } = original
    expect(record).toEqual({ ...fields, id: expect.any(String), fileIds: [expect.any(String)] })
    expect([record?.id, record?.fileIds]).not.toEqual([id, fileIds])
    expect(await ceuClient(bob).get('trash')).toMatchObject({
      items: [{ kind: 'competencyRecord', title: 'In the trash' }],
    })
  })

  it('alone prevents an import', async () => {
    const cleo = await services.nurse('cleo')
    await addPracticeRecord(cleo)
    const answer = await importTo(cleo, zip)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      422,
      'vault_not_empty',
    ])
  })

  it('is optional in an export from before it existed', async () => {
    const old = forgeExport(zip, (members, edit) => {
      delete members[exportPaths.practiceLog]
      edit(members, exportPaths.manifest, (manifest: { members: { path: string }[]; counts: object }) => ({
        ...manifest,
        counts: { ...manifest.counts, practiceRecords: undefined },
        members: manifest.members.filter(({ path }) => path !== exportPaths.practiceLog),
      }))
      edit(members, exportPaths.files, () => [])
    })
    const dora = await services.nurse('dora')
    await expectSuccess(importTo(dora, old))
    expect(await logOf(dora)).toEqual([])
  })

  it.each<[string, object]>([
    ['of a made-up kind', { kind: 'sleep' }],
    ['with more hours than its days have', { startDate: null }],
    ['ending before it begins', { startDate: '2026-01-01' }],
    ['with a third decimal', { amount: 1.001 }],
  ])('%s is refused, and nothing is imported', async (what, change) => {
    const forged = forgeExport(zip, (members, edit) =>
      edit(members, exportPaths.practiceLog, (rows: { title: string }[]) => {
        const row = rows.find(({ title }) => title === sampleRecord.title)
        if (!row) throw new Error('The record is not in the export')
        Object.assign(row, change)
      }),
    )
    const nurse = await services.nurse(`eve${what.length}`)
    const answer = await importTo(nurse, forged)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      422,
      'import_unreadable',
    ])
    expect(await logOf(nurse)).toEqual([])
  })
})
