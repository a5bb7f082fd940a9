import { describe, expect, test } from 'vitest'
import { ceRuleOf } from '#testing/ce-rule.ts'
import { storedRule } from './earlier-rule.ts'

const topic = {
  ...{ topic: 'Pain & opioids', hours: 2, every: 'cycle', tags: ['pain'], onTop: false },
  ...{ onlyIf: null, note: null },
}
const earlier = {
  ...{ id: 'TX-RN', version: '2026-01-01', jurisdiction: 'TX', license: 'RN', certification: null },
  ...{ periodYears: 2, hours: 20, hoursName: 'contact hours', hoursNote: 'Of any kind' },
  ...{ alternatives: 'A national certification', firstRenewalHours: null, topics: [topic] },
  caps: [{ kinds: ['life_support', 'course'], hours: 5, per: 'cycle', note: 'At most 5 hours' }],
  refusedKinds: ['life_support', 'volunteer'],
  conversions: {},
  renewal: { text: 'By birth month', dates: [] },
  ...{ board: 'Texas Board', boardUrl: 'https://board.example/', sources: ['https://law.example/'] },
  ...{ asOf: '2026-01', readOn: '2026-01-02', confidence: 'high' },
}
const stored = (more: object = {}) => {
  const rule = storedRule.parse({ ...earlier, ...more })
  return rule
}

describe('a rule stored by an earlier version', () => {
  test('has the same requirements in the current shape', () => {
    const rule = stored({ refusedKinds: [], caps: [] })
    expect(rule).toMatchObject({
      ...{ id: 'TX-RN', version: '2026-01-01', jurisdiction: 'TX', license: 'RN', certification: null },
      ...{ periodYears: 2, board: 'Texas Board', readOn: '2026-01-02', roles: null, periodNote: null },
      ...{ unit: 'contact hours', hoursPerUnit: 1, unitNote: 'Of any kind', conversions: {} },
      topics: [{ topic: 'Pain & opioids', hours: 2, every: 'cycle', tags: ['pain'], deadline: null }],
      evidence: [{ url: 'https://law.example/', kind: 'other', speaksOf: '2026-01', supports: [] }],
      carryOver: { allowed: null, hours: null, note: null },
      ...{ limits: [], excludes: [], exemptions: [], pending: [], uncited: [], providers: null },
    })
    expect(rule.topics[0]?.key).toMatch(/^[a-z0-9-]+$/)
    expect(rule.topics[0]).not.toHaveProperty('notAtFirst')
    expect(storedRule.parse(rule)).toEqual(rule)
  })

  test('stays unchanged if it already has the current shape', () => {
    const rule = ceRuleOf()
    expect(storedRule.parse(rule)).toEqual(rule)
  })

  test('offers its hours and its alternative as ways', () => {
    const ways = (more: object) =>
      stored(more).ways.map(({ id, title, needs }) => [
        id,
        title,
        ...needs.map(({ kind, amount, what }) => [kind, amount, what]),
      ])
    const hours = ['ce', '20 contact hours', ['ce', 20, null]]
    expect(ways({})).toEqual([hours, ['other', 'Another way', ['other', null, 'A national certification']]])
    expect(ways({ alternatives: null })).toEqual([hours])
    expect(ways({ hours: 0 })).toEqual([])
  })

  test.each([
    ['nothing is said', {}, { rule: 'unknown', hours: null }],
    [
      'no hours',
      { firstRenewalHours: 0, firstRenewalIf: 'by exam' },
      { rule: 'exempt', hours: 0, condition: 'by exam' },
    ],
    ['fewer hours', { firstRenewalHours: 10 }, { rule: 'reduced', hours: 10, condition: null }],
    [
      'fewer topics',
      { topics: [topic, { ...topic, topic: 'Ethics', notAtFirst: true }] },
      { rule: 'reduced', hours: 20 },
    ],
  ])('says the same of the first renewal: %s', (_what, more, expected) => {
    const { firstRenewal, topics } = stored(more)
    expect(firstRenewal).toMatchObject(expected)
    expect(firstRenewal.topicsStillDue).toEqual([topics[0]?.key])
  })

  test.each([
    [[], 'unknown'],
    [[{ month: 3, day: 31, years: 'odd' }], 'fixed'],
    [
      [
        { month: 3, day: 31, years: 'odd' },
        { month: 6, day: 30, years: 'even' },
      ],
      'group',
    ],
  ])('is renewed on the same days: %j', (dates, basis) => {
    expect(stored({ renewal: { text: 'x', dates } }).renewal).toMatchObject({
      basis,
      dates,
      years: 2,
      note: 'x',
    })
    expect(stored({ renewal: { text: null, dates, years: 3 } }).renewal.years).toBe(3)
  })

  test('had one kind for all life support courses', () => {
    const { limits, excludes } = stored()
    expect(limits).toEqual([
      {
        ...{ kinds: ['bls', 'advanced_life_support', 'course'], hours: 5, per: 'cycle' },
        ...{ what: 'At most 5 hours', note: null },
      },
    ])
    expect(excludes).toEqual([
      { what: 'Life support courses', kinds: ['bls', 'advanced_life_support'], note: null },
      { what: 'Activities of this kind', kinds: ['volunteer'], note: null },
    ])
  })

  test('had no official text behind it', () => {
    const behind = (confidence: string) => stored({ confidence }).checked
    for (const confidence of ['high', 'medium'])
      expect(behind(confidence)).toMatchObject({ hours: 'secondary', topics: 'secondary', ways: 'secondary' })
    expect(behind('low')).toMatchObject({ hours: 'uncited', renewal: 'uncited', carryOver: 'none_found' })
  })

  test('is rejected if it has neither shape', () => {
    for (const more of [
      { confidence: 'sure' },
      { license: 'MD' },
      { caps: [{ per: 'week' }] },
      { hours: '20' },
    ])
      expect(storedRule.safeParse({ ...earlier, ...more }).success).toBe(false)
  })
})
