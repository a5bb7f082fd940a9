import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '#server/credentials/table.ts'
import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { cycleTopic, overridesOf } from '#shared/ceu/cycle.ts'
import { noAnswers, requirementsOf } from '#shared/ceu/requirements.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ceuClient, ethics, readJson, texas, unknownId } from '#testing/ceu-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCycles } from './table.ts'

/** A rule, and its requirements for an owner who has answered no question. */
function ruleWithRequirements(id: string) {
  const rule = embeddedRules.find(id, '2027-03-31')
  if (!rule) throw new Error(`no rule ${id}`)
  const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31', issuedAt: null }
  const { requiredHours, topics } = requirementsOf(rule, facts)
  return { rule, due: { requiredHours, topics } }
}

const license = { kind: 'license', type: 'RN', state: 'TX', issuedAt: '2021-03-31', expiresAt: '2027-03-31' }

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
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
  await services.db.delete(credentials)
})

const hold = (input: object, nurse = ann) =>
  readJson<Credential>(nurse.json('POST', '/api/credentials', input))
const proposals = async () => (await annCeu.get<{ items: CycleProposal[] }>('ceu-cycles/proposals')).items

async function proposalFor(id: string): Promise<CycleProposal> {
  const found = (await proposals()).find(({ credentialId }) => credentialId === id)
  if (!found) throw new Error('No proposal')
  return found
}

/** Creates a cycle from a proposal without changes. */
function accept({ kind, credentialId, rule, answers, state, ...proposal }: CycleProposal): Promise<CeuCycle> {
  const { cycleStart, cycleEnd, requiredHours, topics } = proposal
  const belongs = kind === 'license' ? { licenseId: credentialId } : { certificationId: credentialId }
  const input = { state, cycleStart, cycleEnd, requiredHours, topics, answers, ruleId: rule?.id ?? null }
  return annCeu.addCycle({ ...input, ...belongs })
}

describe('proposals', () => {
  it('cover, for a license, the period that ends with it, under its rule', async () => {
    const { id } = await hold(license)
    const { rule, due } = ruleWithRequirements('TX-RN')
    expect(await proposals()).toEqual([
      {
        ...{ credentialId: id, kind: 'license', credentialTitle: 'Texas RN license', state: 'TX' },
        ...{ issuedAt: '2021-03-31', expiresAt: '2027-03-31', rule, answers: noAnswers, hasCycle: false },
        renewal: { opens: '2027-01-30', applyBy: null, lateUntil: null, duties: [] },
        ...{ cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
        ...{ ...due, wayId: null, possibleEnds: [], carriedOverHours: null },
      },
    ])
  })

  it('need no overrides', async () => {
    const { id } = await hold(license)
    const cycle = await accept(await proposalFor(id))
    expect(cycle).toMatchObject({ licenseId: id, credentialTitle: 'Texas RN license', requiredHours: 20 })
    expect(overridesOf(cycle)).toEqual([])
  })

  it('take a certification’s years and hours from its rule, and omit certifications without one', async () => {
    const certification = { kind: 'certification', name: 'CCRN', issuer: 'AACN', expiresAt: '2027-06-30' }
    const { id } = await hold({ ...certification, code: 'CCRN' })
    await hold({ ...certification, name: 'Mine alone', code: 'OTHER' })
    await hold({ ...certification, name: 'Without a code' })
    const cna = await hold({
      kind: 'license',
      type: 'CNA',
      state: 'TX',
      expiresAt: '2027-12-31',
      renewalCycle: 2,
    })
    const [first, second, ...others] = await proposals()
    expect(others).toEqual([])
    expect(first).toMatchObject({ credentialId: id, kind: 'certification', state: null, requiredHours: 100 })
    expect(first).toMatchObject({ cycleStart: '2024-07-01', cycleEnd: '2027-06-30' })
    expect(second).toMatchObject({ credentialId: cna.id, rule: null, requiredHours: null, topics: [] })
    expect(second).toMatchObject({ cycleStart: '2026-01-01', cycleEnd: '2027-12-31', answers: noAnswers })
    if (first) expect(await accept(first)).toMatchObject({ state: null, certificationId: id })
  })

  it('return the next period once there is a cycle for this one', async () => {
    const { id } = await hold(license)
    await accept(await proposalFor(id))
    expect(await proposalFor(id)).toMatchObject({
      ...{ hasCycle: true, cycleStart: '2027-04-01', cycleEnd: '2029-03-31' },
      answers: { firstRenewal: false },
    })
  })

  it('start after the last cycle when nothing else has an end date', async () => {
    const { id } = await hold({ ...license, expiresAt: null })
    expect(await proposalFor(id)).toMatchObject({ cycleStart: null, cycleEnd: null, hasCycle: false })
    await annCeu.addCycle({ ...texas, licenseId: id, cycleStart: '2024-03-01', cycleEnd: '2026-02-28' })
    const next = { cycleStart: '2026-03-01', cycleEnd: '2028-02-29', hasCycle: false }
    expect(await proposalFor(id)).toMatchObject(next)
  })

  it('end with the birth month if the board’s rule does and the license has no date', async () => {
    const nurse = await services.nurse('cleo')
    const undated = { ...license, state: 'CA', expiresAt: null }
    await readJson(nurse.json('POST', '/api/credentials', undated))
    const proposal = async () =>
      (await ceuClient(nurse).get<{ items: CycleProposal[] }>('ceu-cycles/proposals')).items[0]
    expect(await proposal()).toMatchObject({ cycleEnd: null, possibleEnds: [] })
    await nurse.json('PUT', '/api/users/me', { birthMonth: 5 })
    expect(await proposal()).toMatchObject({ cycleEnd: null, possibleEnds: ['2026-06-30', '2027-06-30'] })
  })

  it('omit topics that are not due again', async () => {
    const { id } = await hold({ ...license, state: 'FL', expiresAt: '2027-04-30' })
    const proposedTopics = async () => (await proposalFor(id)).topics.map(({ topic }) => topic)
    const [impairment, violence] = ['Recognizing impairment in the workplace', 'Domestic violence']
    const seen: boolean[][] = []
    for (let renewal = 0; renewal < 4; renewal++) {
      const proposal = await proposalFor(id)
      seen.push([impairment, violence].map((topic) => proposal.topics.some((due) => due.topic === topic)))
      const cycle = await accept(proposal)
      services.clock.set(`${cycle.cycleEnd}T15:00:00.000Z`)
      for (const { topic, tags, hours } of proposal.topics)
        await annCeu.addEntry({
          ...{ cycleId: cycle.id, title: topic, topicTags: tags.slice(0, 1), hours: hours ?? 1 },
          completedAt: cycle.cycleEnd,
        })
    }
    // The first topic is due every second renewal and the second topic every third. Both are due in the first renewal.
    expect(seen).toEqual([
      [true, true],
      [false, false],
      [true, false],
      [false, true],
    ])
    expect(await proposedTopics()).toContain(impairment)

    services.clock.set('2026-03-10T15:00:00.000Z')
    const kentucky = await hold({ ...license, state: 'KY', expiresAt: '2026-10-31' })
    const proposal = await proposalFor(kentucky.id)
    const biasAnswer = { topic: 'Implicit bias', answer: 'done' as const }
    const cycle = await accept({ ...proposal, answers: { firstRenewal: null, topics: [biasAnswer] } })
    await annCeu.addEntry({ cycleId: cycle.id, topicTags: ['Dementia'] })
    const next = await proposalFor(kentucky.id)
    expect(next.answers.topics.map(({ topic, answer }) => `${topic}: ${answer}`).toSorted()).toEqual([
      'dementia: done',
      'implicit-bias: done',
    ])
    expect(next.topics.map(({ topic }) => topic)).toContain('Suicide prevention')
  })
})

describe('a cycle’s license', () => {
  it('must be the owner’s, and a license', async () => {
    const [mine, other] = [await hold(license), await hold(license, bob)]
    const add = async (input: object) =>
      (await annCeu.refusal('POST', 'ceu-cycles', { ...texas, ...input })).code
    expect(await add({ licenseId: other.id })).toBe('license_not_owned')
    expect(await add({ certificationId: other.id })).toBe('license_not_owned')
    expect(await add({ licenseId: unknownId })).toBe('license_not_found')
    expect(await add({ certificationId: unknownId })).toBe('certification_not_found')
    expect(await add({ certificationId: mine.id })).toBe('certification_not_found')
    const { id } = await annCeu.addCycle()
    const change = (patch: object) => annCeu.refusal('PATCH', `ceu-cycles/${id}`, patch)
    expect(await change({ licenseId: other.id })).toMatchObject({ status: 403, code: 'license_not_owned' })
    expect(await change({ licenseId: unknownId })).toMatchObject({ code: 'license_not_found' })
    expect(await annCeu.change(`ceu-cycles/${id}`, { licenseId: mine.id })).toMatchObject({
      licenseId: mine.id,
      credentialTitle: 'Texas RN license',
    })
  })

  it('can be deleted: the cycle stays, can be changed, and shows the license again after a restore', async () => {
    const { id: licenseId } = await hold(license)
    const { id } = await annCeu.addCycle({ ...texas, licenseId })
    await annCeu.addEntry({ cycleId: id })
    await annCeu.remove(`credentials/${licenseId}`)
    expect(await proposals()).toEqual([])
    const noted = { notes: 'x', licenseId }
    expect(await annCeu.change<CeuCycle>(`ceu-cycles/${id}`, noted)).toMatchObject({
      ...{ licenseId, credentialTitle: null, hoursCounted: 5, notes: 'x' },
    })
    expect((await annCeu.refusal('POST', 'ceu-cycles', { ...texas, licenseId })).code).toBe(
      'license_not_found',
    )
    await annCeu.restore(`credentials/${licenseId}`)
    expect(await annCeu.cycle(id)).toMatchObject({ credentialTitle: 'Texas RN license' })
    await services.db.delete(credentials)
    expect(await annCeu.cycle(id)).toMatchObject({ licenseId: null, hoursCounted: 5 })
  })
})

describe('a cycle’s rule', () => {
  /** Changes the stored rule, as if an older version had applied when the cycle started. */
  async function beganUnder(id: string, change: object): Promise<void> {
    await services.database.pool.query(
      'update ceu_cycles set rule_record = rule_record || $2 where id = $1',
      [id, JSON.stringify({ version: '2020-01-01', ...change })],
    )
  }
  const { rule, due } = ruleWithRequirements('MI-RN')
  const michigan = { ...texas, state: 'MI', ruleId: 'MI-RN', ...due }

  it('stays until the owner accepts the newer version, which recounts the hours', async () => {
    const cycle = await annCeu.addCycle({ ...michigan, requiredHours: 10 })
    await beganUnder(cycle.id, {
      limits: [],
      ways: [{ ...rule.ways[0], needs: [{ ...rule.ways[0]?.needs[0], amount: 10 }] }],
    })
    await annCeu.addEntry({ cycleId: cycle.id, hours: 15, kind: 'self_study' })
    const before = await annCeu.cycle(cycle.id)
    expect(before).toMatchObject({ rule: { version: '2020-01-01' }, newerRule: rule, hoursCounted: 15 })
    const accepted = await readJson<CeuCycle>(
      ann.fetch(`/api/ceu-cycles/${cycle.id}/rule`, { method: 'POST' }),
    )
    expect(accepted).toMatchObject({ rule, newerRule: null, requiredHours: due.requiredHours })
    // Michigan counts at most 12 hours of electronic media per day.
    expect(accepted.hoursCounted).toBe(12)
    expect((await annCeu.entriesOf(cycle.id))[0]?.counts[0]?.reasons).toContainEqual({
      code: 'over_day_cap',
      hours: 3,
    })
    expect(await readJson(ann.fetch(`/api/ceu-cycles/${cycle.id}/rule`, { method: 'POST' }))).toEqual(
      accepted,
    )
  })

  it('leaves overridden values alone when it is updated', async () => {
    const topics = [cycleTopic.parse({ topic: 'My own', hours: 1 })]
    const cycle = await annCeu.addCycle({ ...michigan, requiredHours: 33, topics })
    await beganUnder(cycle.id, {})
    const accepted = await readJson<CeuCycle>(
      ann.fetch(`/api/ceu-cycles/${cycle.id}/rule`, { method: 'POST' }),
    )
    expect(accepted).toMatchObject({ rule, newerRule: null, requiredHours: 33, topics })
  })

  it('cannot be updated in a cycle that has none', async () => {
    const { id } = await annCeu.addCycle()
    expect(await annCeu.refusal('POST', `ceu-cycles/${id}/rule`)).toMatchObject({
      status: 422,
      errors: [{ path: 'ruleId' }],
    })
    expect(await annCeu.status('POST', 'ceu-entries', { ...ethics, cycleId: id })).toBe(201)
  })
})

describe('a label that the owner declined for a topic', () => {
  const declined = { label: 'Older Adults', topic: 'Older adult / geriatric care' }
  const listed = async (nurse: Nurse) =>
    (await readJson<{ items: object[] }>(nurse.fetch('/api/ceu-cycles/declined-topics'))).items

  it('is remembered once, for its owner only, regardless of case', async () => {
    for (const label of [declined.label, 'older adults'])
      expect((await ann.json('POST', '/api/ceu-cycles/declined-topics', { ...declined, label })).status).toBe(
        204,
      )
    expect(await listed(ann)).toEqual([{ ...declined, label: 'older adults' }])
    expect(await listed(bob)).toEqual([])
    const stranger = services.stranger()
    expect((await stranger.fetch('/api/ceu-cycles/declined-topics')).status).toBe(401)
    expect((await stranger.json('POST', '/api/ceu-cycles/declined-topics', declined)).status).toBe(401)
  })

  it.each([{}, { ...declined, label: '' }, { ...declined, label: 'x'.repeat(51) }, { ...declined, more: 1 }])(
    'is refused as %j',
    async (body) => {
      expect((await ann.json('POST', '/api/ceu-cycles/declined-topics', body)).status).toBe(422)
    },
  )

  it('is one of at most five hundred, of which the newest are kept', async () => {
    await services.database.pool.query(
      `insert into declined_topics select $1, 'label ' || n, 'Dementia', timestamptz '2026-01-01' + n * interval '1 s'
        from generate_series(1, 500) n on conflict do nothing`,
      [ann.id],
    )
    await ann.json('POST', '/api/ceu-cycles/declined-topics', { label: 'new', topic: 'Dementia' })
    const labels = (await listed(ann)).map((each) => (each as { label: string }).label)
    expect(labels).toHaveLength(500)
    expect(labels).toContain('new')
    expect(labels).not.toContain('label 1')
  })
})

it('a topic keeps the name that its owner gave it, in a newer rule and in the next cycle', async () => {
  const { id } = await hold(license)
  const { rule, due } = ruleWithRequirements('TX-RN')
  const [first, ...others] = due.topics
  if (!first) throw new Error('no topic')
  const named = { ...first, tags: [...first.tags, 'Our own name'] }
  const cycle = await annCeu.addCycle({
    ...texas,
    licenseId: id,
    ruleId: 'TX-RN',
    topics: [first, ...others],
  })
  const patched = await readJson<CeuCycle>(
    ann.json('PATCH', `/api/ceu-cycles/${cycle.id}`, { topics: [named, ...others] }),
  )
  expect(overridesOf(patched)).not.toContain('topics')
  await services.db.update(ceuCycles).set({ rule: { ...rule, version: '2020-01-01' } })
  const accepted = await readJson<CeuCycle>(ann.fetch(`/api/ceu-cycles/${cycle.id}/rule`, { method: 'POST' }))
  expect(accepted.topics[0]).toEqual(named)
  expect((await proposalFor(id)).topics[0]).toEqual(named)
})
