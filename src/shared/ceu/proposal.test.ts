import { describe, expect, test } from 'vitest'
import { noAnswers } from './answers.ts'
import { proposeCycle } from './proposal.ts'
import { requirementsOf } from './requirements.ts'
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
  return { cycleEnd, topics: [], topicsCompleted: [], answers: noAnswers, ...more }
}

function met(...topics: string[]) {
  return { topicsCompleted: topics.map((topic) => ({ topic, hours: 2, isMet: true })) }
}

const periodOf = (...given: Parameters<typeof proposeCycle>) => {
  const { cycleStart, cycleEnd, hasCycle } = proposeCycle(...given)
  return { cycleStart, cycleEnd, hasCycle }
}

describe('a credential with a rule', () => {
  const rule = ruleOf('TX-RN')

  test('has the period and the requirements of its rule', () => {
    const { renewalCycle: _, ...shown } = texas
    expect(proposeCycle(texas, rule, [], today)).toEqual({
      ...shown,
      ...requirementsOf(rule, noAnswers),
      ...{ rule, answers: noAnswers, hasCycle: false, cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
    })
  })

  test('has the names that the owner gave to topics of an earlier cycle', () => {
    const [first, ...others] = requirementsOf(rule, noAnswers).topics
    if (!first) throw new Error('no topic')
    const named = { ...first, tags: [...first.tags, 'Our own name'] }
    const { topics } = proposeCycle(texas, rule, [cycle('2025-03-31', { topics: [named] })], today)
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

  test('has the period after the latest of several cycles, in whatever order', () => {
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

  test('has a cycle today without an end date of its own, if one covers today', () => {
    const undated = { ...texas, expiresAt: null }
    expect(periodOf(undated, rule, [], today)).toEqual({ cycleStart: null, cycleEnd: null, hasCycle: false })
    expect(periodOf(undated, rule, [cycle('2026-02-28')], today)).toEqual({
      ...{ cycleStart: '2026-03-01', cycleEnd: '2028-02-29', hasCycle: false },
    })
    expect(periodOf(undated, rule, [cycle(today)], today)).toEqual({
      ...{ cycleStart: '2026-03-11', cycleEnd: '2028-03-10', hasCycle: true },
    })
  })

  test('begins the day after a longer earlier cycle, not twice on the same days', () => {
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
    expect(proposeCycle(aide, null, [], today)).toMatchObject({
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

  test('has no answers, whatever was answered before', () => {
    const answers = { firstRenewal: false, topics: [{ topic: 'Ethics', answer: 'done' as const }] }
    expect(proposeCycle(aide, null, [cycle('2025-12-31', { answers })], today).answers).toEqual(noAnswers)
  })
})

describe('a topic is not asked about again', () => {
  const [everySecond, everyThird] = ['Recognizing impairment in the workplace', 'Domestic violence']
  const florida = ruleOf('FL-RN')
  const answered = (rule: typeof florida, ...earlier: Earlier[]) =>
    proposeCycle(texas, rule, earlier, today).answers

  test('within the cycles for which it was completed', () => {
    const both = cycle('2024-04-30', met(everySecond, everyThird))
    const done = (topic: string) => ({ topic, answer: 'done' })
    expect(answered(florida)).toEqual(noAnswers)
    expect(answered(florida, both)).toEqual({
      firstRenewal: false,
      topics: [done(everySecond), done(everyThird)],
    })
    expect(answered(florida, both, cycle('2025-04-30')).topics).toEqual([done(everyThird)])
    expect(answered(florida, both, cycle('2025-04-30'), cycle('2026-04-30')).topics).toEqual([])
    const missed = { topicsCompleted: [{ topic: everySecond, hours: 1, isMet: false }] }
    expect(answered(florida, cycle('2024-04-30', missed)).topics).toEqual([])
    expect(answered(florida, cycle('2024-04-30', met('Human trafficking'))).topics).toEqual([])
  })

  test('ever, if it is required once and was completed or answered', () => {
    const kentucky = ruleOf('KY-RN')
    const bias = (answer: 'done' | 'exempt') => ({
      answers: { firstRenewal: null, topics: [{ topic: 'Implicit bias', answer }] },
    })
    const old = cycle('2015-10-31', { ...met('Suicide prevention'), ...bias('done') })
    const topics = answered(kentucky, cycle('2025-10-31'), old).topics.map(({ topic }) => topic)
    expect(topics.toSorted()).toEqual(['Implicit bias', 'Suicide prevention'])
    expect(answered(kentucky, cycle('2025-10-31', bias('exempt'))).topics).toEqual([])
    const answeredDone = {
      answers: { firstRenewal: null, topics: [{ topic: everySecond, answer: 'done' as const }] },
    }
    expect(answered(florida, cycle('2024-04-30', answeredDone)).topics).toEqual([])
  })
})
