import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportPaths } from '#shared/transfer/export.ts'
import { expectSuccess } from '#testing/actors.ts'
import { forgeExport } from '#testing/exports.ts'
import { newCard, renewalClient } from '#testing/renewals.ts'
import { addPdf } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let zip: Uint8Array
let annsLicense: string
beforeAll(async () => {
  services = await openTestServices()
  const ann = await services.nurse('ann')
  const mine = renewalClient(ann)
  const license = await mine.addLicense({ fileId: await addPdf(ann, 'old.pdf') })
  annsLicense = license.id
  const receipt = await addPdf(ann, 'receipt.pdf')
  const first = await mine.start(license.id, {
    ...{ submittedOn: '2026-03-01', fee: 6850, confirmation: 'C-77', notes: 'By mail', fileIds: [receipt] },
  })
  services.clock.advance(1000)
  await mine.finish(first.id, { ...newCard, number: 'TX-2', fileIds: [await addPdf(ann, 'new.pdf')] })
  const dropped = await mine.start(license.id, { notes: 'Dropped' })
  await mine.remove(`renewals/${dropped.id}`)
  await mine.start(license.id, { notes: 'Next' })
  zip = await exportOf(ann)
})
afterAll(() => services.close())

async function exportOf(nurse: Nurse): Promise<Uint8Array> {
  const answer = await expectSuccess(nurse.fetch('/api/users/me/export'))
  return new Uint8Array(await answer.arrayBuffer())
}

async function importTo(nurse: Nurse, bytes: Uint8Array): Promise<Response> {
  const headers = { 'Content-Type': 'application/zip' }
  return nurse.fetch('/api/users/me/import', {
    method: 'POST',
    body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    headers,
  })
}

async function importedVault(nurse: Nurse) {
  const its = renewalClient(nurse)
  const { items } = await its.get<{ items: { id: string; fileIds: string[] }[] }>('credentials')
  const [license] = items
  if (!license) throw new Error('No license was imported')
  const { id } = license
  return { ...its, license, open: await its.renewals(id), ended: await its.terms(id) }
}

describe('renewals in an export', () => {
  it('are imported with their terms, documents and trash, and can still be undone', async () => {
    const bob = await services.nurse('bob')
    await expectSuccess(importTo(bob, zip))
    const vault = await importedVault(bob)
    expect(vault.license.id).not.toBe(annsLicense)
    expect(vault.open).toMatchObject([
      { state: 'planned', notes: 'Next' },
      { state: 'done', fee: 6850, confirmation: 'C-77', notes: 'By mail', fileIds: [expect.any(String)] },
    ])
    expect(vault.ended).toMatchObject([
      {
        number: 'TX-1',
        expiresAt: '2026-04-30',
        renewalId: vault.open[1]?.id,
        fileIds: [expect.any(String)],
      },
    ])
    expect(await vault.get<{ items: object[] }>('trash')).toMatchObject({ items: [{ kind: 'renewal' }] })
    expect(await vault.get<{ items: object[] }>('upload?unattached=true')).toMatchObject({ items: [] })
    await vault.remove(`renewals/${vault.open[0]?.id}`)
    await vault.undo(vault.open[1]?.id ?? '')
    expect(await vault.credential(vault.license.id)).toMatchObject({
      ...{ number: 'TX-1', expiresAt: '2026-04-30', fileIds: vault.ended[0]?.fileIds },
    })
  })

  it('are optional in an export from before they existed', async () => {
    const old = forgeExport(zip, (members, edit) => {
      delete members[exportPaths.renewals]
      edit(members, exportPaths.manifest, (manifest: { members: { path: string }[] }) => ({
        ...manifest,
        members: manifest.members.filter(({ path }) => path !== exportPaths.renewals),
      }))
      edit(members, exportPaths.files, (files: { resourceType: string }[]) =>
        files.filter(({ resourceType }) => resourceType === 'license'),
      )
    })
    const cleo = await services.nurse('cleo')
    await expectSuccess(importTo(cleo, old))
    const vault = await importedVault(cleo)
    expect([vault.open, vault.ended]).toEqual([[], []])
    expect(vault.license.fileIds).toHaveLength(1)
  })

  it.each<[string, (rows: Record<string, unknown>[]) => void]>([
    [
      'of a credential that is not there',
      ([row]) => Object.assign(row ?? {}, { credentialId: crypto.randomUUID() }),
    ],
    ['finished without a term', ([row]) => Object.assign(row ?? {}, { term: null })],
    ['planned with a date', (rows) => Object.assign(rows.at(-1) ?? {}, { submittedOn: '2026-03-01' })],
    ['open twice', (rows) => Object.assign(rows[1] ?? {}, { deletedAt: null })],
    ['with a fee below zero', ([row]) => Object.assign(row ?? {}, { fee: -5 })],
    ['with a made-up state', ([row]) => Object.assign(row ?? {}, { state: 'won' })],
  ])('%s are refused, and nothing is imported', async (what, change) => {
    const forged = forgeExport(zip, (members, edit) => edit(members, exportPaths.renewals, change))
    const nurse = await services.nurse(`dan${what.length}`)
    const answer = await importTo(nurse, forged)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      422,
      'import_unreadable',
    ])
    expect(await renewalClient(nurse).get<{ items: object[] }>('credentials')).toMatchObject({ items: [] })
  })
})
