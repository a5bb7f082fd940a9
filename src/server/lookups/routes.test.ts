import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '#server/credentials/table.ts'
import { purgeTrash } from '#server/trash/job.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { sampleLookup } from '#shared/lookups/sample.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { expectSuccess } from '#testing/actors.ts'
import { ceuClient, readJson, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addLookup } from '#testing/lookups.ts'
import { addFile, addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let mine: ReturnType<typeof ceuClient>
let license: string
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  mine = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00Z')
  await services.db.delete(credentials)
  license = await addLicense(ann, { number: 'RN-884-4821' })
})

const lookupsOf = async (id = license) =>
  (await mine.get<{ items: LookupRecord[] }>(`lookups?credentialId=${id}`)).items
const statusOf = async (nurse: Nurse, method: string, path: string, body?: object) =>
  (body ? await nurse.json(method, `/api/${path}`, body) : await nurse.fetch(`/api/${path}`, { method }))
    .status
const addPrintout = () => addFile(ann, formOf(aPdf(1000), 'QuickConfirm.pdf'))

describe('a look-up', () => {
  it('is saved with the register’s answer and its printout, and listed latest first', async () => {
    const fileId = await addPrintout()
    const first = await addLookup(ann, license, { fileIds: [fileId], lastFour: '4821' })
    expect(first).toMatchObject({ ...sampleLookup, credentialId: license, fileIds: [fileId] })
    await addLookup(ann, license, { lookedUpOn: '2026-03-10', lastFour: null, expiresAt: null })
    await addLookup(ann, license, { lookedUpOn: '2025-03-10' })
    expect((await lookupsOf()).map(({ lookedUpOn }) => lookedUpOn)).toEqual([
      '2026-03-10',
      '2026-02-20',
      '2025-03-10',
    ])
    expect(await mine.get(`upload/${fileId}`)).toMatchObject({ resourceType: 'lookup', resourceId: first.id })
  })

  it('can be changed, deleted and restored by its owner', async () => {
    const { id } = await addLookup(ann, license)
    expect(await statusOf(ann, 'PATCH', `lookups/${id}`, { status: 'Active', lastFour: null })).toBe(200)
    expect(await lookupsOf()).toMatchObject([{ status: 'Active', lastFour: null, expiresAt: '2027-03-31' }])
    await mine.remove(`lookups/${id}`)
    expect(await lookupsOf()).toEqual([])
    expect(await mine.get('trash')).toMatchObject({
      items: [{ kind: 'lookup', id, title: 'Look-up of California RN license' }],
      count: 1,
    })
    expect(await statusOf(ann, 'POST', `lookups/${id}/restore`)).toBe(200)
    expect(await lookupsOf()).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['tomorrow', { lookedUpOn: '2026-03-11' }, 'lookedUpOn'],
    ['without a status', { status: ' ' }, 'status'],
    ['with a whole number', { lastFour: 'RN-884-4821' }, 'lastFour'],
    ['with an invalid date', { expiresAt: '2027-02-30' }, 'expiresAt'],
  ])('%s is refused', async (_what, more, path) => {
    const answer = await ann.json('POST', '/api/lookups', {
      ...sampleLookup,
      ...more,
      credentialId: license,
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  })

  it('is accessible only to the owner of the credential', async () => {
    const { id } = await addLookup(ann, license)
    const entry = { ...sampleLookup, credentialId: license }
    expect(await statusOf(bob, 'POST', 'lookups', entry)).toBe(403)
    expect(await statusOf(bob, 'GET', `lookups?credentialId=${license}`)).toBe(403)
    expect(await statusOf(bob, 'PATCH', `lookups/${id}`, { status: 'Expired' })).toBe(403)
    expect(await statusOf(bob, 'DELETE', `lookups/${id}`)).toBe(403)
    expect(await statusOf(bob, 'POST', `lookups/${id}/restore`)).toBe(403)
    expect(await statusOf(bob, 'DELETE', `trash/lookup/${id}`)).toBe(403)
    expect(await statusOf(ann, 'DELETE', `lookups/${unknownId}`)).toBe(404)
    expect(await statusOf(ann, 'GET', `lookups?credentialId=${unknownId}`)).toBe(404)
  })

  it('is deleted and restored with its credential', async () => {
    const fileId = await addPrintout()
    const { id } = await addLookup(ann, license, { fileIds: [fileId] })
    await mine.remove(`credentials/${license}`)
    expect(await statusOf(ann, 'DELETE', `lookups/${id}`)).toBe(404)
    expect(await mine.get('trash')).toMatchObject({ count: 1, size: expect.any(Number) })
    await expectSuccess(ann.fetch(`/api/credentials/${license}/restore`, { method: 'POST' }))
    expect(await lookupsOf()).toHaveLength(1)
    await mine.remove(`credentials/${license}`)
    services.clock.set('2026-05-10T15:00:00Z')
    await purgeTrash(services)
    expect(await services.db.$count(credentials)).toBe(0)
    expect(await statusOf(ann, 'GET', `upload/${fileId}`)).toBe(404)
  })

  it('is purged with its printout after 30 days', async () => {
    const fileId = await addPrintout()
    const { id } = await addLookup(ann, license, { fileIds: [fileId] })
    await mine.remove(`lookups/${id}`)
    expect(await purgeTrash(services)).toBe(0)
    services.clock.set('2026-04-10T15:00:00Z')
    expect(await purgeTrash(services)).toBe(1)
    expect(await statusOf(ann, 'GET', `upload/${fileId}`)).toBe(404)
  })

  it('is exported and imported with its printout and trash', async () => {
    await addLookup(ann, license, { fileIds: [await addPrintout()] })
    const gone = await addLookup(ann, license, { status: 'Expired' })
    await mine.remove(`lookups/${gone.id}`)
    const zip = await (await expectSuccess(ann.fetch('/api/users/me/export'))).arrayBuffer()
    const cleo = await services.nurse('cleo')
    const headers = { 'Content-Type': 'application/zip' }
    const body = new Blob([zip])
    await expectSuccess(cleo.fetch('/api/users/me/import', { method: 'POST', body, headers }))
    const theirs = ceuClient(cleo)
    const { items } = await theirs.get<{ items: { id: string }[] }>('credentials')
    expect(await theirs.get(`lookups?credentialId=${items[0]?.id}`)).toMatchObject({
      items: [{ ...sampleLookup, fileIds: [expect.any(String)] }],
    })
    expect(await theirs.get('trash')).toMatchObject({ items: [{ kind: 'lookup' }] })
  })
})

describe('a share', () => {
  const previewOf = async (more: object = {}) => {
    const content = { resourceType: 'license', resourceId: license, ...more }
    const answer = expectSuccess(ann.json('POST', '/api/share/preview', content))
    return (await readJson<SharePreview>(answer)).view.items[0]
  }

  it('says when the holder looked it up, and never shows the last four digits of a hidden number', async () => {
    expect(await previewOf()).toMatchObject({ lookedUp: null })
    await addLookup(ann, license, { lookedUpOn: '2026-01-02', status: 'Expired' })
    await addLookup(ann, license, { status: 'Active, number ends in 4821', lastFour: '4821' })
    const lookedUp = { on: '2026-02-20', place: 'Nursys QuickConfirm', expiresAt: '2027-03-31' }
    expect(await previewOf({ masks: { hideNumber: false } })).toMatchObject({
      lookedUp: { ...lookedUp, status: 'Active, number ends in 4821' },
    })
    const hidden = await previewOf({ masks: { hideNumber: true } })
    expect(hidden).toMatchObject({ lookedUp: { ...lookedUp, status: 'Active, number ends in ••••' } })
    expect(JSON.stringify(hidden)).not.toContain('4821')
  })
})
