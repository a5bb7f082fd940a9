import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { type Compact, createCompact } from '#shared/credentials/compact.ts'
import { standingOf } from '#shared/credentials/status.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { type Finding, findPractice, type PracticeFacts } from './practice.ts'
import { type PracticeReason, practiceLookOf } from './practice-answer.ts'
import type { PracticeLicense } from './practice-license.ts'
import type { Stay } from './residence.ts'

const { compact } = embeddedRules
const today = '2026-11-23'

function license(state: string, more: Partial<PracticeLicense> = {}): PracticeLicense {
  return {
    ...{ id: `${state} ${JSON.stringify(more)}`, title: `${state} RN license`, type: 'RN', state },
    ...{ multistate: null, issuedAt: null, expiresAt: '2028-03-31', neverExpires: false },
    ...{ recordedOn: '2026-01-02', ...more },
  }
}
const multistate = (state: string, more: Partial<PracticeLicense> = {}) =>
  license(state, { multistate: true, ...more })
const lives = (state: string, from: string, appliedOn: string | null = null): Stay => ({
  ...{ state, from, appliedOn },
})
const texas = multistate('TX')
const atHome = lives('TX', '2020-01-01')

type Given = { licenses?: PracticeLicense[]; residences?: Stay[]; date?: string; compact?: Compact }
function ask(state: string, { date = today, ...given }: Given = {}): Finding {
  const facts: PracticeFacts = { licenses: [texas], residences: [atHome], compact, ...given }
  const [best] = findPractice({ state, date }, facts)
  if (!best) throw new Error('No answer')
  return best
}

type Row = [what: string, state: string, given: Given, may: boolean | null, reason: PracticeReason]

const dayOfMove = '2026-09-23'
const movedTo = (state: string, days: number, appliedOn: string | null = null): Given => ({
  residences: [atHome, lives(state, dayOfMove, appliedOn)],
  date: addDays(dayOfMove, days),
})

describe('the truth table', () => {
  it.each<Row>([
    ['Texas multistate, in Texas', 'TX', {}, true, 'licensed'],
    ['Texas multistate, in California', 'CA', {}, false, 'state_not_member'],
    ['Texas multistate, in Florida', 'FL', {}, true, 'compact'],
    ['the state by its name', 'Florida', {}, true, 'compact'],
    ['LVN', 'FL', { licenses: [multistate('TX', { type: 'LVN' })] }, true, 'compact'],
    ['APRN', 'FL', { licenses: [multistate('TX', { type: 'APRN' })] }, false, 'outside_compact'],
    ['APRN at home', 'TX', { licenses: [license('TX', { type: 'APRN' })] }, true, 'licensed'],
    ['home state not a member', 'FL', { licenses: [multistate('CA')] }, false, 'home_not_member'],
    ['home state not a member, at home', 'CA', { licenses: [multistate('CA')] }, true, 'licensed'],
    ['home state pending', 'FL', { licenses: [multistate('MA')] }, false, 'home_not_member'],
    ['single-state', 'FL', { licenses: [license('TX', { multistate: false })] }, false, 'single_state'],
    ['not said whether multistate', 'FL', { licenses: [license('TX')] }, null, 'multistate_unknown'],
    ['not said, but it would not matter', 'CA', { licenses: [license('TX')] }, false, 'state_not_member'],
    ['a license of California besides', 'CA', { licenses: [texas, license('CA')] }, true, 'licensed'],
    ['lapsed', 'FL', { licenses: [multistate('TX', { expiresAt: '2026-11-22' })] }, false, 'lapsed'],
    ['on its last day', 'FL', { licenses: [multistate('TX', { expiresAt: today })] }, true, 'compact'],
    ['lapsed by the day asked about', 'FL', { date: '2028-04-01' }, false, 'lapsed'],
    ['issued later', 'FL', { licenses: [multistate('TX', { issuedAt: '2026-12-01' })] }, false, 'not_issued'],
    ['no date', 'FL', { licenses: [multistate('TX', { expiresAt: null })] }, null, 'date_missing'],
    ['no date, at home', 'TX', { licenses: [multistate('TX', { expiresAt: null })] }, null, 'date_missing'],
    ['pending without a date', 'MA', {}, null, 'compact_pending'],
    ['pending, and no word whether it counts', 'VI', {}, null, 'compact_pending'],
    ['pending, but counts', 'GU', {}, true, 'compact'],
    ['before a state joined', 'CT', { date: '2025-09-30' }, false, 'compact_not_yet'],
    ['on the day it joined', 'CT', { date: '2025-10-01' }, true, 'compact'],
    ['a place that is not on the list', 'Puerto Rico', {}, null, 'state_unknown'],
    ['a license of such a place', 'PR', { licenses: [license('PR')] }, true, 'licensed'],
    ['no license', 'TX', { licenses: [] }, false, 'no_license'],
    ['no residence recorded', 'FL', { residences: [] }, true, 'compact'],
    ['a move in the future', 'FL', { residences: [atHome, lives('CA', '2027-01-01')] }, true, 'compact'],
    ['moved 60 days ago', 'FL', movedTo('CO', 60), true, 'compact'],
    ['moved 61 days ago', 'FL', movedTo('CO', 61), null, 'move_overdue'],
    ['moved 61 days ago, applied in time', 'FL', movedTo('CO', 61, '2026-11-22'), true, 'compact'],
    ['moved 61 days ago, applied too late', 'FL', movedTo('CO', 61, '2026-11-23'), null, 'move_overdue'],
    ['moved 61 days ago, at the old home', 'TX', movedTo('CO', 61), true, 'licensed'],
    ['moved out of the compact', 'FL', movedTo('CA', 1), false, 'ended_by_move'],
    ['moved out of the compact, at the old home', 'TX', movedTo('CA', 1), true, 'licensed'],
    ['moved to a state that is pending', 'FL', movedTo('MA', 1), false, 'ended_by_move'],
    [
      'moved back home',
      'FL',
      { residences: [lives('CO', '2020-01-01'), lives('TX', '2026-01-01')] },
      true,
      'compact',
    ],
    [
      'moved on from outside of the compact',
      'FL',
      { residences: [atHome, lives('CA', '2026-01-01'), lives('CO', '2026-11-01')] },
      false,
      'ended_by_move',
    ],
    [
      'replaced by a license of the new home',
      'TX',
      { ...movedTo('CO', 61), licenses: [texas, multistate('CO')] },
      true,
      'compact',
    ],
    [
      'in a state where nobody was issued one',
      'FL',
      { ...movedTo('CO', 61), licenses: [texas, multistate('CO')] },
      true,
      'compact',
    ],
  ])('%s (%s)', (_what, state, given, may, reason) => {
    expect(ask(state, given)).toMatchObject({ may, reason })
  })

  test('a later stay in the same state does not restart the days', () => {
    const given = movedTo('CO', 61)
    given.residences?.push(lives('CO', '2026-11-01'))
    expect(ask('FL', given)).toMatchObject({ may: null, move: { applyBy: '2026-11-22' } })
  })

  test('among several licenses that allow it, the one that ends last decides, and one without an end comes first', () => {
    const [soon, late, never] = [
      multistate('TX', { expiresAt: '2027-01-01' }),
      multistate('TX', { expiresAt: '2029-01-01' }),
      multistate('TX', { expiresAt: null, neverExpires: true }),
    ]
    for (const licenses of [
      [soon, late],
      [late, soon],
    ])
      expect(ask('FL', { licenses }).license).toBe(late)
    expect(ask('FL', { licenses: [late, never, soon] }).license).toBe(never)
    expect(ask('FL', { licenses: [never, late] }).license).toBe(never)
  })

  test('the answer contains the state that decided, and the move', () => {
    const place = (state: string, given?: Given) => ask(state, given).record?.jurisdiction
    expect(place('FL')).toBe('FL')
    expect(place('CA')).toBe('CA')
    expect(place('FL', { licenses: [multistate('TX', { type: 'APRN' })] })).toBe('FL')
    expect(place('FL', { licenses: [multistate('CA')] })).toBe('CA')
    expect(place('FL', { licenses: [license('TX', { multistate: false })] })).toBe('FL')
    expect(place('FL', { licenses: [license('TX')] })).toBe('FL')
    expect(place('MA')).toBe('MA')
    expect(ask('TX').move?.state).toBe('home')
    const moved = { ...movedTo('CO', 61), licenses: [texas, multistate('CO', { expiresAt: '2027-01-31' })] }
    expect(ask('TX', { ...moved, licenses: [texas] }).move?.state).toBe('overdue')
    expect(ask('FL', { ...movedTo('CO', 61), licenses: [texas] })).toMatchObject({
      reason: 'move_overdue',
      record: { jurisdiction: 'FL' },
    })
    expect(ask('FL', moved).license?.state).toBe('CO')
  })

  test('a license does not count before the day it is issued', () => {
    const issued = (issuedAt: string | null) => ask('TX', { licenses: [license('TX', { issuedAt })] }).reason
    expect([issued('2026-11-24'), issued(today), issued('2020-01-01'), issued(null)]).toEqual([
      ...['not_issued', 'licensed', 'licensed', 'licensed'],
    ])
  })

  test('one finding for each type of license, the best first', () => {
    const licenses = [license('TX', { type: 'APRN' }), texas]
    const findings = findPractice({ state: 'FL', date: today }, { licenses, residences: [], compact })
    expect(findings.map(({ reason }) => reason)).toEqual(['compact', 'outside_compact'])
  })

  test('a state with a future date is not a member before that date', () => {
    const records = compact.records.map((each) =>
      each.jurisdiction === 'MA' ? { ...each, implementationDate: '2027-03-01' } : each,
    )
    const later = createCompact({ asOf: compact.asOf, move: compact.move, records })
    expect(ask('MA', { compact: later })).toMatchObject({ may: false, reason: 'compact_not_yet' })
    expect(ask('MA', { compact: later, date: '2027-03-01' })).toMatchObject({ may: true, reason: 'compact' })
  })

  test.each<[PracticeReason, boolean | null, string]>([
    ['licensed', true, 'licensed'],
    ['compact', true, 'by_compact'],
    ['compact_pending', null, 'pending'],
    ['compact_not_yet', false, 'pending'],
    ['lapsed', false, 'not'],
    ['multistate_unknown', null, 'unknown'],
  ])('%s looks as it should', (reason, may, look) => {
    expect(practiceLookOf(reason, may)).toBe(look)
  })
})

const places = ['TX', 'Florida', 'CA', 'MA', 'GU', 'CT', 'CO', 'Nowhere']
const day = fc.integer({ min: -900, max: 900 }).map((days) => addDays(today, days))
const anyLicense = fc
  .record({
    id: fc.uuid(),
    title: fc.constant('A license'),
    type: fc.constantFrom('RN', 'LPN', 'LVN', 'APRN', 'rn ', 'CNA'),
    state: fc.constantFrom(...places),
    multistate: fc.constantFrom(true, false, null),
    issuedAt: fc.option(day),
    expiresAt: fc.option(day),
    neverExpires: fc.boolean(),
    recordedOn: fc.constant(today),
  })
  .map((each) => ({ ...each, neverExpires: each.neverExpires && each.expiresAt === null }))
const anyStay = fc.record({
  state: fc.constantFrom('TX', 'FL', 'CA', 'MA', 'CO', 'CT'),
  from: day,
  appliedOn: fc.option(day),
})
const anyFacts = fc.record({
  licenses: fc.array(anyLicense, { maxLength: 5 }),
  residences: fc.uniqueArray(anyStay, { maxLength: 4, selector: ({ from }) => from }),
  compact: fc.constant(compact),
})
const anyQuestion = fc.record({ state: fc.constantFrom(...places), date: day })
const value = (may: boolean | null | undefined) => (may === true ? 2 : may === null ? 1 : 0)

describe('for all licenses and moves', () => {
  it('the answer is yes only on a current license that supports it', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, (question, facts) => {
        for (const { may, license: on, reason } of findPractice(question, facts)) {
          if (may !== true) continue
          if (!on) throw new Error('Yes without a license')
          expect(standingOf(on, question.date)).toBe('valid')
          expect((on.issuedAt ?? question.date) <= question.date).toBe(true)
          if (reason === 'licensed') continue
          expect(on.multistate).toBe(true)
          expect(on.type.trim().toUpperCase()).toMatch(/^(RN|LPN|LVN)$/)
          expect(compact.find(on.state)?.status).toBe('member')
          expect(compact.find(question.state)?.honorsMultistate).toBe(true)
        }
      }),
    )
  })

  it('an additional license never makes the answer for its type worse, unless it replaces another', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, anyLicense, (question, facts, added) => {
        const single = { ...added, multistate: false }
        const before = findPractice(question, facts)[0]
        const after = findPractice(question, { ...facts, licenses: [...facts.licenses, single] })[0]
        expect(value(after?.may)).toBeGreaterThanOrEqual(value(before?.may))
      }),
    )
  })

  it('a lapsed license changes no answer', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, anyLicense, (question, facts, added) => {
        const lapsed = { ...added, expiresAt: addDays(question.date, -1), neverExpires: false }
        const answers = [facts.licenses, [...facts.licenses, lapsed]].map(
          (licenses) => findPractice(question, { ...facts, licenses })[0]?.may,
        )
        expect(answers[1]).toBe(answers[0])
      }),
    )
  })

  it('the order of entry does not matter', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, (question, facts) => {
        const turned = {
          ...facts,
          licenses: facts.licenses.toReversed(),
          residences: facts.residences.toReversed(),
        }
        const [here, there] = [facts, turned].map((each) => findPractice(question, each)[0])
        expect(there).toMatchObject({ may: here?.may, reason: here?.reason })
      }),
    )
  })
})
