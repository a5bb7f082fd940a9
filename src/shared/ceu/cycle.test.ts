import { describe, expect, test } from 'vitest'
import { ceRuleOf, topicOf } from '#testing/ce-rule.ts'
import { problemsOf } from '#testing/schema.ts'
import { topicAnswer } from './answers.ts'
import {
  ceuCycleInput,
  ceuCycleItems,
  ceuCyclePatch,
  ceuCycleQuery,
  cycleProblems,
  cycleProposals,
  cycleRemoval,
  cycleRemovalQuery,
  overridesOf,
} from './cycle.ts'
import { noAnswers, requirementsOf } from './requirements.ts'
import { sampleCycle } from './sample.ts'

const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const at = '2026-11-21T12:00:00.000Z'
const least = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
const rule = ceRuleOf({ topics: [topicOf('ethics'), topicOf('trafficking', { hours: null })] })

test('a new cycle has no topics, notes, record or rule by default', () => {
  expect(ceuCycleInput.parse(least)).toEqual({
    ...least,
    ...{ notes: null, licenseId: null, certificationId: null, topics: [], ruleId: null, answers: noAnswers },
    ...{ wayId: null, needAnswers: [], carriedOverHours: null },
  })
  const { state: _, ...stateless } = least
  expect(ceuCycleInput.parse({ ...stateless, certificationId: id }).state).toBeNull()
  const topics = [{ topic: 'Ethics' }]
  expect(ceuCycleInput.parse({ ...least, topics }).topics).toEqual([
    { key: null, topic: 'Ethics', hours: null, maxHours: null, tags: [], withinYears: null, dueOn: null },
  ])
})

describe('a cycle', () => {
  test.each([
    [{ requiredHours: 10_000 }, 'requiredHours: At most 9,999 hours'],
    [{ topics: [{ topic: 'Ethics', tags: Array(11).fill('x') }] }, 'topics.0.tags: At most 10 tags'],
    [{ topics: [{ topic: 'Ethics', tags: ['x'.repeat(51)] }] }, 'topics.0.tags.0: Value too long (max 50)'],
    [{ topics: [{ topic: 'x'.repeat(201) }] }, 'topics.0.topic: Value too long (max 200)'],
    [{ topics: [{ topic: 'Ethics', hour: 2 }] }, 'topics.0.hour: Unknown field'],
    [{ state: 'x'.repeat(51) }, 'state: Value too long (max 50)'],
    [{ notes: 'x'.repeat(2001) }, 'notes: Value too long (max 2000)'],
    [
      { answers: { topics: [{ topic: 'Ethics', answer: 'due', hours: 2 }] } },
      'answers.topics.0.hours: Unknown field',
    ],
  ])('with %o is rejected: %s', (more, problem) => {
    expect(problemsOf(ceuCycleInput, { ...least, ...more })).toEqual([problem])
  })

  test('may reach each limit', () => {
    const topics = Array.from({ length: 30 }, (_, index) => ({
      topic: `${index}`,
      tags: Array(10).fill('x'.repeat(50)),
    }))
    const answers = {
      topics: [...topics, ...topics.slice(0, 10)].map(({ topic }, index) => ({
        topic,
        answer: topicAnswer.options[index % 3],
      })),
    }
    const limits = { requiredHours: 9999, topics, answers, ruleId: 'x'.repeat(50), state: 'x'.repeat(50) }
    expect(problemsOf(ceuCycleInput, { ...least, ...limits })).toEqual([])
    const more = [...topics, { topic: 'one more' }]
    expect(problemsOf(ceuCycleInput, { ...least, topics: more })).toEqual(['topics: At most 30 topics'])
    expect(problemsOf(ceuCycleInput, { ...least, ruleId: 'x'.repeat(51) })).toHaveLength(1)
    const given = [...answers.topics, { topic: 'one more', answer: 'due' }]
    expect(problemsOf(ceuCycleInput, { ...least, answers: { topics: given } })).toHaveLength(1)
  })

  test('is checked as a whole, also after an update', () => {
    const cycle = {
      state: null,
      cycleStart: '2025-04-01',
      cycleEnd: '2025-04-01',
      licenseId: id,
      certificationId: null,
    }
    expect(cycleProblems(cycle).map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'state: Required',
      'cycleEnd: The end date must be after the start date',
    ])
    expect(cycleProblems({ ...cycle, state: 'TX', cycleEnd: '2025-04-02' })).toEqual([])
    expect(cycleProblems({ ...cycle, certificationId: id, cycleEnd: '2025-04-02' })).toHaveLength(1)
  })

  test('is updated field by field, except for its rule', () => {
    const { ruleId, ...patch } = sampleCycle
    expect(ceuCyclePatch.parse(patch)).toEqual(patch)
    expect(ceuCyclePatch.parse({})).toEqual({})
    expect(problemsOf(ceuCyclePatch, { ruleId })).toEqual(['ruleId: Unknown field'])
  })
})

test('cycles are listed whole', () => {
  const cycle = {
    ...{
      id,
      ...least,
      notes: null,
      licenseId: id,
      certificationId: null,
      credentialTitle: 'Texas RN license',
    },
    ...{
      hoursCompleted: 5,
      hoursCounted: 5,
      entryCount: 1,
      ruleId: 'TX-RN',
      rule,
      newerRule: rule,
      answers: noAnswers,
    },
    ...{ wayId: 'ce', needAnswers: [], needs: [], certifications: [], carriedOverHours: null },
    topics: [
      {
        ...{ key: 'ethics', topic: 'Ethics', hours: null, maxHours: 4, tags: ['Ethics'] },
        ...{ withinYears: 4, dueOn: '2026-12-31' },
      },
    ],
    topicsCompleted: [{ topic: 'Ethics', hours: 2, isMet: true, lastOn: '2026-01-31', countsUntil: null }],
    ...{ createdAt: at, updatedAt: at },
  }
  expect(ceuCycleItems.parse({ items: [cycle] })).toEqual({ items: [cycle] })
  expect(ceuCycleQuery.parse({ licenseId: id })).toEqual({ licenseId: id })
  expect(ceuCycleQuery.parse({ certificationId: id })).toEqual({ certificationId: id })
  expect(problemsOf(ceuCycleQuery, { state: 'TX' })).toEqual(['state: Unknown field'])
})

test.each(['license', 'certification'])('a %s has a proposal', (kind) => {
  const items = [
    {
      ...{ credentialId: id, kind, credentialTitle: 'CCRN', state: null, issuedAt: null, expiresAt: null },
      ...{ rule: null, answers: noAnswers, cycleStart: null, cycleEnd: null, requiredHours: null },
      ...{ topics: [], wayId: null, possibleEnds: [], carriedOverHours: null, hasCycle: false },
      renewal: null,
    },
  ]
  expect(cycleProposals.parse({ items })).toEqual({ items })
})

test('deleting a cycle keeps shared entries only if requested', () => {
  expect(cycleRemoval.parse({ entries: 3, shared: 2 })).toEqual({ entries: 3, shared: 2 })
  const keptBy = (query: object) => cycleRemovalQuery.parse(query).keepShared
  expect([keptBy({}), keptBy({ keepShared: 'false' }), keptBy({ keepShared: 'true' })]).toEqual([
    ...[false, false, true],
  ])
  expect(cycleRemovalQuery.safeParse({ keepShared: 'yes' }).success).toBe(false)
  expect(cycleRemovalQuery.safeParse({ keep: 'true' }).success).toBe(false)
})

describe('an owner overrides', () => {
  const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31' }
  const { requiredHours, topics } = requirementsOf(rule, { ...facts, issuedAt: null })
  const cycle = { rule, ...facts, requiredHours, topics }

  test('nothing if the requirements match the rule, in any order', () => {
    expect(overridesOf(cycle)).toEqual([])
    expect(overridesOf({ ...cycle, topics: topics.toReversed() })).toEqual([])
    expect(overridesOf({ ...cycle, topics: topics.map((topic) => ({ ...topic, tags: [] })) })).toEqual([])
  })

  test('hours and topics that differ', () => {
    expect(overridesOf({ ...cycle, requiredHours: 25 })).toEqual(['requiredHours'])
    expect(overridesOf({ ...cycle, topics: topics.slice(1) })).toEqual(['topics'])
    const longer = topics.map((topic) => ({ ...topic, hours: 9 }))
    expect(overridesOf({ ...cycle, requiredHours: null, topics: longer })).toEqual([
      'requiredHours',
      'topics',
    ])
  })

  test.each([
    ['prorated', true, []],
    ['prorated', false, ['requiredHours']],
    ['prorated', null, ['requiredHours']],
    ['exempt', false, []],
    ['exempt', true, ['requiredHours']],
    ['reduced', true, ['requiredHours']],
  ] as const)(
    'its own hours at a first renewal that is %s, answered %s',
    (renewal, firstRenewal, expected) => {
      const proratedRule = (perMonth: number | null) =>
        ceRuleOf({ firstRenewal: { ...ceRuleOf().firstRenewal, rule: renewal, perMonth } })
      const own = { ...cycle, answers: { firstRenewal, topics: [] }, requiredHours: 7, topics: [] }
      expect(overridesOf({ ...own, rule: proratedRule(1) })).toEqual(expected)
      expect(overridesOf({ ...own, rule: proratedRule(null) })).toEqual(['requiredHours'])
    },
  )

  test('nothing without a rule', () => {
    expect(overridesOf({ ...cycle, rule: null, requiredHours: 99 })).toEqual([])
  })
})

test('reports what is wrong with the numbers of a cycle', () => {
  const wrong = (more: object) => problemsOf(ceuCycleInput, { ...least, ...more })
  const answers = Array.from({ length: 31 }, (_, index) => ({ need: `ce:${index}` }))
  expect(wrong({ needAnswers: answers })).toEqual(['needAnswers: At most 30 answers'])
  expect(wrong({ needAnswers: answers.slice(1) })).toEqual([])
  expect(wrong({ carriedOverHours: 501 })).toEqual(['carriedOverHours: At most 500 hours'])
  expect(wrong({ carriedOverHours: 0.125 })).toEqual(['carriedOverHours: At most two decimals'])
  for (const keepShared of ['true', 'false'])
    expect(cycleRemovalQuery.parse({ keepShared })).toMatchObject({ keepShared: keepShared === 'true' })
})
