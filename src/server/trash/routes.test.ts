import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import type { TrashPage } from '#shared/trash/trash.ts'
import { ceuClient, florida, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import { addFile, addLicense } from '#testing/share-links.ts'
import { listStored } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { purgeTrash } from './job.ts'

let services: TestServices
let ann: Nurse
let bea: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  for (const { key } of await listStored(services.storage, '')) await services.storage.remove(key)
  services.clock.set('2026-03-10T15:00:00Z')
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})

const trashOf = async (nurse: Nurse, query = '') =>
  (await (await nurse.fetch(`/api/trash${query}`)).json()) as TrashPage
const titles = async (nurse: Nurse) => (await trashOf(nurse)).items.map(({ title }) => title)
const later = (minutes: number) =>
  services.clock.set(new Date(services.clock.now().getTime() + minutes * 60_000).toISOString())
const days = (count: number) => later(count * 24 * 60)
const keys = async () => (await listStored(services.storage, 'files/')).length
const actionsOf = async (nurse: Nurse) => {
  const { rows } = await services.database.pool.query('select action from audit_records where user_id = $1', [
    nurse.id,
  ])
  return rows.map(({ action }) => action)
}

/** A license, a cycle with two entries, one separate entry and a file, deleted a minute apart in this order. */
async function fillTrash() {
  const { addCycle, addEntry, remove } = ceuClient(ann)
  const fileId = await addFile(ann, formOf(aPdf(1000), 'on the license.pdf'))
  const license = await addLicense(ann, { title: 'Texas RN', fileId })
  const cycle = await addCycle()
  const other = await addCycle(florida)
  for (const title of ['one', 'two']) await addEntry({ title, cycleId: cycle.id })
  const alone = await addEntry({ title: 'alone', cycleId: other.id })
  const file = await addFile(ann, formOf(aPdf(3000), 'alone.pdf'))
  for (const path of [
    `credentials/${license}`,
    `ceu-cycles/${cycle.id}`,
    `ceu-entries/${alone.id}`,
    `upload/${file}`,
  ]) {
    later(1)
    await remove(path)
  }
  return { license, cycle: cycle.id, entry: alone.id, file }
}

describe('the trash', () => {
  test('lists everything that can be restored, newest first, and nothing of another owner’s', async () => {
    const { license, cycle, entry, file } = await fillTrash()
    await ceuClient(bea).remove(`credentials/${await addLicense(bea)}`)
    const { items, nextCursor, count, size } = await trashOf(ann)
    expect(
      items.map(({ kind, id, title, entryCount, size: bytes }) => [kind, id, title, entryCount, bytes]),
    ).toEqual([
      ['file', file, 'alone.pdf', null, 3000],
      ['ceuEntry', entry, 'alone', null, null],
      ['ceuCycle', cycle, 'CE for TX', 2, null],
      ['license', license, 'Texas RN', null, null],
    ])
    expect(items[3]).toMatchObject({
      deletedAt: '2026-03-10T15:01:00.000Z',
      goneAt: '2026-04-09T15:01:00.000Z',
    })
    expect([nextCursor, count, size]).toEqual([null, 4, 4000])
    expect((await trashOf(bea)).count).toBe(1)
    const inSpanish = await ann.fetch('/api/trash', { headers: { 'Accept-Language': 'es' } })
    expect(((await inSpanish.json()) as TrashPage).items[2]?.title).toBe('Educación continua para TX')
  })

  test('pages without repeats, also for items deleted at the same moment', async () => {
    const { remove } = ceuClient(ann)
    const made: string[] = []
    for (let n = 0; n < 3; n += 1) {
      made.push(
        await addLicense(ann, { title: `License ${n}` }),
        await addFile(ann, formOf(aPdf(), `${n}.pdf`)),
      )
    }
    for (const [index, id] of made.entries()) await remove(`${index % 2 ? 'upload' : 'credentials'}/${id}`)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: TrashPage = await trashOf(ann, `?limit=2${cursor && `&cursor=${cursor}`}`)
      expect([page.items.length, page.count]).toEqual([2, 6])
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual(made.toSorted())
  })

  test.each(['limit=0', 'limit=201', 'cursor=nonsense', 'owner=x'])('rejects %s', async (query) => {
    expect((await ann.fetch(`/api/trash?${query}`)).status).toBe(422)
  })

  test('keeps items for exactly 30 days', async () => {
    const { license, file } = await fillTrash()
    services.clock.set('2026-04-09T15:01:00.000Z')
    expect((await trashOf(ann)).count).toBe(4)
    services.clock.set('2026-04-09T15:01:00.001Z')
    expect((await trashOf(ann)).count).toBe(3)
    expect(await ceuClient(ann).status('POST', `credentials/${license}/restore`)).toBe(404)
    expect((await ann.fetch(`/api/trash/license/${license}`, { method: 'DELETE' })).status).toBe(404)
    days(1)
    expect(await purgeTrash(services)).toBe(6)
    expect(await ceuClient(ann).status('POST', `upload/${file}/restore`)).toBe(404)
    expect(await keys()).toBe(0)
  })
})

describe('restoring', () => {
  test('restores a file as the main one of its record, even if the record has changed since', async () => {
    const { get, remove, restore, change } = ceuClient(ann)
    const front = await addFile(ann, formOf(await aPhoto(), 'front.jpg'))
    const back = await addFile(ann, formOf(aPdf(), 'back.pdf'))
    const id = await addLicense(ann, { fileId: front, fileIds: [front, back] })
    await remove(`upload/${front}`)
    expect(await get<Credential>(`credentials/${id}`)).toMatchObject({ fileId: null, fileIds: [back] })
    for (const path of ['', '/content', '/preview']) {
      expect(await ceuClient(ann).status('GET', `upload/${front}${path}`)).toBe(404)
    }
    expect(await ceuClient(ann).refusal('PATCH', `credentials/${id}`, { fileIds: [front] })).toMatchObject({
      code: 'file_not_found',
    })
    await change(`credentials/${id}`, { notes: 'changed meanwhile' })
    expect(await restore<KeptFile>(`upload/${front}`)).toMatchObject({ id: front, resourceId: id })
    expect(await get<Credential>(`credentials/${id}`)).toMatchObject({
      fileId: front,
      fileIds: [front, back],
    })
    expect((await ann.fetch(`/api/upload/${front}/preview`)).status).toBe(200)
    expect(await actionsOf(ann)).toEqual(expect.arrayContaining(['file_deleted', 'file_restored']))
  })

  test('does nothing to an item that is not deleted', async () => {
    const file = await addFile(ann, formOf(aPdf(), 'a.pdf'))
    expect((await ceuClient(ann).restore<KeptFile>(`upload/${file}`)).id).toBe(file)
    expect(await actionsOf(ann)).not.toContain('file_restored')
  })

  test('restores a file unattached if its record has the maximum number of files', async () => {
    const { change, remove, restore } = ceuClient(ann)
    const files: string[] = []
    for (let n = 0; n < 21; n += 1) files.push(await addFile(ann, formOf(aPdf(), `${n}.pdf`)))
    const [first = '', ...others] = files
    const id = await addLicense(ann, { fileIds: [first] })
    await remove(`upload/${first}`)
    await change(`credentials/${id}`, { fileIds: others })
    expect(await restore<KeptFile>(`upload/${first}`)).toMatchObject({ resourceId: null })
  })
})

describe('purging', () => {
  test('removes one item with its files, and nothing else', async () => {
    const { license, cycle, entry, file } = await fillTrash()
    const kept = await keys()
    const paths = { license, ceuCycle: cycle, ceuEntry: entry, file }
    for (const [kind, id] of Object.entries(paths)) {
      const path = `/api/trash/${kind}/${id}`
      expect((await ann.fetch(path, { method: 'DELETE' })).status, kind).toBe(204)
      expect((await ann.fetch(path, { method: 'DELETE' })).status, kind).toBe(404)
    }
    expect((await trashOf(ann)).items).toEqual([])
    expect(await keys()).toBe(kept - 2)
    const purged = (await actionsOf(ann)).filter((action) => action.endsWith('_purged'))
    expect(purged.toSorted()).toEqual([...Array(3).fill('credential_purged'), 'file_purged'])
  })

  test('rejects items that are not deleted, of another owner or kind, or deleted with a cycle', async () => {
    const { license, cycle } = await fillTrash()
    const live = await addLicense(ann)
    const foreign = await addLicense(bea)
    const foreignFile = await addFile(bea, formOf(aPdf(), 'b.pdf'))
    const beasCycle = await ceuClient(bea).addCycle()
    const beasEntry = await ceuClient(bea).addEntry({ cycleId: beasCycle.id })
    await ceuClient(bea).remove(`ceu-entries/${beasEntry.id}`)
    await ceuClient(bea).remove(`ceu-cycles/${beasCycle.id}`)
    for (const path of [`credentials/${foreign}`, `upload/${foreignFile}`]) await ceuClient(bea).remove(path)
    const { rows } = await services.database.pool.query(
      'select id from ceu_entries where deleted_with_cycle_id = $1',
      [cycle],
    )
    const tries: [string, string, number][] = [
      ['license', live, 404],
      ['license', unknownId, 404],
      ['license', 'x', 404],
      ['certification', license, 404],
      ['ceuEntry', rows[0].id, 404],
      ['share', license, 422],
      ['license', foreign, 403],
      ['ceuCycle', beasCycle.id, 403],
      ['ceuEntry', beasEntry.id, 403],
      ['file', foreignFile, 403],
      ['file', unknownId, 404],
    ]
    for (const [kind, id, status] of tries) {
      const answer = await ann.fetch(`/api/trash/${kind}/${id}`, { method: 'DELETE' })
      expect(answer.status, `${kind} ${await answer.text()}`).toBe(status)
    }
    expect(await ceuClient(ann).status('POST', `upload/${foreignFile}/restore`)).toBe(403)
    expect((await trashOf(ann)).count).toBe(4)
    expect((await trashOf(bea)).count).toBe(4)
  })

  test('a cycle also purges the entries that count nowhere else; the others can be restored in another cycle', async () => {
    const { addCycle, addEntry, remove, restore, entry } = ceuClient(ann)
    const [texan, floridian] = [await addCycle(), await addCycle(florida)]
    const both = await addEntry({
      title: 'both',
      cycleId: texan.id,
      counts: [{ cycleId: floridian.id, acceptedHours: null }],
    })
    await remove(`ceu-entries/${both.id}`)
    await remove(`ceu-cycles/${texan.id}`)
    expect((await ann.fetch(`/api/trash/ceuCycle/${texan.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await titles(ann)).toEqual(['both'])
    expect(await restore(`ceu-entries/${both.id}`)).toMatchObject({ cycleId: floridian.id })
    expect((await entry(both.id)).counts.map(({ cycleId }) => cycleId)).toEqual([floridian.id])
  })

  test('everything keeps items that are not deleted, and another owner’s', async () => {
    await fillTrash()
    const live = await addLicense(ann, { fileId: await addFile(ann, formOf(aPdf(), 'live.pdf')) })
    await ceuClient(bea).remove(`credentials/${await addLicense(bea)}`)
    const emptied = await ann.fetch('/api/trash', { method: 'DELETE' })
    expect([emptied.status, await emptied.json()]).toEqual([200, { deleted: 4 }])
    expect(await trashOf(ann)).toEqual({ items: [], nextCursor: null, count: 0, size: 0, keep: null })
    expect((await trashOf(bea)).count).toBe(1)
    expect((await ann.fetch(`/api/credentials/${live}`)).status).toBe(200)
    expect(await keys()).toBe(1)
    expect(await (await ann.fetch('/api/trash', { method: 'DELETE' })).json()).toEqual({ deleted: 0 })
    expect((await actionsOf(ann)).filter((action) => action === 'credential_purged')).toHaveLength(1)
  })
})

test.each([
  ['GET', '/api/trash'],
  ['DELETE', '/api/trash'],
  ['DELETE', `/api/trash/license/${unknownId}`],
  ['POST', `/api/upload/${unknownId}/restore`],
])('returns 401 for %s %s when signed out', async (method, path) => {
  expect((await services.stranger().fetch(path, { method })).status).toBe(401)
})

test('a record that cannot be purged does not hold up the others', async () => {
  const { pool } = services.database
  const [stuck, other] = [await addLicense(ann), await addLicense(bea)]
  await ceuClient(ann).remove(`credentials/${stuck}`)
  await ceuClient(bea).remove(`credentials/${other}`)
  await ceuClient(bea).remove(`upload/${await addFile(bea, formOf(aPdf(), 'b.pdf'))}`)
  await pool.query(`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'this row cannot be deleted'; end $$`)
  await pool.query(`create trigger refused before delete on credentials for each row
    when (old.id = '${stuck}') execute function refuse_deletion()`)
  days(31)
  await expect(purgeTrash(services)).rejects.toThrow()
  await pool.query('drop trigger refused on credentials')
  const left = await pool.query('select id from credentials union all select id from files')
  expect(left.rows).toEqual([{ id: stuck }])
  expect(await keys()).toBe(0)
  expect(await purgeTrash(services)).toBe(1)
})
