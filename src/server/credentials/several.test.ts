import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { MAX_SEVERAL } from '#shared/credentials/several.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})

const change = (body: object, who = ann) => who.json('POST', '/api/credentials/several', body)
async function changed(body: object): Promise<string[]> {
  const answer = await change(body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { changed: string[] }).changed
}
async function list(query = ''): Promise<Credential[]> {
  const answer = await ann.fetch(`/api/credentials${query}`)
  return ((await answer.json()) as { items: Credential[] }).items
}
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id).toSorted()
const tagsOf = async () => (await list()).map(({ tags }) => tags)

describe('several credentials at once', () => {
  it('are archived, and exactly those come back by Undo', async () => {
    const [a, b, c] = [await addLicense(ann), await addLicense(ann), await addLicense(ann)]
    await ann.fetch(`/api/credentials/${a}/archive`, { method: 'POST' })
    const done = await changed({ action: 'archive', ids: [a, b, b] })
    expect(done).toEqual([b])
    expect(await idsOf('?archived=true')).toEqual([a, b].toSorted())
    expect(await changed({ action: 'unarchive', ids: done })).toEqual([b])
    expect(await idsOf('')).toEqual([b, c].toSorted())
  })

  it('get a tag, unless they have it, and are found by it', async () => {
    const a = await addLicense(ann, { tags: ['Travel'] })
    const b = await addLicense(ann)
    expect(await changed({ action: 'tag', ids: [a, b], tag: ' travel ' })).toEqual([b])
    expect((await tagsOf()).toSorted()).toEqual([['Travel'], ['travel']])
    expect(await idsOf('?q=travel')).toHaveLength(2)
  })

  it('stay as they are if one of them has no room for a tag, and it is named', async () => {
    const full = Array.from({ length: 10 }, (_, index) => `tag ${index}`)
    const ids = [await addLicense(ann), await addLicense(ann, { tags: full })]
    const answer = await change({ action: 'tag', ids, tag: 'travel' })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: [{ path: 'ids.1', message: 'At most 10 tags' }] },
    ])
    expect((await tagsOf()).flat()).not.toContain('travel')
  })

  it('stay as they are if one of them is missing or another owner’s', async () => {
    const own = await addLicense(ann)
    const others = await addLicense(bob)
    for (const [id, status] of [
      [others, 403],
      [crypto.randomUUID(), 404],
    ] as const)
      for (const body of [{ action: 'archive' }, { action: 'unarchive' }, { action: 'tag', tag: 'x' }])
        expect((await change({ ...body, ids: [own, id] })).status).toBe(status)
    expect(await list()).toMatchObject([{ id: own, tags: [], archivedAt: null }])
  })

  it('each have their own line in the activity log', async () => {
    await changed({ action: 'archive', ids: [await addLicense(ann), await addLicense(ann)] })
    const answer = await ann.fetch('/api/users/me/activity')
    const { items } = (await answer.json()) as { items: { action: string }[] }
    expect(items.filter(({ action }) => action === 'credential_archived')).toHaveLength(2)
  })

  it.each([
    {},
    { action: 'archive', ids: [] },
    { action: 'archive', ids: Array.from({ length: MAX_SEVERAL + 1 }, () => crypto.randomUUID()) },
    { action: 'tag', ids: [crypto.randomUUID()] },
    { action: 'tag', ids: [crypto.randomUUID()], tag: 'x'.repeat(51) },
    { action: 'delete', ids: [crypto.randomUUID()] },
  ])('are refused: %j', async (body) => {
    expect((await change(body)).status).toBe(422)
  })
})
