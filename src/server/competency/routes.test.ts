import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeTrash } from '#server/trash/job.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { type CompetencyRecord, competencyRecordInput } from '#shared/competency/record.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { openShareLink } from '#testing/actors.ts'
import { ceuClient, readJson, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addFile, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { createCompetencyRecord } from './service.ts'
import { competencyTrash } from './store.ts'
import { competencyRecords } from './table.ts'

type Page = { items: CompetencyRecord[]; nextCursor: string | null }

const now = new Date('2026-03-10T15:00:00.000Z')
const exam = { kind: 'exam', title: 'CCRN', endDate: '2026-03-10' }
let services: TestServices
let ann: Nurse
let bob: Nurse
let mine: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  mine = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set(now.toISOString())
  await services.db.delete(competencyRecords)
})

const post = (body: object, key?: string, nurse = ann) =>
  nurse.json('POST', '/api/competency-records', body, key ? { 'Idempotency-Key': key } : {})
async function add(body: object = {}, nurse = ann): Promise<CompetencyRecord> {
  const answer = await post({ ...sampleRecord, ...body }, undefined, nurse)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json() as Promise<CompetencyRecord>
}
const addProof = (nurse = ann) => addFile(nurse, formOf(aPdf(), 'letter.pdf'))
const list = (query = '') => mine.get<Page>(`competency-records${query}`)
const titles = async (query = '') => (await list(query)).items.map(({ title }) => title)

describe('adding a record', () => {
  it('keeps every field, and returns the location', async () => {
    const fileIds = [await addProof()]
    const answer = await post({ ...sampleRecord, fileIds })
    expect(answer.status).toBe(201)
    const record = (await answer.json()) as CompetencyRecord
    const at = now.toISOString()
    expect(record).toEqual({ ...sampleRecord, fileIds, id: record.id, createdAt: at, updatedAt: at })
    expect(answer.headers.get('location')).toBe(`/api/competency-records/${record.id}`)
    expect(await mine.get(`competency-records/${record.id}`)).toEqual(record)
    expect(await mine.get(`upload/${fileIds[0]}`)).toMatchObject({
      resourceType: 'competencyRecord',
      resourceId: record.id,
    })
  })

  it('accepts today in the owner’s time zone as its last day, and nothing later', async () => {
    const zones = { settings: { timeZone: 'America/Chicago' } }
    expect((await ann.json('PUT', '/api/users/me', zones)).status).toBe(200)
    services.clock.set('2026-03-11T03:00:00.000Z')
    expect((await add({ ...exam, amount: null, startDate: null })).endDate).toBe('2026-03-10')
    expect(
      await mine.refusal('POST', 'competency-records', { ...exam, endDate: '2026-03-11' }),
    ).toMatchObject({
      ...{ status: 422, code: 'invalid' },
      errors: [{ path: 'endDate', message: 'This date is in the future' }],
    })
    expect(await list()).toMatchObject({ items: [{ title: 'CCRN' }] })
  })

  it('happens once for each idempotency key', async () => {
    const [first, second] = [await post(exam, 'key-1'), await post(exam, 'key-1')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
    expect(await titles()).toEqual(['CCRN'])
    expect((await post({ ...exam, title: 'CEN' }, 'key-1')).status).toBe(422)
  })

  it('with a file of another owner or record is refused, and nothing is stored', async () => {
    const taken = await addProof()
    const { id } = await add({ fileIds: [taken] })
    const foreign = await addProof(bob)
    const refusal = (fileId: string) =>
      mine.refusal('POST', 'competency-records', { ...exam, fileIds: [fileId] })
    expect(await refusal(foreign)).toMatchObject({ code: 'file_not_owned' })
    expect(await refusal(unknownId)).toMatchObject({ code: 'file_not_found' })
    expect(await refusal(taken)).toMatchObject({ errors: [{ path: 'fileIds.0' }] })
    expect((await list()).items.map((each) => each.id)).toEqual([id])
  })

  it('is refused at the limit, and so is restoring', async () => {
    const owner = asOwnerId(ann.id)
    const local = { now, today: '2026-03-10' }
    const input = competencyRecordInput.parse(exam)
    const create = (limit: number) =>
      services.db.transaction((tx) => createCompetencyRecord(tx, owner, input, local, limit))
    const { id } = await create(1)
    await expect(create(1)).rejects.toMatchObject({ code: 'too_many_competency_records' })
    await services.db.transaction((tx) => competencyTrash.remove(tx, owner, id, now))
    await create(1)
    const restore = services.db.transaction((tx) => competencyTrash.restore(tx, owner, id, now, 1))
    await expect(restore).rejects.toMatchObject({ code: 'too_many_competency_records' })
  })
})

describe('the list', () => {
  it('is sorted by last day, newest first, and paginated without repeats', async () => {
    for (const endDate of ['2025-05-01', '2026-01-31', '2025-05-01', '2024-02-29'])
      await add({ endDate, startDate: null, amount: 8, title: endDate })
    expect(await titles()).toEqual(['2026-01-31', '2025-05-01', '2025-05-01', '2024-02-29'])
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(found).toEqual((await list()).items.map(({ id }) => id))
    expect(await mine.status('GET', 'competency-records?cursor=made-up')).toBe(422)
  })

  it('contains nothing of another owner, and rejects that owner’s cursor', async () => {
    await add({ title: 'of Bob' }, bob)
    await add({ title: 'also of Bob' }, bob)
    const { nextCursor } = await readJson<Page>(bob.fetch('/api/competency-records?limit=1'))
    expect(await titles()).toEqual([])
    expect(await mine.status('GET', `competency-records?cursor=${nextCursor}`)).toBe(422)
  })
})

describe('a change', () => {
  it('is field by field: absent fields stay, null clears', async () => {
    const before = await add({ fileIds: [await addProof()] })
    services.clock.set('2026-03-10T16:00:00.000Z')
    const patch = { notes: null, organization: 'Mercy' }
    const after = await mine.change(`competency-records/${before.id}`, patch)
    expect(after).toEqual({ ...before, ...patch, updatedAt: '2026-03-10T16:00:00.000Z' })
    const bare = await mine.change(`competency-records/${before.id}`, { fileIds: [] })
    expect(bare).toMatchObject({ fileIds: [] })
    expect(await mine.get(`upload/${before.fileIds[0]}`)).toMatchObject({ resourceId: null })
  })

  it.each<[object, string]>([
    [{ amount: null }, 'amount'],
    [{ startDate: null }, 'amount'],
    [{ startDate: '2026-01-01' }, 'endDate'],
    [{ endDate: '2026-03-11' }, 'endDate'],
    [{ title: ' ' }, 'title'],
    [{ amount: 0.001 }, 'amount'],
  ])('%j is rejected if the result breaks a rule', async (patch, path) => {
    const before = await add()
    expect(await mine.refusal('PATCH', `competency-records/${before.id}`, patch)).toMatchObject({
      ...{ status: 422, code: 'invalid', errors: [{ path }] },
    })
    expect(await mine.get(`competency-records/${before.id}`)).toEqual(before)
  })

  it('to a kind without an amount may clear the amount', async () => {
    const { id } = await add({ startDate: null, amount: 8 })
    const changed = await mine.change(`competency-records/${id}`, { kind: 'portfolio', amount: null })
    expect(changed).toMatchObject({ kind: 'portfolio', amount: null })
    expect(await mine.status('PATCH', `competency-records/${id}`, { kind: 'academic_credits' })).toBe(422)
  })
})

describe('deleting', () => {
  it('removes the record from the list, and a restore returns it with its files', async () => {
    const before = await add({ fileIds: [await addProof()] })
    const path = `competency-records/${before.id}`
    await mine.remove(path)
    expect([await titles(), await mine.status('GET', path)]).toEqual([[], 404])
    expect(await mine.status('PATCH', path, { notes: 'x' })).toBe(404)
    expect(await mine.status('DELETE', path)).toBe(404)
    expect(await mine.get('trash')).toMatchObject({
      items: [{ kind: 'competencyRecord', id: before.id, title: before.title }],
      count: 1,
    })
    expect(await mine.restore(path)).toEqual(before)
    expect(await mine.restore(path)).toEqual(before)
    expect(await mine.get('trash')).toMatchObject({ items: [], count: 0 })
  })

  it('permanently also removes the files: one by one, with the whole trash, and after 30 days', async () => {
    const filesOf = async (id: string) =>
      (await services.database.pool.query('select 1 from files where resource_id = $1', [id])).rows.length
    const binned = async () => {
      const { id } = await add({ fileIds: [await addProof()] })
      await mine.remove(`competency-records/${id}`)
      return id
    }
    const one = await binned()
    expect(await mine.get('trash')).toMatchObject({ count: 1, size: aPdf().length })
    expect(await filesOf(one)).toBe(1)
    await mine.remove(`trash/competencyRecord/${one}`)
    expect(await filesOf(one)).toBe(0)
    expect(await mine.status('DELETE', `trash/competencyRecord/${one}`)).toBe(404)

    const two = await binned()
    expect(await readJson(ann.fetch('/api/trash', { method: 'DELETE' }))).toEqual({ deleted: 1 })
    expect(await filesOf(two)).toBe(0)

    const last = await binned()
    services.clock.set('2026-04-09T14:59:00.000Z')
    expect(await purgeTrash(services)).toBe(0)
    services.clock.set('2026-04-09T15:01:00.000Z')
    expect(await purgeTrash(services)).toBe(1)
    expect(await filesOf(last)).toBe(0)
    services.clock.set(now.toISOString())
    expect(await mine.status('POST', `competency-records/${last}/restore`)).toBe(404)
  })

  it('hides its file in a share link until it is restored', async () => {
    const file = await addProof()
    const { id } = await add({ fileIds: [file] })
    const resources = [{ resourceType: 'file', resourceId: file }]
    const { token } = await createLink(ann, { resourceType: 'packet', resources })
    const opened = async () => (await openShareLink(services.stranger(), token)).status
    expect(await opened()).toBe(200)
    await mine.remove(`competency-records/${id}`)
    expect(await opened()).toBe(410)
    await mine.restore(`competency-records/${id}`)
    expect(await opened()).toBe(200)
  })

  it('a record permanently is refused if it is not in the trash', async () => {
    const { id } = await add()
    expect(await mine.refusal('DELETE', `trash/competencyRecord/${id}`)).toMatchObject({
      code: 'competency_record_not_found',
    })
    expect(await titles()).toEqual([sampleRecord.title])
  })
})

it('another nurse’s requests are all refused and recorded', async () => {
  const { id } = await add()
  const path = `competency-records/${id}`
  const his = ceuClient(bob)
  for (const [method, where, body] of [
    ['GET', path],
    ['PATCH', path, { notes: 'x' }],
    ['DELETE', path],
    ['POST', `${path}/restore`],
  ] as const)
    expect([method, await his.refusal(method, where, body)]).toMatchObject([
      method,
      { status: 403, code: 'competency_record_not_owned' },
    ])
  await mine.remove(path)
  expect(await his.status('DELETE', `trash/competencyRecord/${id}`)).toBe(403)
  expect(await ceuClient(services.stranger()).status('GET', path)).toBe(401)
  const { items } = await his.get<{ items: { resource: string; resourceId: string }[] }>(
    'users/me/activity?prefix=security',
  )
  expect(
    items.filter(({ resource, resourceId }) => resource === 'competencyRecord' && resourceId === id),
  ).toHaveLength(5)
})

it('a record appears in the owner’s activity log with its title', async () => {
  const { id } = await add({ title: 'Night shifts' })
  await mine.change(`competency-records/${id}`, { notes: null })
  await mine.remove(`competency-records/${id}`)
  await mine.restore(`competency-records/${id}`)
  const { items } = await mine.get<{ items: { action: string; name: string; resourceId: string }[] }>(
    'users/me/activity?prefix=credential',
  )
  const own = items.filter(({ resourceId }) => resourceId === id)
  expect(own.map(({ action, name }) => [action, name]).toSorted()).toEqual([
    ['credential_created', 'Night shifts'],
    ['credential_deleted', 'Night shifts'],
    ['credential_restored', 'Night shifts'],
    ['credential_updated', 'Night shifts'],
  ])
})
