import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '#server/credentials/table.ts'
import { purgeTrash } from '#server/trash/job.ts'
import { asOwnerId } from '#server/users/owner.ts'
import type { Activity } from '#shared/activity/activity.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { type ListSummary, type RequirementList, requirementListInput } from '#shared/requirements/list.ts'
import type { ListMatch } from '#shared/requirements/list-match.ts'
import { sampleList } from '#shared/requirements/sample.ts'
import { expectSuccess } from '#testing/actors.ts'
import { openBrowser } from '#testing/browser.ts'
import { ceuClient, florida, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addRequirementList, traveling } from '#testing/requirement-lists.ts'
import { addFile, addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { createRequirementList } from './service.ts'
import { requirementLists } from './table.ts'

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
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(requirementLists)
  await services.db.delete(credentials)
})

const addBls = async (more: object = {}): Promise<string> => {
  const card = { kind: 'certification', name: 'BLS', issuer: 'AHA', code: 'BLS', expiresAt: '2028-01-31' }
  const answer = await expectSuccess(ann.json('POST', '/api/credentials', { ...card, ...more }))
  return ((await answer.json()) as { id: string }).id
}
const summaries = async (query = '') =>
  (await mine.get<{ items: ListSummary[] }>(`requirement-lists${query}`)).items
const matchOf = (id: string) => mine.get<ListMatch>(`requirement-lists/${id}/match`)

describe('a list', () => {
  it('is created as entered, changed, deleted and restored', async () => {
    const answer = await ann.json('POST', '/api/requirement-lists', sampleList)
    const list = (await answer.json()) as RequirementList
    const at = '2026-03-10T15:00:00.000Z'
    expect(list).toEqual({
      ...requirementListInput.parse(sampleList),
      id: list.id,
      createdAt: at,
      updatedAt: at,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `/api/requirement-lists/${list.id}`,
    ])
    const path = `/api/requirement-lists/${list.id}`
    await expectSuccess(ann.json('PATCH', path, { name: 'Nights', endsOn: null }))
    expect(await mine.get(`requirement-lists/${list.id}`)).toMatchObject({
      name: 'Nights',
      endsOn: null,
      startsOn: '2026-06-01',
    })
    expect(
      await mine.refusal('PATCH', `requirement-lists/${list.id}`, { endsOn: '2026-05-31' }),
    ).toMatchObject({
      errors: [{ path: 'endsOn' }],
    })
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.fetch(path)).status).toBe(404)
    expect(await mine.get('trash')).toMatchObject({
      items: [{ kind: 'requirementList', title: 'Nights' }],
      count: 1,
    })
    expect((await ann.fetch(`${path}/restore`, { method: 'POST' })).status).toBe(200)
    expect(await summaries()).toMatchObject([{ name: 'Nights', itemCount: 6 }])
    const { items } = await mine.get<{ items: Activity[] }>('users/me/activity?limit=20')
    const told = items.filter(({ resource, name }) => resource === 'requirementList' && name === 'Nights')
    expect(told.map(({ action }) => action).sort()).toEqual(
      ['created', 'deleted', 'restored', 'updated'].map((done) => `credential_${done}`),
    )
  })

  it('is accessible only to its owner', async () => {
    const id = await addRequirementList(ann)
    const stranger = openBrowser(services.app, services.config.publicUrl)
    for (const [method, path, body] of [
      ['GET', `${id}`, undefined],
      ['GET', `${id}/match`, undefined],
      ['PATCH', `${id}`, { name: 'x' }],
      ['DELETE', `${id}`, undefined],
      ['POST', `${id}/restore`, undefined],
    ] as const) {
      const ask = (who: typeof stranger, at: string = path) =>
        body
          ? who.json(method, `/api/requirement-lists/${at}`, body)
          : who.fetch(`/api/requirement-lists/${at}`, { method })
      const refused = await ask(bob)
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        403,
        'requirement_list_not_owned',
      ])
      expect((await ask(stranger)).status).toBe(401)
      expect((await ask(ann, path.replace(id, unknownId))).status).toBe(404)
    }
    expect(await ceuClient(bob).get('requirement-lists')).toEqual({ items: [] })
  })

  it.each([
    ['name', { name: '' }],
    ['items', { items: [] }],
    ['items', { items: Array(101).fill(traveling.items[0]) }],
    ['items.0.code', { items: [{ kind: 'certification', title: 'x', code: 'XYZ' }] }],
    ['items.0.kind', { items: [{ kind: 'poem', title: 'x' }] }],
    ['items.0.more', { items: [{ kind: 'form', title: 'x', more: 1 }] }],
    ['items.0.validThrough', { items: [{ kind: 'form', title: 'x', validThrough: '2026-02-30' }] }],
    ['endsOn', { endsOn: '2026-01-01' }],
  ])('with a wrong %s is refused', async (path, body) => {
    const refused = await mine.refusal('POST', 'requirement-lists', { ...traveling, ...body })
    expect(refused).toMatchObject({ status: 422, errors: [{ path }] })
  })

  it('is refused at the limit, and purged after 30 days', async () => {
    const input = requirementListInput.parse(traveling)
    const add = () =>
      services.db.transaction((tx) =>
        createRequirementList(tx, asOwnerId(ann.id), input, services.clock.now(), 1),
      )
    const { id } = await add()
    await expect(add()).rejects.toMatchObject({ code: 'too_many_requirement_lists' })
    await ann.fetch(`/api/requirement-lists/${id}`, { method: 'DELETE' })
    expect(await purgeTrash(services)).toBe(0)
    services.clock.set('2026-04-10T15:00:00.000Z')
    expect(await purgeTrash(services)).toBe(1)
  })

  it('is found by its name, its items and the requester', async () => {
    await addRequirementList(ann, { requestedBy: 'Lone Star' })
    await addRequirementList(ann, { name: 'School', startsOn: null, endsOn: null })
    expect((await summaries()).map(({ name }) => name)).toEqual(['ICU in Austin', 'School'])
    for (const [q, count] of [
      ['lone icu', 1],
      ['bls', 2],
      ['100%', 0],
    ] as const)
      expect(await summaries(`?q=${encodeURIComponent(q)}`)).toHaveLength(count)
  })
})

describe('what is held', () => {
  it('is shown with a reason, and a share contains nothing else', async () => {
    const id = await addRequirementList(ann)
    expect(await matchOf(id)).toMatchObject({ items: [{ state: 'missing' }], packet: [] })
    await addLicense(ann)
    const archived = await addBls()
    await ann.fetch(`/api/credentials/${archived}/archive`, { method: 'POST' })
    expect(await matchOf(id)).toMatchObject({ items: [{ state: 'missing' }] })
    const card = await addBls({ expiresAt: '2026-07-01' })
    const match = await matchOf(id)
    expect(match).toMatchObject({
      items: [
        { state: 'ends_during', reason: 'BLS expires on Jul 1, 2026. You need it through Aug 30, 2026.' },
      ],
      packet: [{ resourceType: 'certification', resourceId: card }],
    })
    const share = { resourceType: 'packet', resources: match.packet }
    expect((await ann.json('POST', '/api/share', share)).status).toBe(201)
    expect(await summaries()).toMatchObject([{ counts: { ends_during: 1 }, left: ['BLS'] }])
  })

  it('includes CE entries, and a chosen file until it is deleted', async () => {
    const file = await addFile(ann, formOf(aPdf(), 'resume.pdf'))
    const cycle = await mine.addCycle(florida)
    const certificate = await addFile(ann, formOf(aPdf(), 'ethics.pdf'))
    const entry = { cycleId: cycle.id, hours: 2, completedAt: '2026-02-01', topicTags: ['Ethics'] }
    await mine.addEntry({ ...entry, fileIds: [certificate], fileId: certificate })
    const id = await addRequirementList(ann, {
      items: [
        { kind: 'ce', title: 'Ethics', topic: 'ethics', hours: 2 },
        { kind: 'document', title: 'Resume', choice: { resource: { type: 'file', id: file } } },
        {
          kind: 'document',
          title: 'Not mine',
          choice: { resource: { type: 'file', id: await addFile(bob, formOf(aPdf(), 'bob.pdf')) } },
        },
      ],
    })
    const states = async () => (await matchOf(id)).items.map(({ state }) => state)
    expect(await states()).toEqual(['held', 'held', 'choice'])
    expect((await matchOf(id)).packet.map(({ resourceId }) => resourceId)).toEqual([certificate, file])
    await mine.remove(`upload/${file}`)
    expect(await states()).toEqual(['held', 'choice', 'choice'])
  })
})

it('matches health records by their dates, and never adds them to the packet', async () => {
  const id = await addRequirementList(ann, {
    items: [
      {
        ...{ kind: 'health', title: 'TB', record: 'tb_test' },
        issuedWithin: { amount: 12, unit: 'months' },
      },
    ],
  })
  expect((await matchOf(id)).items).toMatchObject([{ state: 'missing' }])
  await expectSuccess(ann.json('POST', '/api/health-records', { kind: 'tb_test', performedOn: '2026-02-01' }))
  expect(await matchOf(id)).toMatchObject({ items: [{ state: 'held' }], packet: [] })
})

describe('reminders', () => {
  const reminders = async () => {
    await services.sweep()
    const { items } = await mine.get<{ items: Reminder[] }>('reminders?state=scheduled')
    return items.filter(({ resourceType }) => resourceType === 'requirementList')
  }

  it('are sent before the start, as long as something is not held', async () => {
    const id = await addRequirementList(ann)
    expect(await reminders()).toMatchObject([
      { resourceId: id, title: 'ICU in Austin', dueOn: '2026-06-01', remindOn: '2026-05-02' },
    ])
    const card = await addBls()
    expect(await reminders()).toEqual([])
    await ann.fetch(`/api/credentials/${card}`, { method: 'DELETE' })
    expect(await reminders()).toHaveLength(1)
    await ann.fetch(`/api/requirement-lists/${id}`, { method: 'DELETE' })
    expect(await reminders()).toEqual([])
    await ann.fetch(`/api/requirement-lists/${id}/restore`, { method: 'POST' })
    await ann.json('PATCH', `/api/requirement-lists/${id}`, { startsOn: null })
    expect(await reminders()).toEqual([])
  })

  it('end when the contract has started', async () => {
    await addRequirementList(ann, { startsOn: '2026-03-01' })
    expect(await reminders()).toEqual([])
  })
})

it('is matched in the language of the request', async () => {
  await addBls()
  const license = { kind: 'license', title: 'RN', type: 'RN', state: 'CA', orCompact: true }
  const id = await addRequirementList(ann, {
    ...traveling,
    items: [{ kind: 'certification', title: 'BLS', code: 'BLS', validThrough: 'last_day' }, license],
  })
  const headers = { 'Accept-Language': 'es-US' }
  const answer = await ann.fetch(`/api/requirement-lists/${id}/match`, { headers })
  const { items } = (await answer.json()) as ListMatch
  expect(items.map(({ asks, reason, advice }) => [asks, reason, advice])).toEqual([
    ['Certificación BLS · hasta el último día', 'Tiene BLS, hasta el 31 ene 2028.', null],
    [
      'Licencia RN de California, o una licencia multiestatal',
      'Todavía no agregado.',
      'Agréguelo cuando lo tenga.',
    ],
  ])
})
