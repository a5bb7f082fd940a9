import { describe, expect, it } from 'vitest'
import { ceRuleOf, wayWith } from '#testing/ce-rule.ts'
import type { CeRule } from './rule.ts'
import { caveatsOf, isComplete, sourcesOf } from './rule-facts.ts'

const today = '2026-11-23'
const known = ceRuleOf()
const checked = (more: Partial<CeRule['checked']>) => ceRuleOf({ checked: { ...known.checked, ...more } })
const unknownFirst = ceRuleOf({ firstRenewal: { ...known.firstRenewal, rule: 'unknown' } })

describe('a completely known rule', () => {
  it('has no caveats, and a cycle without gaps may be called complete', () => {
    expect(caveatsOf(known, today)).toEqual([])
    expect(isComplete(known, today)).toBe(true)
  })
})

describe('the caveats of a rule', () => {
  it.each<[string, CeRule, ReturnType<typeof caveatsOf>]>([
    ['several ways', ceRuleOf({ ways: [wayWith('a', {}), wayWith('b', {})] }), [{ code: 'several_ways' }]],
    ['points that are not hours', ceRuleOf({ hoursPerUnit: null }), [{ code: 'not_hours' }]],
    [
      'parts that others describe',
      checked({ hours: 'secondary', ways: 'secondary', excludes: 'uncited' }),
      [{ code: 'not_official', parts: ['hours', 'ways'] }],
    ],
    [
      'parts without a source',
      checked({ hours: 'uncited', topics: 'secondary' }),
      [
        { code: 'not_official', parts: ['topics'] },
        { code: 'uncited', parts: ['hours'] },
      ],
    ],
    [
      'parts about which nothing was found',
      checked({ topics: 'none_found' }),
      [{ code: 'unknown', parts: ['topics'] }],
    ],
    ['an unknown first renewal', unknownFirst, [{ code: 'unknown', parts: ['firstRenewal'] }]],
    [
      'a limit in words',
      ceRuleOf({ limits: [{ what: 'Some', kinds: [], hours: null, per: 'cycle', note: null }] }),
      [{ code: 'limits_in_words' }],
    ],
    [
      'pending law',
      ceRuleOf({ pending: [{ what: '30 hours', expected: '2028', source: null }] }),
      [{ code: 'pending_law' }],
    ],
  ])('name %s', (_what, rule, caveats) => {
    expect(caveatsOf(rule, today)).toEqual(caveats)
  })
})

describe('a rule whose sources are overdue for review', () => {
  it('has a caveat, and no cycle may be called complete', () => {
    // A large state: read on November 22, due after a quarter.
    expect(caveatsOf(known, '2027-02-21')).toEqual([])
    expect(isComplete(known, '2027-02-21')).toBe(true)
    expect(caveatsOf(known, '2027-02-22')).toEqual([{ code: 'overdue' }])
    expect(isComplete(known, '2027-02-22')).toBe(false)
  })
})

describe('completeness', () => {
  it('requires a text for hours, ways, topics and the first renewal', () => {
    expect(isComplete(checked({ hours: 'secondary', carryOver: 'none_found' }), today)).toBe(true)
    expect(isComplete(unknownFirst, today)).toBe(false)
    for (const part of ['hours', 'ways', 'topics', 'firstRenewal'])
      for (const text of ['uncited', 'none_found'] as const)
        expect(isComplete(checked({ [part]: text }), today)).toBe(false)
  })
})

describe('a certification', () => {
  it('needs no text for topics and the first renewal', () => {
    const { checked: parts } = known
    const rule = ceRuleOf({
      certification: 'CCRN',
      checked: { ...parts, topics: 'none_found', firstRenewal: 'none_found' },
    })
    expect(caveatsOf(rule, today)).toEqual([])
    expect(isComplete(rule, today)).toBe(true)
  })
})

describe('the sources', () => {
  it('are official only if they are from the law, the board or the certifying body', () => {
    const kinds = [
      'statute',
      'vendor',
      'regulation',
      'association',
      'board',
      'issuer',
      'law-firm',
      'other',
    ] as const
    const evidence = kinds.map((kind) => ({
      url: `https://${kind}.example/`,
      kind,
      speaksOf: null,
      supports: [],
    }))
    const { official, others } = sourcesOf(ceRuleOf({ evidence: [...evidence, ...evidence] }))
    expect(official.map((url) => new URL(url).host.split('.')[0])).toEqual([
      ...['statute', 'regulation', 'board', 'issuer'],
    ])
    expect(others).toHaveLength(4)
  })
})
