import { describe, expect, it, test } from 'vitest'
import type { CeRule } from '#shared/ceu/rule.ts'
import { ceRuleOf, renewalOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { findRuleErrors } from './rules-checks.ts'

const today = '2026-11-26'
const official: CeRule['evidence'][number] = {
  ...{ url: 'https://board.example/', kind: 'board', speaksOf: null, supports: ['hours'] },
}

const ruleWith = (change: object) => ceRuleOf(change)
const renewal = (note: string | null, ...years: ('every' | 'even' | 'odd')[]) => ({
  renewal: renewalOf({ note, dates: years.map((each) => ({ month: 3, day: 31, years: each })) }),
})
const errorsOf = (...rules: CeRule[]) =>
  findRuleErrors(rules, today).map(({ id, field, what }) => `${id}, ${field}: ${what}`)
const certification = (code: string, more: Partial<CeRule> = {}) =>
  ceRuleOf({ id: `CERT-${code}`, certification: code, jurisdiction: null, license: null, ...more })

test('a sound record has no errors', () => {
  expect(errorsOf(ruleWith({}))).toEqual([])
})

describe('errors in one record', () => {
  it.each<[string, object, string]>([
    [
      'a note about even years beside dates in odd ones',
      renewal('March 31 of even-numbered years', 'odd'),
      'TX-RN, renewal.dates: The note speaks of even years, and no date is in such a year',
    ],
    [
      'a note about both beside dates in every year',
      { periodYears: 1, ...renewal('Even-numbered or ODD years', 'every') },
      'TX-RN, renewal.dates: The note speaks of even and odd years, and no date is in such a year',
    ],
    [
      'a date in even years although the period is one year',
      { periodYears: 1, ...renewal(null, 'even', 'every') },
      'TX-RN, renewal.dates.0: A period of 1 years and a date in even years do not fit',
    ],
    [
      'a date every year although the period is two years',
      renewal(null, 'every'),
      'TX-RN, renewal.dates.0: A period of 2 years and a date in every years do not fit',
    ],
    [
      'an address without TLS',
      { boardUrl: 'http://bon.example/' },
      'TX-RN, boardUrl: http://bon.example/ is not https',
    ],
    [
      'a source that is listed twice',
      {
        evidence: [official, official].map((each) => ({ ...each, url: 'https://a.example/' })),
      },
      'TX-RN, evidence.1.url: https://a.example/ is listed twice',
    ],
    [
      'a source of a part that is not there',
      { evidence: [{ ...official, url: 'https://a.example/', supports: ['topic:pain'] }] },
      'TX-RN, evidence.0.supports: The record has no part topic:pain',
    ],
    [
      'a doubt about a part that is not there',
      { doubts: [{ part: 'topic:pain', isRequired: true, why: 'Nobody read it' }] },
      'TX-RN, doubts.0.part: The record has no part topic:pain',
    ],
    [
      'an end in the note only',
      { renewal: renewalOf({ note: 'Five years, to December 31. Late until January 31.' }) },
      'TX-RN, renewal.dates: The note says December 31, and no date is that day',
    ],
    [
      'a quarter credit that is worth something else in the note',
      { unitNote: '1 CEU = 10 hours; 1 quarter credit = 12.5' },
      'TX-RN, conversions.quarter_credit: A note says 12.5, and 10 is used',
    ],
    [
      'hours of 50 minutes in the note only',
      { unitNote: 'An hour is 50 minutes' },
      'TX-RN, conversions.minutesPerHour: A note says 50, and 60 is used',
    ],
    [
      'a limit in words that has a number',
      {
        limits: [{ what: 'Self-study: at most 10 hours', kinds: [], hours: null, per: 'cycle', note: null }],
      },
      'TX-RN, limits.0.hours: The text says 10, and the limit has no hours',
    ],
    [
      'a condition in a note',
      { topics: [topicOf('pain', { note: 'Only for those who prescribe' })] },
      'TX-RN, topics.0.onlyIf: The note has a condition, and there is no onlyIf',
    ],
    [
      'a number that was computed',
      { topics: [topicOf('pain', { note: 'A tenth of the hours' })] },
      'TX-RN, topics.0.hours: The number is computed: note a doubt about it',
    ],
    [
      'a correction without a search for what has no source',
      { uncited: ['The hours'], readOn: '2026-10-01', version: '2026-11-01' },
      'TX-RN, uncited: Nobody looked for a source since the correction of 2026-11-01',
    ],
    [
      'pending law whose month has passed',
      { pending: [{ what: 'A new rule', expected: '2026-10', source: null }] },
      'TX-RN, pending.0.expected: 2026-10 has passed: look up what became of it',
    ],
    [
      'a vendor at the address of a government',
      { evidence: [{ ...official, kind: 'vendor', url: 'https://bon.texas.gov/' }] },
      'TX-RN, evidence.0.kind: https://bon.texas.gov/ is not the text of a vendor',
    ],
  ])('%s', (_what, change, error) => {
    expect(errorsOf(ruleWith(change))).toEqual([error])
  })

  it.each<[string, object]>([
    [
      'even years in a note, and a date in even years',
      renewal('Even years by birth, odd years else', 'even', 'odd'),
    ],
    ['even years in a note without dates', renewal('Even-numbered years')],
    ['a date in every year of a period of three', { periodYears: 3, ...renewal(null, 'every') }],
    ['a word that only looks like a year', renewal('Even if it is late', 'odd')],
    ['the end of one year', { renewal: renewalOf({ note: 'The program ended on August 1, 2025.' }) }],
    [
      'an end that is a date',
      { renewal: renewalOf({ note: 'Ends March 31.', dates: [{ month: 3, day: 31, years: 'even' }] }) },
    ],
    ['short courses', { unitNote: 'Offerings under 30 minutes do not count' }],
    [
      'a computed number in doubt',
      {
        topics: [topicOf('pain', { note: 'A tenth of the hours' })],
        doubts: [{ part: 'topic:pain', isRequired: true, why: 'It is computed' }],
      },
    ],
    ['pending law of next year', { pending: [{ what: 'A rule', expected: '2027', source: null }] }],
  ])('nothing is wrong with %s', (_what, change) => {
    expect(errorsOf(ruleWith(change))).toEqual([])
  })
})

test('a key that means something else in another record', () => {
  const pain = ruleWith({ topics: [topicOf('pain', { tags: ['Pain'] })] })
  const other = { ...pain, id: 'NM-RN', jurisdiction: 'NM', topics: [topicOf('pain', { tags: ['Law'] })] }
  expect(errorsOf(pain, other)).toEqual([
    'NM-RN, topics.0.key: The key pain is about Law here and about Pain in TX-RN',
  ])
  const wider = { ...other, topics: [topicOf('pain', { tags: ['Law', 'Pain'] })] }
  expect(errorsOf(pain, wider)).toEqual([])
})

test('licenses of one state that differ say why', () => {
  const rn = ruleWith({ conversions: { minutesPerHour: 50 } })
  const lpn = ruleWith({ id: 'TX-LPN', license: 'LPN' })
  expect(errorsOf(rn, lpn)).toEqual(['TX-LPN, conversions: It differs from TX-RN, and no note says why'])
  expect(errorsOf(rn, { ...lpn, unitNote: 'The rule for vocational nurses names no minutes' })).toEqual([])
  expect(errorsOf(rn, { ...lpn, id: 'NM-LPN', jurisdiction: 'NM' })).toEqual([])
})

test('a certification that is copied has a source of its issuer', () => {
  const vendor = { ...official, kind: 'vendor' as const, url: 'https://vendor.example/' }
  const ways = [wayWith('ce', { amount: 100 })]
  const first = certification('CMC', { ways, evidence: [vendor] })
  const copy = certification('CSC', { ways, evidence: [vendor] })
  expect(errorsOf(first, copy)).toEqual([
    'CERT-CSC, ways: It is a copy of CERT-CMC, without a source of the issuer',
  ])
  const unread = { ...copy, checked: { ...copy.checked, ways: 'secondary' as const } }
  expect(errorsOf(first, unread)).toEqual([])
})

test('the text of a board is not at the address of a vendor', () => {
  const vendor = ruleWith({ evidence: [{ ...official, kind: 'vendor', url: 'https://www.shop.example/a' }] })
  const board = { ...vendor, id: 'TX-LPN', license: 'LPN' as const }
  const belied = { ...board, evidence: [{ ...official, url: 'https://shop.example/b' }] }
  expect(errorsOf(vendor, belied)).toEqual([
    'TX-LPN, evidence.0.kind: https://shop.example/b is not the text of a board',
  ])
})
