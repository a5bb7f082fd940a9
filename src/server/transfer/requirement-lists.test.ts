import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListSummary, RequirementList } from '#shared/requirements/list.ts'
import { sampleList } from '#shared/requirements/sample.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { expectSuccess } from '#testing/actors.ts'
import { ceuClient } from '#testing/ceu-vault.ts'
import { forgeExport } from '#testing/exports.ts'
import { addRequirementList } from '#testing/requirement-lists.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let zip: Uint8Array
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  const [first, second] = [await addLicense(ann), await addLicense(ann)]
  const [asked] = sampleList.items
  const chosen = (id: string) => ({ ...asked, choice: { resource: { type: 'license', id } } })
  await addRequirementList(ann, {
    ...sampleList,
    items: [chosen(first), chosen('00000000-0000-4000-8000-000000000009'), ...sampleList.items.slice(1)],
  })
  await ann.fetch(`/api/requirement-lists/${await addRequirementList(ann, { name: 'Gone' })}`, {
    method: 'DELETE',
  })
  await ann.fetch(`/api/credentials/${second}`, { method: 'DELETE' })
  zip = new Uint8Array(await (await expectSuccess(ann.fetch('/api/users/me/export'))).arrayBuffer())
})
afterAll(() => services.close())

const importTo = (nurse: Nurse, bytes: Uint8Array) =>
  nurse.fetch('/api/users/me/import', {
    method: 'POST',
    body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    headers: { 'Content-Type': 'application/zip' },
  })
const listsOf = async (nurse: Nurse) =>
  (await ceuClient(nurse).get<{ items: ListSummary[] }>('requirement-lists')).items

test('are imported with the chosen records of the vault, including those in the trash', async () => {
  const cleo = await services.nurse('cleo')
  await addRequirementList(cleo, { name: 'My own', startsOn: null, endsOn: null })
  await expectSuccess(importTo(cleo, zip))
  const lists = await listsOf(cleo)
  expect(lists.map(({ name }) => name)).toEqual([sampleList.name, 'My own'])
  const { items } = await ceuClient(cleo).get<RequirementList>(`requirement-lists/${lists[0]?.id}`)
  const [license] = (await ceuClient(cleo).get<{ items: { id: string }[] }>('credentials')).items
  expect(items.map(({ choice }) => choice?.resource?.id ?? null).slice(0, 2)).toEqual([license?.id, null])
  expect(await ceuClient(cleo).get('trash')).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ kind: 'requirementList', title: 'Gone' })]),
  })
})

test('an export of an earlier version has none, and a wrong one is refused', async () => {
  const dora = await services.nurse('dora')
  const wrong = forgeExport(zip, (members, edit) =>
    edit(members, exportPaths.requirementLists, (lists: object[]) =>
      lists.map((list) => ({ ...list, items: [{ kind: 'poem' }] })),
    ),
  )
  const refused = await importTo(dora, wrong)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    422,
    'import_unreadable',
  ])
  const earlier = forgeExport(zip, (members, edit) => {
    delete members[exportPaths.requirementLists]
    edit(members, exportPaths.manifest, (manifest: { members: { path: string }[] }) => ({
      ...manifest,
      members: manifest.members.filter(({ path }) => path !== exportPaths.requirementLists),
    }))
  })
  await expectSuccess(importTo(dora, earlier))
  expect(await listsOf(dora)).toEqual([])
})

test('are shown on the page of the export', async () => {
  const members = unzipSync(zip)
  expect(Buffer.from(members[exportPaths.page] ?? []).toString()).toContain(
    'ICU contract at St. Anne’s &amp; Co.',
  )
})
