import { describe, expect, test } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { problemsOf } from '#testing/schema.ts'
import { planMove } from './move-plan.ts'
import { moveStandingOf } from './move-standing.ts'
import { movePlan, moveQuery, practiceAnswer, practiceOverview, practiceStates } from './practice-answer.ts'
import { type PracticeLicense, placeOf, typeOf } from './practice-license.ts'
import {
  residenceInput,
  residenceItems,
  residenceKeys,
  residencePatch,
  type Stay,
  staysUntil,
} from './residence.ts'

const { compact } = embeddedRules
const day = '2026-09-23'
const lastDay = addDays(day, compact.move.days)

function license(state: string, more: Partial<PracticeLicense> = {}): PracticeLicense {
  return {
    ...{ id: `${state} ${JSON.stringify(more)}`, title: `${state} license`, type: 'RN', state },
    ...{ multistate: true, issuedAt: null, expiresAt: '2028-03-31', neverExpires: false },
    ...{ recordedOn: '2026-01-02', ...more },
  }
}
const lives = (state: string, from: string, appliedOn: string | null = null): Stay => ({
  state,
  from,
  appliedOn,
})
const atHome = lives('TX', '2020-01-01')
const texas = license('TX')

describe('the state of a multistate license after a move', () => {
  const standing = (
    residences: Stay[],
    { date = lastDay, licenses = [texas] }: { date?: string; licenses?: PracticeLicense[] } = {},
  ) => moveStandingOf(texas, date, { licenses, residences, compact })

  test('is unknown without a residence, and unchanged at home', () => {
    expect(standing([])).toEqual({ state: 'unrecorded', to: null, from: null, applyBy: null })
    expect(standing([atHome])).toEqual({ state: 'home', to: 'TX', from: '2020-01-01', applyBy: null })
    expect(standing([lives('CO', '2020-01-01'), lives('TX', day)]).state).toBe('home')
  })

  test('the days to apply are counted from the move, including the last one', () => {
    const moved = [atHome, lives('CO', day)]
    const to = { to: 'CO', from: day, applyBy: lastDay }
    expect(standing(moved, { date: lastDay })).toEqual({ state: 'counting', ...to })
    expect(standing(moved, { date: addDays(lastDay, 1) })).toEqual({ state: 'overdue', ...to })
    expect(standing(moved, { date: addDays(day, -1) }).state).toBe('home')
  })

  test('an application in time keeps it valid, but not before the application was made', () => {
    const applied = (on: string) => [atHome, lives('CO', day, on)]
    const later = addDays(lastDay, 30)
    expect(standing(applied(lastDay), { date: later })).toEqual({
      ...{ state: 'applied', to: 'CO', from: day, applyBy: lastDay },
    })
    expect(standing(applied(addDays(lastDay, 1)), { date: later }).state).toBe('overdue')
    expect(standing(applied(lastDay), { date: lastDay }).state).toBe('applied')
    expect(standing(applied(lastDay), { date: addDays(lastDay, -1) }).state).toBe('counting')
  })

  test('a move out of the compact ends it, even as a stopover, unless the owner moved home since', () => {
    expect(standing([atHome, lives('CA', day)])).toEqual({
      ...{ state: 'ended', to: 'CA', from: day, applyBy: null },
    })
    expect(standing([atHome, lives('CA', '2026-01-01'), lives('CO', day)]).state).toBe('ended')
    const home = [lives('CA', '2019-01-01'), atHome, lives('CO', day)]
    expect(standing(home).state).toBe('counting')
  })

  test.each([
    ['a multistate one', {}, 'replaced'],
    ['one issued on that day', { issuedAt: lastDay }, 'replaced'],
    ['one issued later', { issuedAt: addDays(lastDay, 1) }, 'counting'],
    ['a single-state one', { multistate: false }, 'counting'],
    ['one of another type', { type: 'LPN' }, 'counting'],
    ['a lapsed one', { expiresAt: '2026-01-01' }, 'counting'],
  ])('a license of the new state takes its place: %s', (_what, more, state) => {
    const found = standing([atHome, lives('CO', day)], { licenses: [texas, license('CO', more)] })
    expect(found).toMatchObject({ state, to: 'CO' })
    expect(standing([atHome, lives('CO', day)], { licenses: [texas, license('WA', more)] }).state).toBe(
      'counting',
    )
  })
})

describe('a planned move', () => {
  const plan = (state: string, licenses: PracticeLicense[], residences: Stay[] = [atHome]) => {
    const { ends, ...rest } = planMove({ state, from: day }, { licenses, residences, compact })
    return { ...rest, ends: ends.map(({ jurisdiction }) => jurisdiction) }
  }

  test('to a member state requires a multistate license there in time; nothing ends', () => {
    expect(plan('Colorado', [texas])).toEqual({
      isMember: true,
      apply: [{ as: 'RN', kind: 'multistate', applyBy: lastDay }],
      ...{ stays: ['TX license'], applyBy: lastDay, ends: [] },
    })
  })

  test('out of the compact ends practice in the other states', () => {
    const { ends, ...rest } = plan('CA', [texas])
    expect(rest).toEqual({
      isMember: false,
      apply: [{ as: 'RN', kind: 'single_state', applyBy: null }],
      ...{ stays: ['TX license'], applyBy: null },
    })
    expect(ends).toContain('FL')
    expect(ends).not.toContain('TX')
    expect(ends).not.toContain('CA')
    expect(ends.length).toBeGreaterThan(30)
    expect(plan('CA', [license('TX', { multistate: false })]).ends).toEqual([])
  })

  test('has no deadline without a multistate license of that type', () => {
    const single = license('TX', { multistate: false })
    expect(plan('CO', [single])).toMatchObject({
      ...{ apply: [{ as: 'RN', kind: 'multistate', applyBy: null }], applyBy: null },
    })
    const lpn = license('TX', { type: 'LVN', multistate: false })
    expect(plan('CO', [lpn, texas])).toMatchObject({
      apply: [
        { as: 'LPN', kind: 'multistate', applyBy: null },
        { as: 'RN', kind: 'multistate', applyBy: lastDay },
      ],
      applyBy: lastDay,
    })
    expect(plan('CO', [license('TX', { type: 'APRN' })]).apply).toEqual([
      { as: 'APRN', kind: 'single_state', applyBy: null },
    ])
  })

  test('does not ask for a license that exists, and counts only current licenses', () => {
    expect(plan('CO', [texas, license('CO')])).toMatchObject({
      apply: [],
      stays: ['TX license', 'CO license'],
    })
    expect(plan('CO', [texas, license('CO', { type: 'LPN' })]).apply).toMatchObject([{ as: 'RN' }])
    expect(plan('CO', [license('TX', { expiresAt: '2026-01-01' })])).toMatchObject({ apply: [], stays: [] })
    expect(plan('CO', [texas, license('CO', { expiresAt: '2026-01-01' })]).apply).toMatchObject([
      { as: 'RN' },
    ])
    expect(plan('CO', [license('CO')]).apply).toEqual([])
  })

  test('replaces the residences recorded from that day on', () => {
    const later = [atHome, lives('CO', day), lives('WA', addDays(day, 9))]
    expect(plan('CA', [texas], later).ends).toContain('FL')
    expect(plan('CO', [texas], [atHome, lives('CA', day)]).ends).toEqual([])
  })
})

describe('a residence', () => {
  const entered = { state: ' texas ', from: '2020-01-01' }

  test('is in a state, the District of Columbia or a territory of the compact', () => {
    expect(residenceInput.parse(entered)).toEqual({ state: 'TX', from: '2020-01-01', appliedOn: null })
    for (const [state, code] of [
      ['gu', 'GU'],
      [' VI ', 'VI'],
      ['District of Columbia', 'DC'],
      ['co', 'CO'],
    ])
      expect(residencePatch.parse({ state })).toEqual({ state: code })
    for (const state of ['PR', 'Guam City', '', 'Ontario'])
      expect(problemsOf(residencePatch, { state })).toEqual(['state: Choose a state'])
    expect(residenceKeys).toEqual(['state', 'from', 'appliedOn'])
    expect(residencePatch.parse({ appliedOn: null })).toEqual({ appliedOn: null })
    expect(problemsOf(residenceInput, { ...entered, ownerId: 'ann' })).toEqual(['ownerId: Unknown field'])
    const at = '2026-11-21T12:00:00.000Z'
    const item = {
      ...{ id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11', state: 'TX', from: day, appliedOn: null },
      ...{ createdAt: at, updatedAt: at },
    }
    expect(residenceItems.parse({ items: [item] })).toEqual({ items: [item] })
  })

  test('counts once it has begun; two in a row in one state count as one', () => {
    const stays = [
      lives('CO', day, '2026-10-01'),
      atHome,
      lives('CO', addDays(day, 5), '2026-10-05'),
      lives('WA', '2027-01-01'),
    ]
    expect(staysUntil(stays, '2026-12-31')).toEqual([atHome, lives('CO', day, '2026-10-05')])
    expect(staysUntil(stays, day)).toEqual([atHome, lives('CO', day, '2026-10-01')])
    expect(staysUntil(stays, addDays(day, -1))).toEqual([atHome])
    const silent = [lives('CO', day, '2026-10-01'), lives('CO', addDays(day, 5))]
    expect(staysUntil(silent, '2026-12-31')).toEqual([lives('CO', day, '2026-10-01')])
    const back = [atHome, lives('CO', '2021-01-01'), lives('TX', '2022-01-01')]
    expect(staysUntil(back.toReversed(), '2026-12-31')).toEqual(back)
  })
})

test('an LVN is an LPN, and a place is found by its code or name', () => {
  expect([' lvn ', 'LPN', 'rn', 'CNA'].map((type) => typeOf({ type }))).toEqual(['LPN', 'LPN', 'RN', 'CNA'])
  expect(['texas', 'TX', ' guam ', 'Ontario'].map(placeOf)).toEqual(['TX', 'TX', 'GU', 'ONTARIO'])
})

test('requires each field of an answer', () => {
  const link = { name: 'NCSBN', url: null }
  const finding = {
    ...{ may: true, as: 'RN', look: 'licensed', reason: { code: 'licensed', text: 'x' }, warnings: [] },
    on: { id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11', title: 'x', state: 'TX', expiresAt: null },
    assumes: null,
  }
  const answer = {
    ...{ ...finding, state: { code: 'TX', name: 'Texas' }, date: day, asOf: day, source: link, board: link },
    others: [finding],
  }
  expect(practiceAnswer.parse(answer)).toEqual(answer)
  expect(practiceStates.parse({ date: day, items: [answer] })).toEqual({ date: day, items: [answer] })
  const overview = {
    ...{ isOffered: true, assumes: ['Texas'] },
    counts: { licensed: 1, by_compact: 2, pending: 3, not: 4, unknown: 5 },
    move: { residenceId: finding.on.id, state: 'CO', applyBy: day, isOverdue: false },
  }
  expect(practiceOverview.parse(overview)).toEqual(overview)
  const plan = {
    ...{ state: answer.state, from: day, isMember: true, ends: ['Florida'], stays: ['x'], applyBy: null },
    apply: ['multistate', 'single_state'].map((kind) => ({ as: 'RN', kind, applyBy: null })),
    ...{ asOf: day, source: link, board: null },
  }
  expect(movePlan.parse(plan)).toEqual(plan)
  expect(moveQuery.parse({ state: 'TX', from: day })).toEqual({ state: 'TX', from: day })
  expect(problemsOf(moveQuery, { state: 'TX' })).toEqual(['from: Required'])
})
