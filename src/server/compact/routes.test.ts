import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '#server/credentials/table.ts'
import { purgeTrash } from '#server/trash/job.ts'
import type {
  MovePlan,
  PracticeAnswer,
  PracticeOverview,
  PracticeStates,
} from '#shared/compact/practice-answer.ts'
import type { Residence } from '#shared/compact/residence.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { createCalendarFeed, expectSuccess } from '#testing/actors.ts'
import { openBrowser } from '#testing/browser.ts'
import { ceuClient, unknownId } from '#testing/ceu-vault.ts'
import { forgeExport } from '#testing/exports.ts'
import { addResidence } from '#testing/residences.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { residences } from './table.ts'

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
  services.clock.set('2026-11-23T15:00:00.000Z')
  await services.db.delete(residences)
  await services.db.delete(credentials)
})

async function addLicense(more: object = {}, nurse = ann): Promise<string> {
  const texas = { kind: 'license', type: 'RN', state: 'TX', multistate: true, expiresAt: '2028-03-31' }
  const answer = await nurse.json('POST', '/api/credentials', { ...texas, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
const ask = (query: string) => mine.get<PracticeAnswer>(`practice?${query}`)

describe('GET /api/practice', () => {
  it('responds in the language of the request', async () => {
    await addLicense()
    await ann.json('PUT', '/api/users/me', { settings: { locale: 'es-US' } })
    const headers = { 'Accept-Language': 'es' }
    const answer = await ann.fetch('/api/practice?state=FL&date=2027-01-15', { headers })
    await ann.json('PUT', '/api/users/me', { settings: { locale: 'en-US' } })
    const { reason, warnings, source } = (await answer.json()) as PracticeAnswer
    expect(reason.text).toMatch(
      /^Texas RN es una licencia multiestatal, válida hasta el 31 mar 2028, y Florida está en el acuerdo desde el /,
    )
    expect(warnings[0]).toMatch(/^Esto supone que vive en Texas/)
    expect(source.name).toBe('Situación de Florida en el acuerdo')
  })

  it('says whether the owner may practice, as what, on which license, why, and by which source', async () => {
    const id = await addLicense()
    await addLicense({ type: 'APRN', multistate: null })
    await addResidence(ann, { state: 'Texas' })
    expect(await ask('state=FL&date=2027-01-15')).toMatchObject({
      ...{
        state: { code: 'FL', name: 'Florida' },
        date: '2027-01-15',
        may: true,
        as: 'RN',
        look: 'by_compact',
      },
      on: { id, title: 'Texas RN license', state: 'TX', expiresAt: '2028-03-31' },
      reason: {
        code: 'compact',
        text: 'Texas RN license is a multistate license, valid until Mar 31, 2028, and Florida has been in the compact since Jan 19, 2018.',
      },
      ...{ warnings: [], asOf: '2026-07-02' },
      source: { name: 'Compact status of Florida', url: expect.stringMatching(/^https:/) },
      board: { name: expect.stringContaining('Florida'), url: expect.stringMatching(/^https:/) },
      others: [{ as: 'APRN', may: false, reason: { code: 'outside_compact' } }],
    })
  })

  it('defaults to today, accepts a state name, and cites the recorded license', async () => {
    await addLicense()
    expect(await ask('state=texas')).toMatchObject({
      ...{ date: '2026-11-23', may: true, look: 'licensed', asOf: '2026-11-23' },
      source: { name: 'What you recorded', url: null },
    })
  })

  it('says on which day of the owner a license was recorded', async () => {
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
    services.clock.set('2026-11-24T01:00:00.000Z')
    await addLicense()
    expect(await ask('state=texas')).toMatchObject({ date: '2026-11-23', asOf: '2026-11-23' })
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'UTC' } })
  })

  it('returns null if the answer is unknown', async () => {
    await addLicense({ multistate: undefined })
    expect(await ask('state=FL')).toMatchObject({ may: null, reason: { code: 'multistate_unknown' } })
    expect(await ask('state=Ontario')).toMatchObject({ may: null, board: null })
  })

  it('ignores archived and deleted licenses and those of other owners', async () => {
    const archived = await addLicense()
    await ann.fetch(`/api/credentials/${archived}/archive`, { method: 'POST' })
    const deleted = await addLicense()
    await ann.fetch(`/api/credentials/${deleted}`, { method: 'DELETE' })
    await addLicense({}, bob)
    expect(await ask('state=TX')).toMatchObject({ may: false, on: null, reason: { code: 'no_license' } })
  })

  it('rejects an invalid date', async () => {
    expect((await ann.fetch('/api/practice?state=FL&date=tomorrow')).status).toBe(422)
    expect((await ann.fetch('/api/practice')).status).toBe(422)
  })
})

it('lists the members of the compact', async () => {
  const { asOf, members } = await mine.get<{ asOf: string; members: string[] }>('practice/members')
  expect([asOf, members.length, members.includes('TX'), members.includes('MA')]).toEqual([
    '2026-07-02',
    40,
    true,
    false,
  ])
})

it('lists the result for every state, and counts the results', async () => {
  await addLicense()
  const { items } = await mine.get<PracticeStates>('practice/states')
  expect(items).toHaveLength(53)
  expect(items.map(({ state }) => state.name)).toEqual(items.map(({ state }) => state.name).toSorted())
  expect(items.find(({ state }) => state.code === 'FL')).toMatchObject({ assumes: 'Texas' })
  expect(items.find(({ state }) => state.code === 'TX')).toMatchObject({ assumes: null })
  const { isOffered, counts, assumes } = await mine.get<PracticeOverview>('practice/overview')
  expect([isOffered, assumes]).toEqual([true, ['Texas']])
  expect(counts).toEqual({ licensed: 1, by_compact: 40, pending: 2, not: 10, unknown: 0 })
  await addResidence(ann, { state: 'TX', from: '2020-01-01' })
  expect(await mine.get<PracticeOverview>('practice/overview')).toMatchObject({ assumes: [] })
})

describe('residences', () => {
  it('can be added, listed, changed and deleted only by their owner', async () => {
    const answer = await ann.json('POST', '/api/residences', { state: 'texas', from: '2020-01-01' })
    const { id } = (await answer.json()) as Residence
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/residences/${id}`])
    const path = `/api/residences/${id}`
    expect((await ann.json('PATCH', path, { from: '2020-02-01' })).status).toBe(200)
    for (const [method, body] of [
      ['PATCH', { from: '2021-01-01' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await (body ? bob.json(method, path, body) : bob.fetch(path, { method }))
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        403,
        'residence_not_owned',
      ])
    }
    expect(await mine.get('residences')).toMatchObject({
      items: [{ id, state: 'TX', from: '2020-02-01', appliedOn: null }],
    })
    expect(await ceuClient(bob).get('residences')).toEqual({ items: [] })
    expect((await openBrowser(services.app, services.config.publicUrl).fetch('/api/residences')).status).toBe(
      401,
    )
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(404)
    expect((await ann.json('PATCH', `/api/residences/${unknownId}`, {})).status).toBe(404)
  })

  it.each([
    ['state', { state: 'Ontario', from: '2020-01-01' }],
    ['from', { state: 'TX', from: '2020-02-30' }],
    ['from', { state: 'TX', from: '2019-01-01' }],
  ])('with a wrong %s are refused', async (path, body) => {
    await addResidence(ann, { from: '2019-01-01' })
    const answer = await ann.json('POST', '/api/residences', body)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { errors: { path: string }[] }).errors).toMatchObject([{ path }])
  })

  it('are limited to 50', async () => {
    await addResidence(ann)
    await services.database.pool.query(`
      insert into residences (owner_id, state, place, "from", created_at, updated_at)
      select owner_id, 'TX', 'Texas', "from" + count, created_at, updated_at
      from residences, generate_series(1, 49) as count`)
    const answer = await ann.json('POST', '/api/residences', { state: 'TX', from: '2020-01-01' })
    expect(((await answer.json()) as { code: string }).code).toBe('too_many_residences')
  })
})

describe('a deleted residence', () => {
  const deleteOne = async (id: string) => {
    await mine.remove(`residences/${id}`)
    return id
  }

  it('is in the trash, counts nowhere, and can be restored', async () => {
    const id = await deleteOne(await addResidence(ann, { state: 'CO', from: '2026-11-01' }))
    expect(await mine.get('residences')).toEqual({ items: [] })
    expect(await mine.get('trash')).toMatchObject({
      items: [{ kind: 'residence', id, title: 'Colorado' }],
      ...{ count: 1, size: 0 },
    })
    await expectSuccess(ann.fetch(`/api/residences/${id}/restore`, { method: 'POST' }))
    expect(await mine.get('residences')).toMatchObject({ items: [{ id }] })
  })

  it('frees its day, and cannot be restored if another residence has that day', async () => {
    const id = await deleteOne(await addResidence(ann, { from: '2026-11-01' }))
    await addResidence(ann, { state: 'TX', from: '2026-11-01' })
    const answer = await ann.fetch(`/api/residences/${id}/restore`, { method: 'POST' })
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [{ path: 'from' }] }])
  })

  it('is purged on demand, with the rest of the trash, or after 30 days', async () => {
    const first = await deleteOne(await addResidence(ann))
    const refused = await bob.fetch(`/api/trash/residence/${first}`, { method: 'DELETE' })
    expect(refused.status).toBe(403)
    await mine.remove(`trash/residence/${first}`)
    await deleteOne(await addResidence(ann))
    await expectSuccess(ann.fetch('/api/trash', { method: 'DELETE' }))
    expect(await services.db.$count(residences)).toBe(0)
    await deleteOne(await addResidence(ann))
    expect(await purgeTrash(services)).toBe(0)
    services.clock.set('2026-12-24T15:00:00.000Z')
    expect(await purgeTrash(services)).toBe(1)
  })
})

describe('a move to another member state', () => {
  const reminders = async () => {
    await services.sweep()
    const { items } = await mine.get<{ items: Reminder[] }>('reminders?state=scheduled')
    return items.filter(({ resourceType }) => resourceType === 'moveDeadline')
  }
  const move = () => addResidence(ann, { state: 'CO', from: '2026-11-01' })

  it('is previewed with its consequences', async () => {
    await addLicense()
    await addLicense({ type: 'APRN', multistate: null })
    await addResidence(ann, { state: 'TX' })
    expect(await mine.get<MovePlan>('practice/move?state=CO&from=2026-12-01')).toMatchObject({
      ...{ isMember: true, applyBy: '2027-01-30', ends: [] },
      apply: expect.arrayContaining([
        { as: 'RN', kind: 'multistate', applyBy: '2027-01-30' },
        { as: 'APRN', kind: 'single_state', applyBy: null },
      ]),
      source: { url: expect.stringMatching(/^https:/) },
    })
    const away = await mine.get<MovePlan>('practice/move?state=CA&from=2026-12-01')
    expect(away).toMatchObject({ isMember: false, applyBy: null })
    expect(away.ends).toHaveLength(40)
  })

  it('is a duty with reminders until the application is recorded', async () => {
    await addLicense()
    const id = await move()
    expect(await mine.get<PracticeOverview>('practice/overview')).toMatchObject({
      move: { residenceId: id, state: 'Colorado', applyBy: '2026-12-31', isOverdue: false },
    })
    expect(await reminders()).toMatchObject([
      { resourceId: id, title: 'License application in Colorado', dueOn: '2026-12-31' },
    ])
    expect((await ann.json('PATCH', `/api/residences/${id}`, { appliedOn: '2026-11-20' })).status).toBe(200)
    expect(await reminders()).toEqual([])
    expect(await mine.get<PracticeOverview>('practice/overview')).toMatchObject({ move: null })
  })

  it('is a duty only with a license of the old state, and until there is one of the new state', async () => {
    const id = await move()
    expect(await reminders()).toEqual([])
    await addLicense()
    expect(await reminders()).toMatchObject([{ resourceId: id }])
    await addLicense({ state: 'Colorado' })
    expect(await reminders()).toEqual([])
  })

  it('loses its reminder when it is deleted', async () => {
    await addLicense()
    const id = await move()
    expect(await reminders()).toHaveLength(1)
    await ann.fetch(`/api/residences/${id}`, { method: 'DELETE' })
    expect(await reminders()).toEqual([])
    await expectSuccess(ann.fetch(`/api/residences/${id}/restore`, { method: 'POST' }))
    expect(await reminders()).toMatchObject([{ resourceId: id }])
  })

  it('is in the calendar feed while it is due', async () => {
    await addLicense()
    const id = await move()
    const token = await createCalendarFeed(ann)
    const feed = async () => (await expectSuccess(ann.fetch(`/api/calendar/${token}`))).text()
    expect(await feed()).toMatch(/DTSTART;VALUE=DATE:20261231[\s\S]*License application in Colorado/)
    await ann.json('PATCH', `/api/residences/${id}`, { appliedOn: '2026-11-20' })
    expect(await feed()).not.toContain('Colorado')
  })
})

describe('an export', () => {
  const importTo = (nurse: Nurse, bytes: Uint8Array) =>
    nurse.fetch('/api/users/me/import', {
      method: 'POST',
      body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
      headers: { 'Content-Type': 'application/zip' },
    })
  const multistateOf = async (nurse: Nurse) =>
    (await ceuClient(nurse).get<{ items: { multistate: boolean | null }[] }>('credentials')).items.map(
      ({ multistate }) => multistate,
    )

  it('contains the residences; one of an earlier version has none, and an unticked license becomes unknown', async () => {
    await addLicense({ multistate: false })
    await addResidence(ann, { state: 'TX', from: '2020-01-01' })
    await addResidence(ann, { state: 'CO', from: '2026-11-01', appliedOn: '2026-11-20' })
    const answer = await expectSuccess(ann.fetch('/api/users/me/export'))
    const zip = new Uint8Array(await answer.arrayBuffer())

    const cleo = await services.nurse('cleo')
    await expectSuccess(importTo(cleo, zip))
    expect(await ceuClient(cleo).get('residences')).toMatchObject({
      items: [
        { state: 'CO', from: '2026-11-01', appliedOn: '2026-11-20' },
        { state: 'TX', from: '2020-01-01', appliedOn: null },
      ],
    })
    expect(await multistateOf(cleo)).toEqual([false])

    const earlier = forgeExport(zip, (members, edit) =>
      edit(
        members,
        exportPaths.profile,
        ({ residences: _new, ...profile }: { residences: object }) => profile,
      ),
    )
    const dora = await services.nurse('dora')
    await expectSuccess(importTo(dora, earlier))
    expect(await ceuClient(dora).get('residences')).toEqual({ items: [] })
    expect(await multistateOf(dora)).toEqual([null])
  })
})
