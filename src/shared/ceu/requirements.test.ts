import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceRuleOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import type { RuleAnswers } from './answers.ts'
import {
  asksAboutFirstRenewal,
  noAnswers,
  type RuleFacts,
  requirementsOf,
  topicsToAsk,
} from './requirements.ts'
import type { CeRule, RuleTopic } from './rule.ts'
import { slug } from './rule-facts.ts'

const cycleEnd = '2027-03-31'
const ordinary: RuleFacts = { answers: noAnswers, wayId: null, cycleEnd, issuedAt: '2020-05-04' }
const first: RuleFacts = { ...ordinary, answers: { firstRenewal: true, topics: [] }, issuedAt: '2026-01-31' }

const answering = (topic: string, answer: 'due' | 'done' | 'exempt'): RuleFacts => ({
  ...ordinary,
  answers: { firstRenewal: false, topics: [{ topic, answer }] },
})
const hoursOf = (rule: CeRule, facts: RuleFacts = ordinary) => requirementsOf(rule, facts).requiredHours
const topicsOf = (rule: CeRule, facts: RuleFacts = ordinary) =>
  requirementsOf(rule, facts).topics.map(({ key }) => key)
const renewing = (more: Partial<CeRule['firstRenewal']>): Partial<CeRule> => ({
  firstRenewal: { ...ceRuleOf().firstRenewal, ...more },
})

describe('the way', () => {
  const rule = ceRuleOf({
    ways: [
      wayWith('ce', { amount: 30 }),
      wayWith('practice', { amount: 12 }, { kind: 'practice_hours', amount: 320, years: 2 }),
      wayWith('exam', { kind: 'exam', amount: null }),
    ],
  })

  it('is the usual one until the owner chooses another', () => {
    expect(requirementsOf(rule, ordinary)).toMatchObject({ requiredHours: 30, needs: [] })
    expect(hoursOf(rule, { ...ordinary, wayId: 'no longer there' })).toBe(30)
  })

  it('requires hours and other things', () => {
    const { requiredHours, needs } = requirementsOf(rule, { ...ordinary, wayId: 'practice' })
    expect(requiredHours).toBe(12)
    expect(needs).toMatchObject([{ id: 'practice:1', kind: 'practice_hours', amount: 320 }])
  })

  it('may require no hours at all', () => {
    expect(requirementsOf(rule, { ...ordinary, wayId: 'exam' })).toMatchObject({ requiredHours: null })
    const courseOnly = ceRuleOf({ ways: [], topics: [topicOf('infection', { onTop: true })] })
    expect(requirementsOf(courseOnly, ordinary)).toMatchObject({
      ...{ requiredHours: null, topics: [{ key: 'infection', hours: 2 }], needs: [] },
    })
  })

  it('may require fewer topics', () => {
    const topics = [topicOf('trafficking'), topicOf('errors')]
    const ways = [wayWith('ce'), { ...wayWith('certified', { amount: 2 }), topicsDue: ['trafficking'] }]
    const certified = { ...ordinary, wayId: 'certified' }
    expect(topicsOf(ceRuleOf({ ways, topics }))).toEqual(['trafficking', 'errors'])
    expect(topicsOf(ceRuleOf({ ways, topics }), certified)).toEqual(['trafficking'])
    const called = { ...certified, answers: answering('errors', 'due').answers }
    expect(topicsOf(ceRuleOf({ ways, topics }), called)).toEqual(['trafficking', 'errors'])
  })

  it('may require hours on a subject, and hours of a category', () => {
    const categories = [
      { key: 'A', title: 'Clinical judgment', min: 60, max: 80 },
      { key: 'D', title: 'Anything', min: 0, max: 20 },
    ]
    const pharmacology = { amount: 45, topic: 'advanced pharmacology' }
    const ways = [wayWith('ce', { amount: 100, categories }, pharmacology)]
    expect(requirementsOf(ceRuleOf({ ways }), ordinary)).toMatchObject({
      requiredHours: 145,
      topics: [
        { key: 'category-a', topic: 'Category A: Clinical judgment', hours: 60, maxHours: 80 },
        { key: 'advanced-pharmacology', hours: 45, maxHours: null },
      ],
    })
  })
})

describe('a subject of hours is a topic', () => {
  const topicsOfNeed = (need: object) =>
    requirementsOf(ceRuleOf({ ways: [wayWith('ce', need)] }), ordinary).topics

  it('with the subject as its label, and a key of letters and digits', () => {
    expect(topicsOfNeed({ amount: 3, topic: ' (Pain) & opioids! ' })).toEqual([
      {
        ...{ key: 'pain-opioids', topic: ' (Pain) & opioids! ', hours: 3, maxHours: null },
        ...{ tags: ['(Pain) & opioids!'], withinYears: null, dueOn: null },
      },
    ])
    expect(topicsOfNeed({ topic: `${'x'.repeat(49)} ${'y'.repeat(20)}` })[0]?.tags).toEqual(['x'.repeat(49)])
    expect(slug('---a--b---')).toBe('a-b')
  })

  it('and a category by its key, if the key is long enough to be unambiguous', () => {
    const categories = ['A', 'AB', 'ABC'].map((key) => ({ key, title: 'x', min: 1, max: null }))
    expect(topicsOfNeed({ categories }).map(({ tags }) => tags)).toEqual([
      ['Category A'],
      ['Category AB'],
      ['Category ABC', 'ABC'],
    ])
  })
})

describe('an additional topic', () => {
  it('adds its hours only if it is required itself', () => {
    const once = topicOf('trafficking', { onTop: true, every: 'first-renewal', hours: 3 })
    const always = topicOf('trafficking', { topic: 'Trafficking, again', onTop: true, hours: 5 })
    expect(hoursOf(ceRuleOf({ topics: [once, always] }))).toBe(25)
    expect(hoursOf(ceRuleOf({ topics: [once] }))).toBe(20)
    expect(hoursOf(ceRuleOf({ topics: [once, topicOf('ethics')] }))).toBe(20)
  })
})

describe('a topic', () => {
  it('is required in cycles that end while it is in effect', () => {
    const topics = [topicOf('bias', { effectiveFrom: '2027-03-31', effectiveUntil: '2029-03-31' })]
    const until = (end: string | null) => topicsOf(ceRuleOf({ topics }), { ...ordinary, cycleEnd: end })
    expect(until('2027-03-30')).toEqual([])
    expect(until('2027-03-31')).toEqual(['bias'])
    expect(until('2029-03-31')).toEqual(['bias'])
    expect(until('2029-04-01')).toEqual([])
    expect(until(null)).toEqual([])
    const open = [topicOf('bias', { effectiveFrom: '2020-01-01' })]
    expect(topicsOf(ceRuleOf({ topics: open }))).toEqual(['bias'])
    expect(topicsOf(ceRuleOf({ topics: open }), { ...ordinary, cycleEnd: '2019-12-31' })).toEqual([])
  })
})

describe('at the first renewal', () => {
  const topics = [
    topicOf('ethics'),
    topicOf('bias', { every: 'first-renewal' }),
    topicOf('trafficking', { onTop: true }),
    topicOf('deadline', { deadline: { date: '2026-12-31', yearsAfterLicensure: null, text: '' } }),
    topicOf('infection', { every: '4 years' }),
  ]

  it('an exempt owner needs only the hours that are still due', () => {
    const rule = ceRuleOf({ topics, ...renewing({ rule: 'exempt', topicsStillDue: ['trafficking'] }) })
    expect(topicsOf(rule, first)).toEqual(['bias', 'trafficking', 'deadline', 'infection'])
    expect(hoursOf(rule, first)).toBe(2)
    expect(hoursOf(rule)).toBe(22)
  })

  it.each(['same', 'unknown'] as const)('everything is due where the rule is %s', (rule) => {
    expect(topicsOf(ceRuleOf({ topics, ...renewing({ rule }) }), first)).toHaveLength(5)
  })

  it('fewer hours are needed where the rule says how many, and never more than the full', () => {
    expect(hoursOf(ceRuleOf(renewing({ rule: 'reduced', hours: 3 })), first)).toBe(3)
    expect(hoursOf(ceRuleOf(renewing({ rule: 'reduced', hours: 99 })), first)).toBe(20)
    expect(hoursOf(ceRuleOf(renewing({ rule: 'reduced', hours: null })), first)).toBe(20)
  })

  it('hours are prorated by calendar month, including the month of issue', () => {
    const rule = ceRuleOf(renewing({ rule: 'prorated', hours: 4, perMonth: 1 }))
    // January 2026 to March 2027: 15 months; 4 + 15.
    expect(hoursOf(rule, first)).toBe(19)
    expect(hoursOf(rule, { ...first, issuedAt: '2027-03-31' })).toBe(5)
    expect(hoursOf(rule, { ...first, issuedAt: '2025-06-01' })).toBe(20)
    expect(hoursOf(rule, { ...first, issuedAt: null })).toBe(20)
  })

  it('an exempt owner has no other needs either, if the rule frees them', () => {
    const ways = [wayWith('ce', {}, { kind: 'practice_hours', amount: 320 })]
    const freed = ceRuleOf({ ways, ...renewing({ rule: 'exempt', needsStillDue: false }) })
    expect(requirementsOf(freed, first)).toMatchObject({ requiredHours: null, needs: [] })
    expect(requirementsOf(freed, ordinary).needs).toHaveLength(1)
    expect(requirementsOf(ceRuleOf({ ways, ...renewing({ rule: 'exempt' }) }), first).needs).toHaveLength(1)
  })

  it('a new owner who is not exempt owes hours for each month, if the rule prorates them', () => {
    const rule = ceRuleOf(renewing({ rule: 'exempt', perMonth: 1 }))
    const endorsed = { ...first, answers: { firstRenewal: false, topics: [] } }
    expect(hoursOf(rule, endorsed)).toBe(15)
    expect(hoursOf(rule, { ...endorsed, issuedAt: '2025-03-31' })).toBe(20)
    expect(hoursOf(rule, { ...endorsed, issuedAt: null })).toBe(20)
    expect(hoursOf(rule, { ...endorsed, answers: noAnswers })).toBe(20)
    expect(hoursOf(rule, first)).toBeNull()
  })

  it('is asked about only if it matters', () => {
    expect(asksAboutFirstRenewal(ceRuleOf())).toBe(false)
    expect(asksAboutFirstRenewal(ceRuleOf(renewing({ rule: 'unknown' })))).toBe(false)
    expect(asksAboutFirstRenewal(ceRuleOf(renewing({ rule: 'prorated' })))).toBe(true)
    expect(asksAboutFirstRenewal(ceRuleOf({ topics: [topicOf('a', { every: 'first-renewal' })] }))).toBe(true)
  })
})

describe('a topic', () => {
  const replaced = [
    topicOf('abuse-2025', { every: 'once' }),
    topicOf('abuse-2026', { every: 'once', replaces: 'abuse-2025', effectiveFrom: '2026-01-01' }),
  ]

  it('that was re-opened is required again of owners who completed the earlier one', () => {
    const rule = ceRuleOf({ topics: replaced })
    expect(topicsOf(rule, answering('abuse-2025', 'done'))).toEqual(['abuse-2026'])
    expect(topicsOf(rule, answering('abuse-2026', 'done'))).toEqual([])
    expect(topicsOf(rule, { ...ordinary, cycleEnd: '2025-12-31' })).toEqual(['abuse-2025'])
  })

  it('applies to the cycles that end while it is in effect', () => {
    const topics = [topicOf('bias', { effectiveFrom: '2022-04-01', effectiveUntil: '2026-03-31' })]
    const ending = (end: string) => topicsOf(ceRuleOf({ topics }), { ...ordinary, cycleEnd: end })
    expect(['2022-03-31', '2022-04-01', '2026-03-31', '2026-04-01'].map((end) => ending(end).length)).toEqual(
      [...[0, 1, 1, 0]],
    )
  })

  it('is answered by its key, or by its name in older cycles', () => {
    const rule = ceRuleOf({ topics: [topicOf('ethics', { topic: 'Ethics of nursing' })] })
    expect(topicsOf(rule, answering('ethics', 'exempt'))).toEqual([])
    expect(topicsOf(rule, answering('Ethics of nursing', 'exempt'))).toEqual([])
  })

  it('may be due on a date, or some years after the license was issued', () => {
    const due = (date: string | null, yearsAfterLicensure: number | null) => {
      const topics = [topicOf('a', { deadline: { date, yearsAfterLicensure, text: '' } })]
      return requirementsOf(ceRuleOf({ topics }), ordinary).topics[0]?.dueOn
    }
    expect(due('2026-11-17', null)).toBe('2026-11-17')
    expect(due(null, 3)).toBe('2023-05-04')
    expect(due(null, null)).toBeNull()
  })

  it('is asked about if it does not apply to everyone, or not every time', () => {
    const topics = [
      topicOf('always'),
      topicOf('once', { every: 'once' }),
      topicOf('third', { every: '3 cycles' }),
      topicOf('clock', { every: '4 years' }),
      topicOf('some', { onlyIf: 'nurses who prescribe' }),
      topicOf('gone', { every: 'once', effectiveUntil: '2020-01-01' }),
    ]
    expect(topicsToAsk(ceRuleOf({ topics }), cycleEnd).map(({ key }) => key)).toEqual([
      'once',
      'third',
      'some',
    ])
  })
})

describe('for any rule', () => {
  const some = <T>(...values: T[]) => fc.constantFrom(...values)
  const topic = fc
    .record({
      key: some('a', 'b', 'c', 'd'),
      hours: some(null, 1, 2.5),
      every: some<RuleTopic['every']>('cycle', 'once', '2 cycles', '4 years', 'first-renewal'),
      onTop: fc.boolean(),
      effectiveFrom: some(null, '2026-01-01', '2030-01-01'),
      effectiveUntil: some(null, '2026-12-31', '2031-01-01'),
      replaces: some(null, 'a', 'b'),
    })
    .map(({ key, ...more }) => topicOf(key, more))
  const rule = fc
    .record({
      topics: fc.uniqueArray(topic, { selector: ({ key }) => key }),
      hours: some(null, 0, 3, 40),
      perMonth: some(null, 1, 1.25),
      rule: some<CeRule['firstRenewal']['rule']>('same', 'exempt', 'reduced', 'prorated', 'unknown'),
    })
    .map(({ topics, ...more }) => ceRuleOf({ topics, ...renewing(more) }))
  const answers = fc.record({
    firstRenewal: some(null, true, false),
    topics: fc.uniqueArray(
      fc.record({ topic: some('a', 'b', 'c', 'd'), answer: some('due' as const, 'done' as const) }),
      { selector: (one) => one.topic },
    ),
  })
  const facts = fc.record({
    answers,
    wayId: some(null, 'ce'),
    cycleEnd: some('2026-06-30', '2027-03-31', '2030-12-31'),
    issuedAt: some(null, '2019-02-28', '2026-05-31'),
  })
  const sum = ({ requiredHours }: { requiredHours: number | null }) => requiredHours ?? 0

  it('a first renewal never requires more hours than a later one, and no answer requires more than a missing answer', () => {
    fc.assert(
      fc.property(rule, facts, (given, where) => {
        const withAnswers = (changed: Partial<RuleAnswers>) =>
          requirementsOf(given, { ...where, answers: { ...where.answers, ...changed } })
        const total = (topics: RuleTopic[]) => topics.filter(({ every }) => every !== 'first-renewal')
        const usual = { ...given, topics: total(given.topics) }
        const at = (firstRenewal: boolean) =>
          sum(requirementsOf(usual, { ...where, answers: { ...where.answers, firstRenewal } }))
        expect(at(true)).toBeLessThanOrEqual(at(false))
        const unanswered = withAnswers({ topics: [] })
        const done = withAnswers({ topics: where.answers.topics.map((one) => ({ ...one, answer: 'done' })) })
        expect(sum(done)).toBeLessThanOrEqual(sum(unanswered))
        expect(done.topics.length).toBeLessThanOrEqual(unanswered.topics.length)
      }),
    )
  })

  it('a topic that is not in effect, or was replaced, is not required', () => {
    fc.assert(
      fc.property(rule, facts, (given, where) => {
        const asked = requirementsOf(given, where).topics.map(({ key }) => key)
        const inEffect = given.topics.filter(
          ({ effectiveFrom, effectiveUntil }) =>
            (effectiveFrom ?? '') <= where.cycleEnd && (effectiveUntil ?? '9999') >= where.cycleEnd,
        )
        for (const key of asked) {
          expect(inEffect.map((each) => each.key)).toContain(key)
          expect(inEffect.filter((other) => other.key !== key).map(({ replaces }) => replaces)).not.toContain(
            key,
          )
        }
      }),
    )
  })
})
