import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { Home } from '#shared/home/home-answer.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.mailer.messages.splice(0)
  services.clock.set('2027-08-17T15:00:00.000Z')
  ann = await services.nurse('ann')
})

/** An RN license: in Ohio to apply for by September 15 of an odd year, late until October 31, when it ends. */
const addLicense = async (state: string, expiresAt: string) => {
  const license = { kind: 'license', type: 'RN', state, expiresAt }
  return (await readJson<{ id: string }>(ann.json('POST', '/api/credentials', license))).id
}
const startRenewal = (id: string, body: object = {}) =>
  readJson<Renewal>(ann.json('POST', `/api/credentials/${id}/renewals`, body))
const remindersOf = async (state: Reminder['state']) =>
  (await readJson<{ items: Reminder[] }>(ann.fetch(`/api/reminders?state=${state}`))).items.map(
    ({ title, step, dueOn, remindOn }) => `${title}: ${step}, ${dueOn}, on ${remindOn}`,
  )
const home = () => readJson<Home>(ann.fetch('/api/home'))
const proposalOf = async (id: string) => {
  const { items } = await readJson<{ items: CycleProposal[] }>(ann.fetch('/api/ceu-cycles/proposals'))
  return items.find(({ credentialId }) => credentialId === id)
}

it('reminders count from the last day to apply, and from the end once that has passed', async () => {
  await addLicense('OH', '2027-10-31')
  await services.sweep()
  expect(await remindersOf('sent')).toEqual(['Ohio RN: apply, 2027-09-15, on 2027-08-17'])
  expect(await remindersOf('scheduled')).toEqual(['Ohio RN: apply, 2027-09-15, on 2027-09-01'])
  services.clock.set('2027-09-16T15:00:00.000Z')
  await services.sweep()
  services.clock.set('2027-10-01T15:00:00.000Z')
  await services.sweep()
  expect((await remindersOf('sent')).filter((each) => each.includes('lapsed'))).toEqual([])
  expect((await remindersOf('sent'))[0]).toBe('Ohio RN: renew, 2027-10-31, on 2027-10-01')
})

it('a submitted renewal leaves only the end', async () => {
  const id = await addLicense('OH', '2027-10-31')
  const { id: renewalId } = await startRenewal(id, { submittedOn: '2027-08-16' })
  await services.sweep()
  expect(await remindersOf('scheduled')).toEqual(['Ohio RN: renew, 2027-10-31, on 2027-10-01'])
  const patch = { state: 'planned', submittedOn: null }
  expect((await ann.json('PATCH', `/api/renewals/${renewalId}`, patch)).status).toBe(200)
  await services.sweep()
  expect(await remindersOf('sent')).toEqual(['Ohio RN: apply, 2027-09-15, on 2027-08-17'])
})

it('the calendar has both days, and what to do', async () => {
  await addLicense('OH', '2027-10-31')
  await addLicense('GA', '2028-01-31')
  await services.sweep()
  const { url } = await readJson<{ url: string }>(ann.json('POST', '/api/reminders/calendar', {}))
  const text = await (await services.stranger().fetch(new URL(url).pathname)).text()
  const unfolded = text.replace(/\r\n[ \t]/g, '')
  expect(
    [...unfolded.matchAll(/DTSTART;VALUE=DATE:(\d+)|SUMMARY:(.*)\r/g)].map(([, day, words]) => day ?? words),
  ).toEqual([
    ...['20270915', 'Ohio RN license: Apply by Sep 15\\, 2027\\, or late until Oct 31\\, 2027'],
    ...['20271031', 'Ohio RN license expires', '20280131', 'Georgia RN license expires'],
  ])
  expect(unfolded).toContain('To do for the renewal:\\n- Record your continuing competency in CE Broker')
})

it('the dashboard has the day to apply in its line and its next steps', async () => {
  // The verdict is about the license that has expired.
  await addLicense('TX', '2027-07-31')
  const id = await addLicense('OH', '2027-10-31')
  const { next, year } = await home()
  expect(next.steps).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'renew', due: '2027-09-15', expiresAt: '2027-10-31' },
      renewal: { opens: '2027-07-01', applyBy: '2027-09-15', lateUntil: '2027-10-31' },
    }),
  )
  expect(year.flatMap(({ items }) => items)).toMatchObject([
    { kind: 'apply', credentialId: id, mark: 'OH RN', due: '2027-09-15', lateUntil: '2027-10-31' },
    { kind: 'credential', due: '2027-10-31' },
  ])
  await startRenewal(id, { submittedOn: '2027-08-16' })
  const after = await home()
  expect(after.year.flatMap(({ items }) => items)).toMatchObject([{ kind: 'credential' }])
  expect(after.next.steps).toContainEqual(
    expect.objectContaining({ kind: 'continue_renewal', due: '2027-10-31' }),
  )
})

it('what a renewal needs besides hours is marked one by one', async () => {
  const id = await addLicense('GA', '2028-01-31')
  const proposal = await proposalOf(id)
  expect(proposal?.renewal?.duties).toMatchObject([
    { key: 'report-to-ce-broker', dueOn: '2028-01-31' },
    { key: 'workforce-survey', dueOn: '2028-01-31' },
  ])
  const { id: renewalId } = await startRenewal(id)
  const left = async () => (await home()).next.steps.find(({ kind }) => kind === 'continue_renewal')
  expect(await left()).toMatchObject({ dutiesLeft: 2 })
  const duties = [{ duty: 'report-to-ce-broker', answer: 'done' }]
  expect(await readJson(ann.json('PATCH', `/api/renewals/${renewalId}`, { duties }))).toMatchObject({
    duties,
  })
  expect(await left()).toMatchObject({ dutiesLeft: 1 })
})

it('reminders count from a step of the renewal that is due before the end, until its owner marks it', async () => {
  services.clock.set('2026-12-20T15:00:00.000Z')
  const ocn = { kind: 'certification', name: 'OCN', code: 'OCN', issuer: 'ONCC', expiresAt: '2027-12-31' }
  const { id } = await readJson<{ id: string }>(ann.json('POST', '/api/credentials', ocn))
  await services.sweep()
  expect(await remindersOf('scheduled')).toEqual(['OCN: duty, 2027-01-31, on 2027-01-01'])
  services.clock.set('2027-01-01T15:00:00.000Z')
  await services.sweep()
  expect(await remindersOf('sent')).toEqual(['OCN: duty, 2027-01-31, on 2027-01-01'])
  const { id: renewalId } = await startRenewal(id)
  const duties = [{ duty: 'ilna-assessment', answer: 'exempt' }]
  expect((await ann.json('PATCH', `/api/renewals/${renewalId}`, { duties })).status).toBe(200)
  await services.sweep()
  expect((await remindersOf('scheduled'))[0]).toMatch(/^OCN: (apply|renew), 2027-(09|1[0-2])-/)
})
