import { describe, expect, test } from 'vitest'
import { ceRuleOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { cycleTopic } from './cycle.ts'
import { hasRequirements, proposeCycle, retakenIn } from './proposal.ts'
import { noAnswers, requirementsOf } from './requirements.ts'
import type { CeRule } from './rule.ts'
import { embeddedRules } from './rules.ts'

const today = '2026-03-10'
const texas = {
  ...{ credentialId: 'c1', kind: 'license' as const, credentialTitle: 'Texas RN license', state: 'TX' },
  ...{ issuedAt: '2021-03-31', expiresAt: '2027-03-31', renewalCycle: null, birthMonth: null },
}
const aide = { ...texas, credentialTitle: 'Aide', expiresAt: '2027-12-31', renewalCycle: 2 }

function ruleOf(id: string) {
  const rule = embeddedRules.find(id, '2027-03-31')
  if (!rule) throw new Error(`no rule ${id}`)
  return rule
}

type Earlier = Parameters<typeof proposeCycle>[2][number]

function cycle(cycleEnd: string, more: Partial<Earlier> = {}): Earlier {
  return {
    ...{ cycleEnd, topics: [], topicsCompleted: [], answers: noAnswers },
    ...{ requiredHours: 20, hoursCounted: 0, wayId: null },
    ...more,
  }
}

const propose = (
  credential: Parameters<typeof proposeCycle>[0],
  rule: CeRule | null,
  earlier: readonly Earlier[],
  on: string,
) => proposeCycle(credential, () => rule, earlier, on)

const periodOf = (...given: Parameters<typeof propose>) => {
  const { cycleStart, cycleEnd, hasCycle } = propose(...given)
  return { cycleStart, cycleEnd, hasCycle }
}

describe('what a credential has to count', () => {
  const card = { ...texas, kind: 'certification' as const, credentialTitle: 'Card', state: null }
  const counts = (id: string) => hasRequirements(propose(card, ruleOf(id), [], today))

  test.each(['CERT-BLS', 'CERT-ACLS', 'CERT-PALS', 'CERT-NRP', 'CERT-TNCC'])(
    '%s: its course is taken again, so there is no cycle',
    (id) => {
      expect(retakenIn(ruleOf(id))).toBe('course')
      expect(counts(id)).toBe(false)
    },
  )

  test('a certification renewed by an exam has nothing to count either', () => {
    expect(retakenIn(ruleOf('CERT-NIHSS'))).toBe('exam')
    expect(counts('CERT-NIHSS')).toBe(false)
  })

  test.each(['CERT-CCRN', 'CERT-CEN', 'AZ-RN', 'SD-RN', 'NC-APRN-CRNA', 'TX-RN'])(
    '%s: an exam may be one way of several, and hours or practice are another',
    (id) => {
      expect(retakenIn(ruleOf(id))).toBeNull()
      expect(counts(id)).toBe(true)
    },
  )

  test.each(['CO-RN', 'WI-LPN'])('%s requires nothing', (id) => {
    expect(retakenIn(ruleOf(id))).toBeNull()
    expect(counts(id)).toBe(false)
  })

  test('without a rule the requirements are unknown', () => {
    expect(hasRequirements(propose(card, null, [], today))).toBe(false)
  })
})

describe('a credential with a rule', () => {
  const rule = ruleOf('TX-RN')
  const { needs: _, ...asked } = requirementsOf(rule, {
    ...{ answers: noAnswers, wayId: null, cycleEnd: '2027-03-31', issuedAt: null },
  })

  test('has the period and the requirements of its rule', () => {
    const { renewalCycle: _, birthMonth: _month, ...shown } = texas
    expect(propose(texas, rule, [], today)).toEqual({
      ...shown,
      ...asked,
      ...{ rule, answers: noAnswers, hasCycle: false, cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
      renewal: { opens: '2027-01-30', applyBy: null, lateUntil: null, duties: [] },
      ...{ wayId: null, possibleEnds: [], carriedOverHours: null },
    })
  })

  test('has the names that the owner gave topics in an earlier cycle', () => {
    const [first, ...others] = asked.topics
    if (!first) throw new Error('no topic')
    const named = { ...first, tags: [...first.tags, 'Our own name'] }
    const { topics } = propose(texas, rule, [cycle('2025-03-31', { topics: [named] })], today)
    expect(topics).toEqual([named, ...others])
  })

  test('has the next period once a cycle reaches the end of this one', () => {
    expect(periodOf(texas, rule, [cycle('2027-03-31')], today)).toEqual({
      ...{ cycleStart: '2027-04-01', cycleEnd: '2029-03-31', hasCycle: true },
    })
    expect(periodOf(texas, rule, [cycle('2027-03-30')], today)).toEqual({
      ...{ cycleStart: '2025-04-01', cycleEnd: '2027-03-31', hasCycle: true },
    })
    expect(periodOf(texas, rule, [cycle('2025-03-31')], today)).toMatchObject({ hasCycle: false })
  })

  test('has the period after the latest of several cycles, in any order', () => {
    for (const ends of [
      ['2027-03-31', '2031-03-31', '2029-03-31'],
      ['2031-03-31', '2029-03-31', '2027-03-31'],
    ])
      expect(
        periodOf(
          texas,
          rule,
          ends.map((end) => cycle(end)),
          today,
        ),
      ).toMatchObject({
        ...{ cycleStart: '2031-04-01', cycleEnd: '2033-03-31' },
      })
  })

  test('without an end date has a cycle today if an earlier cycle covers today', () => {
    const undated = { ...texas, expiresAt: null }
    expect(periodOf(undated, rule, [], today)).toEqual({ cycleStart: null, cycleEnd: null, hasCycle: false })
    expect(periodOf(undated, rule, [cycle('2026-02-28')], today)).toEqual({
      ...{ cycleStart: '2026-03-01', cycleEnd: '2028-02-29', hasCycle: false },
    })
    expect(periodOf(undated, rule, [cycle(today)], today)).toEqual({
      ...{ cycleStart: '2026-03-11', cycleEnd: '2028-03-10', hasCycle: true },
    })
  })

  test('starts the day after a longer earlier cycle, so no day is covered twice', () => {
    expect(periodOf(texas, rule, [cycle('2027-06-15')], today)).toMatchObject({
      ...{ cycleStart: '2027-06-16', cycleEnd: '2029-03-31' },
    })
    expect(periodOf(texas, rule, [cycle('2029-03-30')], today)).toMatchObject({
      ...{ cycleStart: '2027-04-01', cycleEnd: '2029-03-31' },
    })
  })
})

describe('a credential without a rule', () => {
  test('is renewed in the years that its owner entered, without requirements', () => {
    expect(propose(aide, null, [], today)).toMatchObject({
      ...{ rule: null, requiredHours: null, topics: [], answers: noAnswers },
      ...{ cycleStart: '2026-01-01', cycleEnd: '2027-12-31', hasCycle: false },
    })
    expect(periodOf(aide, null, [cycle('2027-12-31')], today)).toEqual({
      ...{ cycleStart: '2028-01-01', cycleEnd: '2029-12-31', hasCycle: true },
    })
  })

  test.each([null, 0.5])('has no start if it is renewed every %s years', (renewalCycle) => {
    expect(periodOf({ ...aide, renewalCycle }, null, [], today)).toEqual({
      ...{ cycleStart: null, cycleEnd: '2027-12-31', hasCycle: false },
    })
    expect(periodOf({ ...aide, renewalCycle }, null, [cycle('2028-12-31')], today)).toMatchObject({
      ...{ cycleStart: null, cycleEnd: '2027-12-31' },
    })
  })

  test('keeps the last day of a month, also in a leap year', () => {
    const february = { ...aide, expiresAt: '2027-02-28', renewalCycle: 1 }
    expect(periodOf(february, null, [cycle('2027-02-28')], today)).toMatchObject({
      ...{ cycleStart: '2027-03-01', cycleEnd: '2028-02-29' },
    })
    const middle = { ...aide, expiresAt: '2027-02-15', renewalCycle: 1 }
    expect(periodOf(middle, null, [cycle('2027-02-15')], today)).toMatchObject({
      ...{ cycleStart: '2027-02-16', cycleEnd: '2028-02-15' },
    })
  })

  test('has no answers, even if questions were answered before', () => {
    const answers = { firstRenewal: false, topics: [{ topic: 'Ethics', answer: 'done' as const }] }
    expect(propose(aide, null, [cycle('2025-12-31', { answers })], today).answers).toEqual(noAnswers)
  })
})

describe('a topic is not asked about again', () => {
  const rule = ceRuleOf({
    topics: [
      topicOf('second', { every: '2 cycles' }),
      topicOf('third', { every: '3 cycles' }),
      topicOf('once', { every: 'once' }),
      topicOf('always'),
      topicOf('clock', { every: '4 years' }),
    ],
  })
  const answered = (given: CeRule, ...earlier: Earlier[]) => propose(texas, given, earlier, today).answers
  const done = (...topics: string[]) => topics.map((topic) => ({ topic, answer: 'done' as const }))
  const met = (...keys: string[]) => ({
    topics: keys.map((key) => cycleTopic.parse({ key, topic: `The course on ${key}` })),
    topicsCompleted: keys.map((key) => ({
      topic: `The course on ${key}`,
      hours: 2,
      isMet: true,
      lastOn: null,
      countsUntil: null,
    })),
  })

  test('within the cycles for which it was completed', () => {
    const all = cycle('2024-04-30', met('second', 'third', 'always', 'clock'))
    expect(answered(rule)).toEqual(noAnswers)
    expect(answered(rule, all)).toEqual({ firstRenewal: false, topics: done('second', 'third') })
    expect(answered(rule, all, cycle('2025-04-30')).topics).toEqual(done('third'))
    expect(answered(rule, all, cycle('2025-04-30'), cycle('2026-04-30')).topics).toEqual([])
    const [missed] = met('second').topicsCompleted.map((topic) => ({ ...topic, isMet: false }))
    const open = { ...met('second'), topicsCompleted: missed ? [missed] : [] }
    expect(answered(rule, cycle('2024-04-30', open)).topics).toEqual([])
  })

  test('ever, if it is required once and was completed or answered', () => {
    const answers = (answer: 'done' | 'exempt') => ({
      answers: { firstRenewal: null, topics: [{ topic: 'once', answer }] },
    })
    expect(answered(rule, cycle('2025-10-31'), cycle('2015-10-31', met('once'))).topics).toEqual(done('once'))
    expect(answered(rule, cycle('2025-10-31', answers('done'))).topics).toEqual(done('once'))
    expect(answered(rule, cycle('2025-10-31', answers('exempt'))).topics).toEqual([])
  })

  test('in a cycle of an earlier version, which knows topics by name only', () => {
    const named = {
      topics: [cycleTopic.parse({ topic: 'once' })],
      topicsCompleted: [{ topic: 'once', hours: 2, isMet: true, lastOn: null, countsUntil: null }],
    }
    expect(answered(rule, cycle('2025-10-31', named)).topics).toEqual(done('once'))
  })

  test('unless the rule re-opened it: an earlier completion does not count', () => {
    const topics = [topicOf('once', { every: 'once', topic: 'Child abuse', replaces: 'earlier' })]
    const named = {
      topics: [cycleTopic.parse({ topic: 'Child abuse' })],
      topicsCompleted: [{ topic: 'Child abuse', hours: 2, isMet: true, lastOn: null, countsUntil: null }],
      answers: { firstRenewal: null, topics: done('Child abuse', 'earlier') },
    }
    expect(answered(ceRuleOf({ topics }), cycle('2025-10-31', named)).topics).toEqual([])
    expect(answered(ceRuleOf({ topics }), cycle('2025-10-31', met('once'))).topics).toEqual(done('once'))
  })
})

describe('the way to renew', () => {
  const rule = ceRuleOf({ ways: [wayWith('ce', {}), wayWith('exam', { kind: 'exam', amount: null })] })
  const wayAfter = (...earlier: Earlier[]) => propose(texas, rule, earlier, today).wayId

  test('is the way of the latest cycle for which the owner chose one', () => {
    expect(wayAfter()).toBeNull()
    expect(wayAfter(cycle('2025-03-31', { wayId: 'exam' }))).toBe('exam')
    expect(wayAfter(cycle('2023-03-31', { wayId: 'exam' }), cycle('2025-03-31', { wayId: 'ce' }))).toBe('ce')
    expect(wayAfter(cycle('2025-03-31'), cycle('2023-03-31', { wayId: 'exam' }))).toBe('exam')
  })

  test('is unset if the rule no longer has it', () => {
    expect(wayAfter(cycle('2025-03-31', { wayId: 'portfolio' }))).toBeNull()
  })
})

test.each([
  ['hours', ceRuleOf(), true],
  ['a topic', ceRuleOf({ ways: [], topics: [topicOf('ethics')] }), true],
  ['a portfolio', ceRuleOf({ ways: [wayWith('portfolio', { kind: 'portfolio', amount: null })] }), true],
  ['its exam', ceRuleOf({ ways: [wayWith('exam', { kind: 'exam', amount: null })] }), false],
  ['nothing', ceRuleOf({ ways: [] }), false],
  ['nothing that is known', null, false],
])('a proposal by a rule that asks for %s has requirements or not', (_what, rule, has) => {
  expect(hasRequirements(propose(texas, rule, [], today))).toBe(has)
})

describe('the hours of the cycle before', () => {
  const carrying = (allowed: boolean | null, hours: number | null = null) =>
    ceRuleOf({ carryOver: { allowed, hours, note: null } })
  const before = cycle('2025-03-31', { requiredHours: 30, hoursCounted: 42.5 })
  const left = (rule: CeRule, ...earlier: Earlier[]) => propose(texas, rule, earlier, today).carriedOverHours

  test('are carried over as far as the rule allows', () => {
    expect(left(carrying(true, 10), before)).toBe(10)
    expect(left(carrying(true, 15), before)).toBe(12.5)
    expect(left(carrying(true), before)).toBe(12.5)
    expect(left(carrying(null, 10), before)).toBeNull()
    expect(left(carrying(false), before)).toBeNull()
  })

  test('are none without a surplus, without a total, and from any but the cycle right before', () => {
    expect(left(carrying(true), cycle('2025-03-31', { requiredHours: 30, hoursCounted: 30 }))).toBeNull()
    expect(left(carrying(true), cycle('2025-03-31', { requiredHours: null, hoursCounted: 3 }))).toBeNull()
    expect(left(carrying(true), { ...before, cycleEnd: '2025-02-28' })).toBeNull()
  })
})

describe('a rule that succeeds another', () => {
  const earlier = ceRuleOf({ effectiveUntil: '2027-12-31', ways: [] })
  const later = ceRuleOf({ effectiveFrom: '2028-01-01' })
  const ruleFor = (cycleEnd: string) => (cycleEnd <= '2027-12-31' ? earlier : later)
  const hoursOf = (expiresAt: string, ...cycles: Earlier[]) =>
    proposeCycle({ ...texas, expiresAt }, ruleFor, cycles, today).requiredHours

  test('is the one in effect on the day the cycle ends', () => {
    expect(hoursOf('2027-12-31')).toBeNull()
    expect(hoursOf('2028-01-01')).toBe(20)
    expect(hoursOf('2027-03-31', cycle('2027-03-31'))).toBe(20)
  })
})

test('without an expiration date, the days on which the rule lets it end are offered', () => {
  const dates = [
    { month: 4, day: 30, years: 'even' as const },
    { month: 7, day: 31, years: 'odd' as const },
  ]
  const rule = ceRuleOf({ renewal: { ...ceRuleOf().renewal, basis: 'group', dates } })
  const undated = propose({ ...texas, expiresAt: null }, rule, [], today)
  expect(undated).toMatchObject({ cycleEnd: null, possibleEnds: ['2026-04-30', '2027-07-31'] })
  expect(propose(texas, rule, [], today).possibleEnds).toEqual([])
})
