import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeTrash } from '#server/trash/job.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { credentials } from './table.ts'

const license = { kind: 'license', type: 'RN', state: 'TX' }
const noId = '00000000-0000-4000-8000-000000000000'

let services: TestServices
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(credentials)
})

/** One second apart, because files other than the main one are listed by age. */
async function upload(nurse: Nurse): Promise<string> {
  services.clock.set(new Date(services.clock.now().getTime() + 1000).toISOString())
  const form = new FormData()
  const pdf = `%PDF-1.4\n% ${crypto.randomUUID()}\ntrailer\n<<>>\n%%EOF\n`
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'card.pdf')
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body: form })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function add(more: object = {}, nurse = ann): Promise<Credential> {
  const answer = await nurse.json('POST', '/api/credentials', { ...license, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Credential
}

async function change(id: string, patch: object): Promise<Pick<Credential, 'fileId' | 'fileIds'>> {
  const answer = await ann.json('PATCH', `/api/credentials/${id}`, patch)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { fileId, fileIds } = (await answer.json()) as Credential
  const read = (await (await ann.fetch(`/api/credentials/${id}`)).json()) as Credential
  expect({ fileId: read.fileId, fileIds: read.fileIds.toSorted() }).toEqual({
    fileId,
    fileIds: fileIds.toSorted(),
  })
  return { fileId, fileIds }
}

async function fileOf(id: string): Promise<{ resourceType: string | null; resourceId: string | null }> {
  return (await (await ann.fetch(`/api/upload/${id}`)).json()) as never
}

describe('attaching files', () => {
  it('accepts front and back of a card, and makes the first one the main file', async () => {
    const [front, back] = [await upload(ann), await upload(ann)]
    const created = await add({ fileIds: [back, front] })
    expect(created).toMatchObject({ fileId: back, fileIds: [back, front] })
    expect(await fileOf(front)).toMatchObject({ resourceType: 'license', resourceId: created.id })
  })

  it('accepts one file by `fileId` alone, and lists it among the files', async () => {
    const front = await upload(ann)
    expect(await add({ fileId: front })).toMatchObject({ fileId: front, fileIds: [front] })
  })

  it('accepts a main file and others', async () => {
    const [front, back] = [await upload(ann), await upload(ann)]
    expect(await add({ fileId: front, fileIds: [back] })).toMatchObject({
      fileId: front,
      fileIds: [front, back],
    })
  })

  it('rejects another nurse’s file, a missing one and one of another credential, and then stores nothing', async () => {
    const [foreign, taken] = [await upload(bob), await upload(ann)]
    await add({ fileId: taken })
    for (const [fileId, status] of [
      [foreign, 403],
      [noId, 404],
      [taken, 422],
    ]) {
      expect((await ann.json('POST', '/api/credentials', { ...license, fileId })).status).toBe(status)
      const { id } = await add()
      expect((await ann.json('PATCH', `/api/credentials/${id}`, { fileId, number: '1' })).status).toBe(status)
      expect(await (await ann.fetch(`/api/credentials/${id}`)).json()).toMatchObject({
        fileId: null,
        number: null,
      })
    }
    expect(await services.db.$count(credentials)).toBe(4)
  })

  it('accepts at most twenty files', async () => {
    const fileIds = []
    for (let i = 0; i < 21; i++) fileIds.push(await upload(ann))
    const extra = fileIds.pop()
    const { id } = await add({ fileIds })
    const answer = await ann.json('PATCH', `/api/credentials/${id}`, { fileId: extra })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'fileIds', message: 'At most 20 files' }] })
    expect(
      (await ann.json('POST', '/api/credentials', { ...license, fileIds: [...fileIds, extra] })).status,
    ).toBe(422)
  })
})

describe('changing the attached files', () => {
  it('works one by one', async () => {
    const [a, b, c] = [await upload(ann), await upload(ann), await upload(ann)]
    const { id } = await add()
    expect(await change(id, { fileId: a })).toEqual({ fileId: a, fileIds: [a] })
    expect(await change(id, { fileId: b })).toEqual({ fileId: b, fileIds: [b, a] })
    expect(await change(id, { number: '1' })).toEqual({ fileId: b, fileIds: [b, a] })
    expect(await change(id, { fileIds: [a, b, c] })).toEqual({ fileId: b, fileIds: [b, a, c] })
    expect(await change(id, { fileIds: [c, a] })).toEqual({ fileId: c, fileIds: [c, a] })
    expect(await fileOf(b)).toMatchObject({ resourceType: null, resourceId: null })
    expect(await change(id, { fileId: a, fileIds: [b] })).toEqual({ fileId: a, fileIds: [a, b] })
    expect(await change(id, { fileId: null, fileIds: [b, a] })).toEqual({ fileId: b, fileIds: [b, a] })
    expect(await change(id, { fileId: null })).toEqual({ fileId: null, fileIds: [a] })
    expect(await fileOf(b)).toMatchObject({ resourceId: null })
    expect(await change(id, { fileIds: [] })).toEqual({ fileId: null, fileIds: [] })
    expect(await fileOf(a)).toMatchObject({ resourceId: null })
  })

  it('happens when a file itself is deleted', async () => {
    const [a, b] = [await upload(ann), await upload(ann)]
    const { id } = await add({ fileIds: [a, b] })
    expect((await ann.fetch(`/api/upload/${a}`, { method: 'DELETE' })).status).toBe(204)
    expect(await (await ann.fetch(`/api/credentials/${id}`)).json()).toMatchObject({
      fileId: null,
      fileIds: [b],
    })
  })
})

it('attaching a file while it is deleted succeeds or fails, but never deadlocks', async () => {
  for (let round = 0; round < 8; round++) {
    services.clock.set(`2026-03-10T16:0${round}:00.000Z`)
    const [a, b] = [await upload(ann), await upload(ann)]
    const { id } = await add({ fileIds: [a, b] })
    const [edited, deleted] = await Promise.all([
      ann.json('PATCH', `/api/credentials/${id}`, { fileIds: [b, a], number: '1' }),
      ann.fetch(`/api/upload/${a}`, { method: 'DELETE' }),
    ])
    expect([200, 404]).toContain(edited.status)
    expect(deleted.status).toBe(204)
    const { fileId, fileIds } = (await (await ann.fetch(`/api/credentials/${id}`)).json()) as Credential
    expect([null, b]).toContain(fileId)
    expect(fileIds).toEqual([b])
  }
})

describe('30 days after a credential was deleted', () => {
  const stored = async () => {
    const keys = []
    for await (const { key } of services.storage.list('files/')) keys.push(key)
    return keys.length
  }

  it('only it and the rows and bytes of its files are purged', async () => {
    const before = await stored()
    const [front, back] = [await upload(ann), await upload(ann)]
    const gone = await add({ fileIds: [front, back] })
    const kept = await add({ fileId: await upload(ann) })
    const later = await add({}, bob)
    services.clock.set('2026-03-10T15:00:00.000Z')
    await ann.fetch(`/api/credentials/${gone.id}`, { method: 'DELETE' })
    services.clock.set('2026-03-10T15:00:00.001Z')
    await bob.fetch(`/api/credentials/${later.id}`, { method: 'DELETE' })

    services.clock.set('2026-04-09T15:00:00.000Z')
    expect(await purgeTrash(services)).toBe(0)
    expect((await ann.fetch(`/api/upload/${front}`)).status).toBe(200)

    services.clock.set('2026-04-09T15:00:00.001Z')
    expect(await purgeTrash(services)).toBe(1)
    expect(await purgeTrash(services)).toBe(0)
    expect((await services.db.select().from(credentials)).map(({ id }) => id).toSorted()).toEqual(
      [kept.id, later.id].toSorted(),
    )
    for (const file of [front, back]) expect((await ann.fetch(`/api/upload/${file}`)).status).toBe(404)
    expect(await stored()).toBe(before + 1)
  })

  it('more than one batch is purged', async () => {
    const created = await add()
    const [row] = await services.db.select().from(credentials)
    if (!row) throw new Error(created.id)
    const deletedAt = new Date('2026-01-01T00:00:00.000Z')
    const rows = Array.from({ length: 250 }, () => ({ ...row, id: crypto.randomUUID(), deletedAt }))
    await services.db.insert(credentials).values(rows)
    expect(await purgeTrash(services)).toBe(250)
    expect(await services.db.$count(credentials)).toBe(1)
  })
})
