import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Home, home } from '#shared/home/home-answer.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import type { Browser } from '#testing/browser.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { renewalClient } from '#testing/renewals.ts'
import { addRequirementList } from '#testing/requirement-lists.ts'
import { createLink, openLinkAsVisitor, revokeLink } from '#testing/share-links.ts'
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

async function get<T>(who: Browser, path: string): Promise<T> {
  const answer = await who.fetch(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as T
}

/** Checks that the response matches its contract exactly. */
async function homeOf(who: Browser): Promise<Home> {
  const answer = await get<Home>(who, '/api/home')
  expect(home.parse(answer)).toEqual(answer)
  return answer
}

async function send(who: Browser, method: string, path: string, body?: object): Promise<{ id: string }> {
  const answer = await (body ? who.json(method, path, body) : who.fetch(path, { method }))
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return answer.status === 204 ? { id: '' } : ((await answer.json()) as { id: string })
}

const rn = (state: string, expiresAt: string | null, more: object = {}) =>
  send(ann, 'POST', '/api/credentials', { kind: 'license', type: 'RN', state, expiresAt, ...more })
const card = (code: string, expiresAt: string | null, more: object = {}) =>
  send(ann, 'POST', '/api/credentials', {
    ...{ kind: 'certification', name: `Card ${code}`, code, issuer: 'AHA', expiresAt },
    ...more,
  })
const dismiss = (notice: string) => send(ann, 'PUT', `/api/notices/${notice}/dismissal`)

/** The steps in short form: "renew BLS 2026-03-20". */
const stepsOf = ({ next }: Home) =>
  next.steps.map((step) => {
    const title = 'title' in step ? step.title : step.kind === 'reminder_warning' ? step.warning.code : ''
    return [step.kind, title, step.due].filter(Boolean).join(' ')
  })
const firstSteps = ({ firstSteps: steps }: Home) =>
  steps && Object.fromEntries(steps.map(({ name, isDone }) => [name, isDone]))

describe('the dashboard of an empty account', () => {
  it('offers to add a license, and the first steps', async () => {
    const answer = await homeOf(ann)
    expect(answer).toMatchObject({
      ...{ today: '2026-03-10', credentials: { total: 0, dateMissing: 0, archived: 0 } },
      verdict: { verdict: 'no_license', action: { kind: 'add_license' }, states: [] },
      ce: { cycles: [], currentCount: 0, hasPast: false, proposedFor: null },
      ...{ practice: { isOffered: false }, reminders: { next: null }, shares: [], dismissed: [] },
    })
    const open = { license: false, life_support: false, cycle: false, reminders: false }
    expect(firstSteps(answer)).toEqual({ ...open, longer_schedule: false, phone: false })
    expect(answer.next).toEqual({ steps: [], upcoming: [], isComplete: true, withoutRule: [] })
    expect(answer.year.map(({ month, items }) => `${month} ${items.length}`)).toEqual([
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month} 0`),
      ...['2027-01 0', '2027-02 0'],
    ])
  })
})

describe('the dashboard of an owner', () => {
  it('is the answer of every other endpoint, of one day', async () => {
    await rn('TX', '2026-05-31', { multistate: true })
    await card('BLS', '2026-03-20')
    await ceuClient(ann).addCycle()
    await addHealthRecord(ann)
    await createLink(ann)
    const answer = await homeOf(ann)
    expect(answer.verdict).toEqual(await get(ann, '/api/credentials/verdict'))
    const { move: _move, ...practice } = await get<{ move: unknown }>(ann, '/api/practice/overview')
    expect(answer.practice).toEqual(practice)
    const summary = await get<object>(ann, '/api/reminders/summary')
    expect(summary).toMatchObject({ ...answer.reminders })
    const { items } = await get<{ items: object[] }>(ann, '/api/share')
    expect(items).toMatchObject(answer.shares ?? [])
    const { total, dateMissing, archived } = await get<Home['credentials']>(ann, '/api/credentials/summary')
    expect(answer.credentials).toEqual({ total, dateMissing, archived })
  })

  it('is only theirs, and needs a session', async () => {
    await rn('TX', '2026-03-01')
    await ceuClient(ann).addCycle()
    await addHealthRecord(ann)
    await addRequirementList(ann)
    await createLink(ann)
    await dismiss('first_steps')
    const empty = await homeOf(bob)
    expect(empty).toMatchObject({
      ...{ credentials: { total: 0 }, verdict: { verdict: 'no_license' }, shares: [], dismissed: [] },
      ...{ next: { steps: [] }, ce: { cycles: [] } },
    })
    expect(firstSteps(empty)).toMatchObject({ license: false, cycle: false })
    const refused = await services.stranger().fetch('/api/home')
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'not_authenticated' }])
  })

  it('has the date of their time zone', async () => {
    await send(ann, 'PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
    await card('BLS', '2026-03-10')
    services.clock.set('2026-03-11T04:59:00.000Z')
    expect(await homeOf(ann)).toMatchObject({
      today: '2026-03-10',
      next: { steps: [{ status: 'expiring_soon' }] },
    })
    services.clock.set('2026-03-11T05:00:00.000Z')
    expect(await homeOf(ann)).toMatchObject({ today: '2026-03-11', next: { steps: [{ status: 'expired' }] } })
  })

  it('is in the language of the request', async () => {
    await rn('TX', null)
    await addHealthRecord(ann)
    const answer = await ann.fetch('/api/home', { headers: { 'Accept-Language': 'es' } })
    const { verdict, next } = (await answer.json()) as Home
    expect(verdict.action?.label).toBe('Agregar la fecha')
    expect(next.steps).toMatchObject([{ kind: 'health', title: expect.stringMatching(/tuberculosis/) }])
  })
})

describe('the next steps', () => {
  beforeEach(async () => {
    await dismiss('first_steps')
    await dismiss('mail_not_set_up')
  })

  it('are everything that is due, soonest first', async () => {
    await rn('TX', '2028-01-31')
    await card('ACLS', '2026-02-01')
    await card('BLS', '2026-03-20')
    await card('CCRN', null)
    await card('PALS', '2026-09-30')
    await ceuClient(ann).addCycle({ ...texas, cycleEnd: '2026-04-30' })
    await addHealthRecord(ann)
    await addRequirementList(ann)
    const answer = await homeOf(ann)
    expect(answer.verdict).toMatchObject({
      verdict: 'partly',
      action: { kind: 'renew', label: 'Renew ACLS' },
    })
    expect(stepsOf(answer)).toEqual([
      'add_date CCRN',
      'renew BLS 2026-03-20',
      'health TB test 2026-03-30',
      'cycle 2026-04-30',
      'add_cycle Card CCRN',
      'list ICU in Austin 2026-06-01',
      'add_cycle Texas RN license 2028-01-31',
    ])
    expect(answer.next.isComplete).toBe(true)
  })

  it('name every license when all of them have expired', async () => {
    const states = ['TX', 'CA', 'NY', 'FL']
    for (const state of states) await rn(state, '2026-01-31')
    const answer = await homeOf(ann)
    expect(answer.verdict).toMatchObject({ verdict: 'no', until: null })
    expect(answer.verdict.states).toHaveLength(4)
    const renewed = answer.next.steps.flatMap((step) => (step.kind === 'renew' ? step.status : []))
    // The button of the first step is in the verdict.
    expect(renewed).toEqual(['expired', 'expired', 'expired'])
    expect(answer.year.flatMap(({ items }) => items)).toEqual([])
  })

  it('continue a renewal instead of offering it again', async () => {
    await rn('TX', '2028-01-31')
    const { id } = await card('CCRN', '2026-03-20')
    await renewalClient(ann).start(id, { openedOn: '2026-03-01' })
    const { next } = await homeOf(ann)
    expect(next.steps[0]).toMatchObject({
      ...{ kind: 'continue_renewal', credentialId: id, title: 'CCRN', due: '2026-03-20' },
      ...{ status: 'expiring_soon', openedOn: '2026-03-01', submittedOn: null },
    })
    expect(next.steps.filter(({ kind }) => kind === 'renew')).toEqual([])
  })

  it('leave out what is archived or deleted, until it is restored', async () => {
    const { id } = await card('BLS', '2026-03-20')
    const expected = ['renew BLS 2026-03-20']
    expect(stepsOf(await homeOf(ann))).toEqual(expected)
    await send(ann, 'POST', `/api/credentials/${id}/archive`)
    const archived = await homeOf(ann)
    expect(stepsOf(archived)).toEqual([])
    expect(archived.credentials).toEqual({ total: 0, dateMissing: 0, archived: 1 })
    await send(ann, 'POST', `/api/credentials/${id}/unarchive`)
    await send(ann, 'DELETE', `/api/credentials/${id}`)
    const deleted = await homeOf(ann)
    expect(stepsOf(deleted)).toEqual([])
    expect(deleted.credentials).toEqual({ total: 0, dateMissing: 0, archived: 0 })
    await send(ann, 'POST', `/api/credentials/${id}/restore`)
    expect(stepsOf(await homeOf(ann))).toEqual(expected)
  })

  it('say that email is not set up, after what is due within 60 days, unless that was hidden', async () => {
    await card('BLS', '2026-05-09')
    await card('ACLS', '2026-05-10')
    expect(stepsOf(await homeOf(ann))).toEqual(['renew BLS 2026-05-09', 'renew ACLS 2026-05-10'])
    await send(ann, 'DELETE', '/api/notices/mail_not_set_up/dismissal')
    expect(stepsOf(await homeOf(ann))).toEqual([
      'renew BLS 2026-05-09',
      'reminder_warning mail_not_set_up',
      'renew ACLS 2026-05-10',
    ])
  })

  it('say for which credential no rule is known', async () => {
    await rn('Atlantis', '2027-01-31', { title: 'Atlantis RN license' })
    expect((await homeOf(ann)).next.withoutRule).toEqual(['Atlantis RN license'])
  })
})

describe('the first steps', () => {
  it('are done once the records exist, and are not repeated as next steps', async () => {
    await rn('TX', '2028-01-31')
    await card('BLS', '2027-12-31')
    const before = await homeOf(ann)
    expect(firstSteps(before)).toMatchObject({ license: true, life_support: true, cycle: false })
    expect(stepsOf(before)).toEqual([])
    await dismiss('mail_not_set_up')
    await dismiss('first_steps')
    const hidden = await homeOf(ann)
    expect(hidden).toMatchObject({ firstSteps: null, dismissed: ['first_steps', 'mail_not_set_up'] })
    expect(stepsOf(hidden)).toEqual(['add_cycle Texas RN license 2028-01-31'])
  })

  it('count a phone once the owner says so', async () => {
    await dismiss('install_app')
    expect(firstSteps(await homeOf(ann))).toMatchObject({ phone: true })
  })

  it('leave out earlier reminders once the offer was hidden', async () => {
    await dismiss('longer_schedule')
    expect(firstSteps(await homeOf(ann))).not.toHaveProperty('longer_schedule')
  })
})

describe('CE progress', () => {
  it('has at most three cycles, the furthest behind first', async () => {
    const ceu = ceuClient(ann)
    const ends = ['2026-04-30', '2026-12-31', '2027-03-31', '2028-02-28']
    for (const cycleEnd of ends) await ceu.addCycle({ ...texas, cycleEnd })
    const { ce } = await homeOf(ann)
    expect(ce).toMatchObject({ currentCount: 4, hasPast: false })
    expect(ce.cycles.map(({ cycleEnd }) => cycleEnd)).toEqual(ends.slice(0, 3))
    expect(ce.cycles[0]).toMatchObject({
      hoursCounted: 0,
      requiredHours: 20,
      progress: 'behind',
      fraction: 0,
    })
  })

  it('counts a course as soon as it is recorded', async () => {
    const ceu = ceuClient(ann)
    const { id: cycleId } = await ceu.addCycle()
    await ceu.addEntry({ cycleId })
    const { ce, next } = await homeOf(ann)
    expect(ce.cycles).toMatchObject([{ id: cycleId, hoursCounted: 5, fraction: 0.25 }])
    expect(next.steps).toMatchObject([{ kind: 'cycle', cycleId, hoursLeft: 15, unit: 'hours' }])
  })

  it('knows of a past cycle', async () => {
    await ceuClient(ann).addCycle({ ...texas, cycleStart: '2024-01-01', cycleEnd: '2025-01-31' })
    expect((await homeOf(ann)).ce).toMatchObject({ cycles: [], currentCount: 0, hasPast: true })
  })
})

describe('the year ahead', () => {
  it('has each credential in the month of its last day', async () => {
    await rn('TX', '2026-03-31')
    await card('BLS', '2027-02-28')
    await card('PALS', '2027-03-01')
    await card('ACLS', '2026-03-09')
    const { year } = await homeOf(ann)
    const marks = year.flatMap(({ month, items }) =>
      items.map((item) => [month, item.kind === 'topic' ? item.topic : item.mark, item.status]),
    )
    expect(marks).toEqual([
      ['2026-03', 'TX RN', 'expiring_soon'],
      ['2027-02', 'BLS', 'active'],
    ])
  })
})

describe('the shares', () => {
  it('are the newest, with their state and views', async () => {
    const first = await createLink(ann)
    services.clock.advance(1000)
    const second = await createLink(ann, { recipient: 'Mercy General' })
    await openLinkAsVisitor(services, first.token)
    await revokeLink(ann, second.id)
    const { shares } = await homeOf(ann)
    expect(shares).toMatchObject([
      { id: second.id, state: 'revoked', recipient: 'Mercy General', viewCount: 0 },
      { id: first.id, state: 'live', viewCount: 1, resources: [{ title: 'California RN license' }] },
    ])
  })
})

describe('a program with an access token', () => {
  it('reads what its scope allows elsewhere, and nothing of shares, channels or notices', async () => {
    await rn('TX', '2026-03-20')
    await createLink(ann)
    await dismiss('mail_not_set_up')
    const { token } = await addAccessToken(ann, { scopes: ['read', 'write', 'share'] })
    const answer = await homeOf(openProgram(services, token))
    expect(answer).toMatchObject({ firstSteps: null, dismissed: null, shares: null })
    expect(answer.verdict).toEqual((await homeOf(ann)).verdict)
    expect(answer.next.isComplete).toBe(true)
  })

  it('is refused without the scope to read', async () => {
    const { token } = await addAccessToken(ann, { scopes: ['share'] })
    const refused = await openProgram(services, token).fetch('/api/home')
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'token_scope_missing' }])
  })
})
