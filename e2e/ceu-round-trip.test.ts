import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import {
  acceptRule,
  createCycle,
  createEntry,
  cycleEntriesQuery,
  cycleQuery,
  cyclesQuery,
  entryQuery,
  findRemoval,
  importEntries,
  listEntries,
  listSimilarEntries,
  proposalsQuery,
  removeCycle,
  removeEntry,
  removeImport,
  restoreCycle,
  restoreEntry,
  suggestionsQuery,
  updateCycle,
  updateEntry,
} from '#web/ceu/api.ts'
import { createCredential } from '#web/credentials/api.ts'
import { startWithBrowserClient } from './browser-client.ts'

let installation: Awaited<ReturnType<typeof startWithBrowserClient>>
beforeAll(async () => {
  installation = await startWithBrowserClient()
})
afterAll(() => installation?.close())

function ask<T>({ queryFn }: { queryFn?: ((context: never) => T) | symbol | undefined }): T {
  if (typeof queryFn !== 'function') throw new Error('The query has no queryFn')
  return queryFn({ signal: new AbortController().signal } as never)
}

const key = () => crypto.randomUUID()

it('every field of a cycle survives the round trip: create, find, list, update, delete, restore', async () => {
  const created = await createCycle(sampleCycle, key())
  expect(created).toMatchObject(sampleCycle)
  expect(await ask(cycleQuery(created.id))).toEqual(created)
  expect((await ask(cyclesQuery())).items).toContainEqual(created)
  const cleared = await updateCycle(created.id, { notes: null, requiredHours: null, topics: [] })
  expect(cleared).toMatchObject({ ...sampleCycle, notes: null, requiredHours: null, topics: [] })
  const { ruleId: _ruleId, ...patch } = sampleCycle
  for (let turn = 0; turn < 5; turn += 1)
    expect(await updateCycle(created.id, patch as Parameters<typeof updateCycle>[1])).toMatchObject(
      sampleCycle,
    )
  expect(await acceptRule(created.id)).toMatchObject(sampleCycle)
  await removeCycle(created.id, true)
  expect(await ask(cycleQuery(created.id))).toBeNull()
  expect(await ask(cycleEntriesQuery(created.id))).toBeNull()
  expect(await restoreCycle(created.id)).toMatchObject(sampleCycle)
})

it('every field of an entry survives the round trip', async () => {
  const { id: cycleId } = await createCycle(sampleCycle, key())
  const created = await createEntry({ ...sampleEntry, cycleId, counts: [] }, key())
  expect(created).toMatchObject({ ...sampleEntry, cycleId })
  expect(await ask(entryQuery(created.id))).toEqual(created)
  expect((await listEntries()).items).toContainEqual(created)
  expect((await ask(cycleEntriesQuery(cycleId)))?.items).toEqual([created])
  expect((await listSimilarEntries(created)).items).toContainEqual(created)
  expect((await ask(suggestionsQuery)).topics).toContain('night shift')
  const cleared = await updateEntry(created, { notes: null, holderName: null })
  expect(cleared).toMatchObject({ ...sampleEntry, notes: null, holderName: null })
  let saved = cleared
  for (let turn = 0; turn < 5; turn += 1)
    saved = await updateEntry(saved, sampleEntry as Parameters<typeof updateEntry>[1])
  expect(saved).toMatchObject(sampleEntry)
  await removeEntry(created.id)
  expect(await ask(entryQuery(created.id))).toBeNull()
  expect(await restoreEntry(created.id)).toMatchObject(sampleEntry)
  expect(await findRemoval(cycleId)).toEqual({ entries: 1, shared: 0 })
})

it("entries are imported, the import is undone, and cycles are proposed for the owner's licenses", async () => {
  const { id: cycleId } = await createCycle(sampleCycle, key())
  const { importId, count } = await importEntries(Array(3).fill({ ...sampleEntry, cycleId }), 'keep', key())
  expect(count).toBe(3)
  expect(await removeImport(importId)).toEqual({ deleted: 3 })
  const license = await createCredential(sampleLicense, key())
  await createCredential(sampleCertification, key())
  const proposals = await ask(proposalsQuery)
  expect(proposals.items.map(({ credentialId }) => credentialId)).toContain(license.id)
  const { items } = await ask(cyclesQuery({ licenseId: license.id }))
  expect(items).toEqual([])
})
