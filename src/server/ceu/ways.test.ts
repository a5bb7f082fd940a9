import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { competencyRecords } from '#server/competency/table.ts'
import { credentials } from '#server/credentials/table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ceRuleOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { aCertificate } from '#testing/certificates.ts'
import { ceuClient, readJson, texas } from '#testing/ceu-vault.ts'
import { formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCycles } from './table.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let annCeu: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  annCeu = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-11-23T15:00:00.000Z')
  await services.db.delete(ceuCycles)
  await services.db.delete(credentials)
  await services.db.delete(competencyRecords)
})

const rule = ceRuleOf({
  ways: [
    wayWith('ce', { amount: 20 }),
    wayWith(
      'certified',
      { kind: 'certification', amount: null },
      { kind: 'other', amount: null, what: 'A form' },
    ),
  ],
})

/** A cycle under this rule. */
async function begin(more: object = {}, given = rule): Promise<CeuCycle> {
  const { id } = await annCeu.addCycle({ ...texas, requiredHours: null, topics: [], ...more })
  await services.db.update(ceuCycles).set({ rule: given, ruleId: given.id }).where(eq(ceuCycles.id, id))
  return annCeu.cycle(id)
}

const hold = (nurse: Nurse, code: string, expiresAt: string) =>
  readJson<Credential>(
    nurse.json('POST', '/api/credentials', {
      kind: 'certification',
      name: code,
      issuer: 'AACN',
      code,
      expiresAt,
    }),
  )
const change = (id: string, patch: object) =>
  readJson<CeuCycle>(ann.json('PATCH', `/api/ceu-cycles/${id}`, patch))

describe('the way to renew', () => {
  it('lists its requirements besides hours, none of them met at first', async () => {
    const { id, needs } = await begin()
    expect(needs).toEqual([])
    const chosen = await change(id, { wayId: 'certified' })
    expect(chosen).toMatchObject({
      wayId: 'certified',
      needs: [
        { id: 'certified:0', kind: 'certification', isMet: false, candidates: [] },
        { id: 'certified:1', kind: 'other', what: 'A form', isMet: false },
      ],
    })
  })

  it('offers the owner’s own certifications by name, soonest expiration first, without life support', async () => {
    const later = await hold(ann, 'CCRN', '2028-01-31')
    const sooner = await hold(ann, 'CNOR', '2027-12-31')
    await hold(ann, 'BLS', '2027-06-30')
    const foreign = await hold(bob, 'CEN', '2028-01-31')
    const { id, needs } = await begin({ wayId: 'certified' })
    expect(needs[0]?.candidates).toEqual([
      { credentialId: sooner.id, title: 'CNOR', expiresAt: '2027-12-31' },
      { credentialId: later.id, title: 'CCRN', expiresAt: '2028-01-31' },
    ])
    const choosing = async (credentialId: string) =>
      (await change(id, { needAnswers: [{ need: 'certified:0', credentialId }] })).needs[0]
    expect(await choosing(foreign.id)).toMatchObject({ isMet: false, credentialId: null })
    expect(await choosing(later.id)).toMatchObject({ isMet: true, credentialId: later.id })
    // Valid today, but not to the end of the cycle.
    await ann.json('PATCH', `/api/credentials/${later.id}`, { expiresAt: '2027-03-30' })
    expect((await annCeu.cycle(id)).needs[0]).toMatchObject({ isMet: false, credentialId: later.id })
    await ann.fetch(`/api/credentials/${later.id}`, { method: 'DELETE' })
    expect((await annCeu.cycle(id)).needs[0]).toMatchObject({ isMet: false, credentialId: null })
  })

  it('keeps a requirement that the owner marks as done', async () => {
    const { id } = await begin({ wayId: 'certified' })
    const { needs } = await change(id, { needAnswers: [{ need: 'certified:1', isDone: true }] })
    expect(needs[1]).toMatchObject({ isMet: true, isDone: true })
  })

  it.each([
    { wayId: 'x'.repeat(61) },
    { needAnswers: [{ need: 'certified:0', credentialId: 'none' }] },
    { needAnswers: [{ need: 'certified:0', more: 1 }] },
    { carriedOverHours: -1 },
    { carriedOverHours: 500.5 },
    { carriedOverHours: 1.005 },
  ])('is refused as %j', async (patch) => {
    const { id } = await begin()
    const [field] = Object.keys(patch)
    const refused = await annCeu.refusal('PATCH', `ceu-cycles/${id}`, patch)
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.errors?.[0]?.path.split('.')[0]).toBe(field)
  })
})

describe('the practice log', () => {
  const practice = ceRuleOf({
    ways: [
      wayWith(
        'practice',
        { kind: 'practice_hours', amount: 320, years: 2, lastYearAmount: 100 },
        { kind: 'refresher', amount: null },
      ),
    ],
  })
  const record = (nurse: Nurse, kind: string, more: object) =>
    readJson<{ id: string }>(nurse.json('POST', '/api/competency-records', { kind, title: 'ICU', ...more }))
  const needsOf = async (id: string) => (await annCeu.cycle(id)).needs

  it('counts toward the way that requires it, up to today, and not for another owner', async () => {
    const { id } = await begin({}, practice)
    expect(await needsOf(id)).toMatchObject([
      { kind: 'practice_hours', recorded: 0, isMet: false },
      { kind: 'refresher', isMet: false },
    ])
    await record(bob, 'practice_hours', { amount: 900, startDate: '2026-01-01', endDate: '2026-11-20' })
    const early = await record(ann, 'practice_hours', {
      ...{ amount: 300, startDate: '2025-05-01', endDate: '2025-12-31' },
    })
    expect((await needsOf(id))[0]).toMatchObject({ recorded: 300, isMet: false })
    await record(ann, 'practice_hours', { amount: 99, startDate: '2026-04-01', endDate: '2026-06-30' })
    expect((await needsOf(id))[0]).toMatchObject({ recorded: 399, isMet: false })
    // Half of its ten days lie before the cycle's two years.
    await record(ann, 'practice_hours', { amount: 10, startDate: '2025-03-27', endDate: '2025-04-05' })
    expect((await needsOf(id))[0]).toMatchObject({ recorded: 404, isProrated: true, isMet: false })
    await record(ann, 'practice_hours', { amount: 1, endDate: '2026-11-23' })
    expect((await needsOf(id))[0]).toMatchObject({ recorded: 405, isMet: true })
    await ann.fetch(`/api/competency-records/${early.id}`, { method: 'DELETE' })
    expect((await needsOf(id))[0]).toMatchObject({ recorded: 105, isMet: false })
    await record(ann, 'refresher', { endDate: '2026-05-01', organization: 'State College' })
    expect((await needsOf(id))[1]).toMatchObject({ isMet: true, isDone: false })
    await record(ann, 'exam', { title: 'Not asked for', endDate: '2026-05-01' })
    const packet = await ann.fetch(`/api/ceu-cycles/${id}/packet`)
    const { text } = await readPdf(Buffer.from(await packet.arrayBuffer()))
    for (const said of ['Besides CE', 'A refresher course', 'See the practice log', 'ICU, State College'])
      expect(text).toContain(said)
    // The practice hours are short. The board must not see the shortfall, but it sees the hours that were practiced.
    for (const hidden of ['320 practice hours', 'Not asked for']) expect(text).not.toContain(hidden)
    expect(text).toContain('99 hours')
  })

  it('adds its proofs to the packet after the certificates', { tags: 'long' }, async () => {
    const { id } = await begin({}, practice)
    const proof = async (nurse: Nurse, name: string) => {
      const body = formOf(await aCertificate(`Proof ${name}`), `${name}.pdf`)
      return (await readJson<{ id: string }>(nurse.fetch('/api/upload', { method: 'POST', body }))).id
    }
    const [letter, transcript, unasked] = [
      await proof(ann, 'letter'),
      await proof(ann, 'transcript'),
      await proof(ann, 'unasked'),
    ]
    await record(ann, 'refresher', { endDate: '2026-05-01', fileIds: [letter, transcript] })
    await record(ann, 'exam', { endDate: '2026-05-02', fileIds: [unasked] })
    const bytes = await (await ann.fetch(`/api/ceu-cycles/${id}/packet`)).arrayBuffer()
    const pdf = await readPdf(Buffer.from(bytes))
    expect(pdf.outline.at(-1)).toEqual([
      'Certificates and proof of practice',
      'Practice log: ICU, May 1, 2026',
    ])
    expect(pdf.text).toContain('Proof letter')
    expect(pdf.text).toContain('Proof transcript')
    expect(pdf.text).not.toContain('Proof unasked')
    const zip = await (await ann.fetch(`/api/ceu-cycles/${id}/packet?format=zip`)).arrayBuffer()
    expect(Object.keys(unzipSync(new Uint8Array(zip)))).toEqual([
      '00 Cover and entries.pdf',
      'P01a 2026-05-01 ICU.pdf',
      'P01b 2026-05-01 ICU.pdf',
      'entries.csv',
    ])
  })
})

describe('hours carried over', () => {
  it('count as far as the rule allows', async () => {
    const iowa = ceRuleOf({ carryOver: { allowed: true, hours: 5, note: null } })
    const { id } = await begin({}, iowa)
    expect(await change(id, { carriedOverHours: 7.5 })).toMatchObject({
      carriedOverHours: 7.5,
      hoursCounted: 5,
    })
    expect(await change(id, { carriedOverHours: null })).toMatchObject({ hoursCounted: 0 })
  })
})

describe('a topic that requires a course within the last four years', () => {
  const newYork = ceRuleOf({ ways: [], topics: [topicOf('infection', { every: '4 years', hours: null })] })
  const topics = [{ key: 'infection', topic: 'Infection control', tags: ['Infection'], withinYears: 4 }]
  const topicOfCycle = async (id: string) => (await annCeu.cycle(id)).topicsCompleted[0]

  it('counts one of another cycle, and is updated when that is changed, deleted or restored', async () => {
    const { id } = await begin({ topics }, newYork)
    const before = await annCeu.addCycle({ ...texas, cycleStart: '2022-01-01', cycleEnd: '2023-12-31' })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: false, lastOn: null })
    const entry = await annCeu.addEntry({
      ...{ cycleId: before.id, topicTags: ['Infection'], completedAt: '2023-06-01' },
    })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: true, lastOn: '2023-06-01' })
    await ann.json('PATCH', `/api/ceu-entries/${entry.id}`, { completedAt: '2023-03-01' })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: false })
    await ann.json('PATCH', `/api/ceu-entries/${entry.id}`, { completedAt: '2023-05-01' })
    await ann.fetch(`/api/ceu-cycles/${before.id}`, { method: 'DELETE' })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: false })
    await ann.fetch(`/api/ceu-cycles/${before.id}/restore`, { method: 'POST' })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: true, lastOn: '2023-05-01' })
    expect((await annCeu.cycle(id)).hoursCounted).toBe(0)
  })

  it('does not count another owner’s courses', async () => {
    const { id } = await begin({ topics }, newYork)
    const bobCeu = ceuClient(bob)
    const foreign = await bobCeu.addCycle(texas)
    await bobCeu.addEntry({ cycleId: foreign.id, topicTags: ['Infection'], completedAt: '2026-01-31' })
    await change(id, { notes: 'Recounted' })
    expect(await topicOfCycle(id)).toMatchObject({ isMet: false })
  })
})

describe('a cycle of an earlier version', () => {
  const earlierRule = {
    ...{ id: 'TX-RN', version: '2026-11-21', jurisdiction: 'TX', license: 'RN', certification: null },
    ...{
      periodYears: 2,
      hours: 20,
      hoursName: 'contact hours',
      hoursNote: null,
      alternatives: 'Or an exam.',
    },
    firstRenewalHours: 0,
    topics: [
      { topic: 'Ethics', hours: 2, every: 'cycle', tags: ['Ethics'], onTop: false, onlyIf: null, note: null },
    ],
    caps: [{ kinds: ['self_study'], hours: 5, per: 'cycle', note: 'Five online' }],
    ...{ refusedKinds: ['life_support'], conversions: {}, renewal: { text: null, dates: [] } },
    ...{ board: 'Texas Board of Nursing', boardUrl: 'https://www.bon.texas.gov/' },
    ...{ sources: ['https://www.bon.texas.gov/ce'], asOf: '2026', readOn: '2026-11-21', confidence: 'high' },
  }

  it('keeps its rule, counts by it, and can switch to the newer one', async () => {
    const { id } = await annCeu.addCycle({ ...texas, topics: [{ topic: 'Ethics', hours: 2 }] })
    await services.db.update(ceuCycles).set({ rule: null, earlierRule, ruleId: 'TX-RN' })
    await annCeu.addEntry({ cycleId: id, hours: 8, kind: 'self_study' })
    await annCeu.addEntry({ cycleId: id, hours: 4, kind: 'life_support' })
    const running = await annCeu.cycle(id)
    expect(running).toMatchObject({
      ...{ requiredHours: 20, hoursCounted: 5, needs: [] },
      rule: {
        version: '2026-11-21',
        ways: [{ id: 'ce' }, { id: 'other', needs: [{ what: 'Or an exam.' }] }],
      },
      newerRule: { id: 'TX-RN', version: '2026-11-26' },
    })
    const accepted = await readJson<CeuCycle>(ann.fetch(`/api/ceu-cycles/${id}/rule`, { method: 'POST' }))
    expect(accepted).toMatchObject({ rule: embeddedRules.find('TX-RN', '2027-03-31'), newerRule: null })
    expect(accepted.topics.map(({ key }) => key)).toContain('jurisprudence-ethics')
    const [row] = await services.db.select().from(ceuCycles)
    expect(row?.earlierRule).toBeNull()
  })
})
