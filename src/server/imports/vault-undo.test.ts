import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emulatorRateLimits } from '#server/rate-limits/store.ts'
import type { ImportBatch, ImportItems } from '#shared/imports/batch.ts'
import { ceuClient, ethics, readJson } from '#testing/ceu-vault.ts'
import { fillVault } from '#testing/full-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let zip: Uint8Array<ArrayBuffer>
let ann: Nurse
let eve: Nurse
let nurses = 0
beforeAll(async () => {
  const rateLimits = {
    ...emulatorRateLimits,
    import: { tries: 1000, seconds: 3600 },
    importAtOnce: { tries: 1000, seconds: 600 },
  }
  services = await openTestServices({ rateLimits })
  ann = await services.nurse('ann')
  await fillVault(ann, 'heron')
  zip = new Uint8Array(await (await ann.fetch('/api/users/me/export')).arrayBuffer())
})
afterAll(() => services.close())
beforeEach(async () => {
  nurses += 1
  eve = await services.nurse(`eve${nurses}`)
  services.clock.advance(1000)
})

async function bring(nurse: Nurse): Promise<ImportBatch> {
  const headers = { 'content-type': 'application/zip' }
  const answer = await nurse.fetch('/api/users/me/import', { method: 'POST', body: zip, headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const [batch] = (await list(nurse)).filter(({ kind }) => kind === 'vault')
  if (!batch) throw new Error('The import is not listed')
  services.clock.advance(1000)
  return batch
}
const list = async (nurse: Nurse) => (await readJson<ImportItems>(nurse.fetch('/api/imports'))).items
const undo = (nurse: Nurse, { id }: Pick<ImportBatch, 'id'>, query = '') =>
  nurse.fetch(`/api/imports/${id}${query}`, { method: 'DELETE' })
const itemsOf = async (nurse: Nurse, path: string) =>
  (await readJson<{ items: { id: string }[] }>(nurse.fetch(path))).items
const lists = [
  '/api/credentials',
  '/api/ceu-cycles',
  '/api/ceu-entries',
  '/api/competency-records',
  '/api/health-records',
]
const vaultOf = (nurse: Nurse) =>
  Promise.all(lists.map(async (path) => (await itemsOf(nurse, path)).map(({ id }) => id)))
const sizesOf = async (nurse: Nurse) => (await vaultOf(nurse)).map(({ length }) => length)

describe('an imported export', () => {
  test('is listed with its records, and undoing it moves all of them to the trash', async () => {
    const before = await sizesOf(eve)
    expect(before).toEqual([0, 0, 0, 0, 0])
    const batch = await bring(eve)
    expect(batch).toMatchObject({ kind: 'vault', fileName: null, changed: 0, deleted: 0, undoneAt: null })
    const made = await sizesOf(eve)
    expect(made).toEqual(await sizesOf(ann))
    const undone = await readJson<{ deleted: number; kept: number }>(undo(eve, batch))
    expect(undone).toMatchObject({ deleted: batch.count, kept: 0 })
    expect(await sizesOf(eve)).toEqual(before)
    const [cycle] = (
      await readJson<{ items: { id: string; kind: string; entryCount: number | null }[] }>(
        eve.fetch('/api/trash?limit=100'),
      )
    ).items.filter(({ kind, entryCount }) => kind === 'ceuCycle' && (entryCount ?? 0) > 0)
    await ceuClient(eve).restore(`ceu-cycles/${cycle?.id}`)
    expect((await itemsOf(eve, '/api/ceu-entries')).length).toBeGreaterThan(0)
    const again = await undo(eve, batch)
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'import_not_undoable' }])
  })

  test('keeps records changed since, with the cycle of a changed entry, unless the owner includes them', {
    tags: 'long',
  }, async () => {
    const batch = await bring(eve)
    const [credentials = [], cycles = [], entries = []] = await vaultOf(eve)
    await eve.json('PATCH', `/api/credentials/${credentials[0]}`, { notes: 'mine' })
    await eve.json('PATCH', `/api/ceu-entries/${entries[0]}`, { notes: 'mine' })
    expect((await list(eve)).find(({ id }) => id === batch.id)).toMatchObject({ changed: 2, deleted: 0 })
    const undone = await readJson<{ deleted: number; kept: number }>(undo(eve, batch))
    const [left = [], leftCycles = [], leftEntries = [], ...others] = await vaultOf(eve)
    expect([left, leftEntries, others]).toEqual([[credentials[0]], [entries[0]], [[], []]])
    expect(leftCycles.length).toBeGreaterThan(0)
    expect(cycles).toEqual(expect.arrayContaining(leftCycles))
    expect(undone).toMatchObject({
      deleted: batch.count - undone.kept,
      kept: left.length + leftEntries.length + leftCycles.length,
    })
    const other = await services.nurse(`other${nurses}`)
    const second = await bring(other)
    const [[first] = []] = await vaultOf(other)
    await other.json('PATCH', `/api/credentials/${first}`, { notes: 'mine' })
    expect(await readJson(undo(other, second, '?changed=delete'))).toMatchObject({
      deleted: second.count,
      kept: 0,
    })
    expect(await sizesOf(other)).toEqual([0, 0, 0, 0, 0])
  })

  test('keeps what the owner added since, and recounts the hours of those cycles', async () => {
    const batch = await bring(eve)
    const [, [cycle = ''] = []] = await vaultOf(eve)
    const added = await ceuClient(eve).addEntry({ ...ethics, title: 'Added since', cycleId: cycle })
    await eve.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'OR' })
    await undo(eve, batch)
    const [credentials, cycles, entries] = await vaultOf(eve)
    expect(credentials).toHaveLength(1)
    expect(cycles).toEqual([cycle])
    expect(entries).toEqual([added.id])
    const counted = await readJson<{ hoursCompleted: number }>(eve.fetch(`/api/ceu-cycles/${cycle}`))
    expect(counted.hoursCompleted).toBe(added.hours)
  })

  test('is undone completely or not at all', async () => {
    const batch = await bring(eve)
    const before = await vaultOf(eve)
    // The last statement of the undo fails, as if the server had stopped before its end.
    await services.database.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'stopped'; end $$`)
    await services.database.pool.query(
      'create trigger refuse before update on vault_imports for each row execute function refuse()',
    )
    expect((await undo(eve, batch)).status).toBe(500)
    await services.database.pool.query('drop function refuse() cascade')
    expect(await vaultOf(eve)).toEqual(before)
    expect(await readJson(undo(eve, batch))).toMatchObject({ deleted: batch.count, kept: 0 })
  })

  test('of another nurse cannot be undone, and nobody can undo it after 30 days', async () => {
    const batch = await bring(eve)
    const stranger = await services.nurse(`stranger${nurses}`)
    expect((await undo(stranger, batch)).status).toBe(403)
    expect(await list(stranger)).toEqual([])
    services.clock.advance(30 * 86_400_000 + 1)
    expect((await undo(eve, batch)).status).toBe(409)
    expect(await list(eve)).toEqual([])
  })
})
