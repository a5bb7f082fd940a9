import { describe, expect, it, test } from 'vitest'
import type { CeRule } from './rule.ts'
import { findRuleFaults } from './rule-check.ts'
import { embeddedRules } from './rules.ts'

const texas = embeddedRules.rules.find(({ id }) => id === 'TX-RN') as CeRule
const topic = texas.topics[0] as CeRule['topics'][number]
const source = texas.evidence[0] as CeRule['evidence'][number]

/** A record without faults, with this change. */
function ruleWith(change: object): CeRule {
  return {
    ...texas,
    ...{ effectiveFrom: null, effectiveUntil: null, boardUrl: 'https://www.bon.texas.gov/' },
    renewal: {
      ...texas.renewal,
      basis: 'fixed',
      years: 2,
      dates: [],
      inYears: 'every',
      opens: null,
      note: null,
    },
    topics: [{ ...topic, key: 'ethics', tags: ['Ethics'], replaces: null }],
    firstRenewal: { ...texas.firstRenewal, topicsStillDue: ['ethics'] },
    evidence: [
      { ...source, url: 'https://www.bon.texas.gov/ce', supports: ['hours', 'topic:ethics', 'providers'] },
    ],
    ...change,
  }
}
const renewal = (note: string | null, ...years: string[]) => {
  const dates = years.map((each) => ({ month: 3, day: 31, years: each }))
  return { renewal: { ...ruleWith({}).renewal, note, dates } }
}
const textOf = (faults: { id: string; field: string; what: string }[]) =>
  faults.map(({ id, field, what }) => `${id}, ${field}: ${what}`)

test('a sound record has no faults', () => {
  expect(findRuleFaults([ruleWith({})])).toEqual([])
})

test.each<[string, object]>([
  ['a record for one role', { id: 'TX-APRN-CNM', license: 'APRN' }],
  [
    'a record for a certification',
    { id: 'CERT-CCRN', jurisdiction: null, license: null, certification: 'CCRN' },
  ],
  ['one day', { effectiveFrom: '2027-01-01', effectiveUntil: '2027-01-01' }],
  ['an end, and no beginning', { effectiveUntil: '2027-01-01' }],
  ['a beginning, and no end', { effectiveFrom: '2027-01-01' }],
  [
    'the first days of months, and February 29',
    renewal(null, 'even') && {
      renewal: {
        ...ruleWith({}).renewal,
        dates: [
          { month: 1, day: 1, years: 'even' },
          { month: 2, day: 29, years: 'even' },
          { month: 12, day: 31, years: 'odd' },
        ],
      },
    },
  ],
  [
    'a topic that replaces another',
    { topics: [...ruleWith({}).topics, { ...topic, key: 'law', tags: ['Law'], replaces: 'ethics' }] },
  ],
])('nothing is wrong with %s', (_what, change) => {
  expect(textOf(findRuleFaults([ruleWith(change)]))).toEqual([])
})

test.each([null, 7, 'TX-RN', {}, { id: '' }, { id: 7 }])(
  'a record that is %j is named by its position',
  (record) => {
    const faults = findRuleFaults([ruleWith({}), record])
    expect(new Set(faults.map(({ id }) => id))).toEqual(new Set(['the record at position 2']))
  },
)

test('faults identify a record with a long id by its first 60 characters', () => {
  expect(findRuleFaults([{ id: 'x'.repeat(100) }])[0]?.id).toBe('x'.repeat(60))
})

describe('records that cannot be used', () => {
  const other = { ...topic, key: 'jurisprudence', tags: ['Jurisprudence'], replaces: null }
  const own = ruleWith({}).topics[0]
  const due = { ...texas.firstRenewal, topicsStillDue: ['ethics', 'pain'] }

  it.each<[string, object, RegExp]>([
    ['a field of another kind', { periodYears: 'two' }, /^TX-RN, periodYears: /],
    ['a field that is unknown', { hours: 20 }, /^TX-RN, : .*hours/],
    ['an id that is not its own', { jurisdiction: 'NM' }, /^TX-RN, id: The record is about NM-RN$/],
    [
      'a certification with an id that goes on',
      { id: 'CERT-CCRN-K', jurisdiction: null, license: null, certification: 'CCRN' },
      /^CERT-CCRN-K, id: The record is about CERT-CCRN$/,
    ],
    ['a field in a list', { topics: [{ ...own, hours: 'two' }] }, /^TX-RN, topics\.0\.hours: /],
    ['no id', { id: undefined }, /^the record at position 1, id: /],
    [
      'a day that does not exist',
      renewal(null, 'even').renewal && {
        renewal: { ...ruleWith({}).renewal, dates: [{ month: 4, day: 31, years: 'even' }] },
      },
      /^TX-RN, renewal\.dates\.0: There is no such day$/,
    ],
    [
      'an end before its beginning',
      { effectiveFrom: '2027-01-01', effectiveUntil: '2026-12-31' },
      /^TX-RN, effectiveUntil: It ends before it begins$/,
    ],
    [
      'a topic that ends before it begins',
      { topics: [{ ...own, effectiveFrom: '2027-01-01', effectiveUntil: '2026-12-31' }] },
      /^TX-RN, topics\.0\.effectiveUntil: /,
    ],
    [
      'two topics of one key',
      { topics: [own, { ...other, key: 'ethics' }] },
      /topics\.1\.key: Another topic/,
    ],
    [
      'a topic that replaces one that is not there',
      { topics: [own, { ...other, replaces: 'pain' }] },
      /topics\.1\.replaces: No other topic has the key pain/,
    ],
    ['a topic that replaces itself', { topics: [{ ...own, replaces: 'ethics' }] }, /topics\.0\.replaces/],
    [
      'a topic due at first that is not there',
      { firstRenewal: due },
      /topicsStillDue\.1: No topic has the key pain/,
    ],
  ])('%s', (_what, change, message) => {
    const faults = textOf(findRuleFaults([ruleWith(change)]))
    expect(faults).toEqual([expect.stringMatching(message)])
  })

  it.each<[string | null, string | null, string | null, string | null, boolean]>([
    [null, null, null, null, false],
    [null, '2026-12-31', '2027-01-01', null, true],
    [null, '2026-12-31', '2026-12-31', null, false],
    ['2027-01-01', null, null, '2026-12-31', true],
    [null, '2026-12-31', null, null, false],
  ])('two of one id, %s to %s and %s to %s: both may be used: %s', (from, until, from2, until2, isUsable) => {
    const records = [
      ruleWith({ effectiveFrom: from, effectiveUntil: until }),
      ruleWith({ effectiveFrom: from2, effectiveUntil: until2 }),
    ]
    expect(textOf(findRuleFaults(records))).toEqual(
      isUsable ? [] : ['TX-RN, effectiveFrom: Another record of this id is about the same time'],
    )
  })

  it('two topics with the same key may follow each other', () => {
    const [first, second] = [
      { ...own, effectiveUntil: '2026-12-31' },
      { ...own, effectiveFrom: '2027-01-01' },
    ]
    expect(findRuleFaults([ruleWith({ topics: [first, second] })])).toEqual([])
  })
})
