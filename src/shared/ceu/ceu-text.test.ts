import { describe, expect, test } from 'vitest'
import { amountText, frequencyText, hoursText, reasonText, ruleWarningText } from './ceu-text.ts'
import type { Reason } from './entry.ts'
import { ruleWarningsOf } from './rule.ts'
import { findRule } from './rules.ts'

const scene = {
  cycle: { cycleStart: '2025-04-01', cycleEnd: '2027-03-31', rule: null },
  entry: { kind: 'life_support' as const, amount: 0.5, unit: 'ceu' as const },
  date: (date: string) => date,
}

describe('texts', () => {
  test.each<[Reason, string]>([
    [{ code: 'accepted', hours: 1 }, '1 hour counts.'],
    [{ code: 'accepted', hours: 4.25 }, '4.25 hours count.'],
    [
      { code: 'outside_dates', hours: 5 },
      '5 hours do not count: this cycle runs from 2025-04-01 to 2027-03-31.',
    ],
    [
      { code: 'kind_refused', hours: 1 },
      '1 hour does not count: “Life support (BLS, ACLS, PALS)” is not accepted under this cycle’s rule.',
    ],
    [{ code: 'set_by_owner', hours: 1 }, '1 hour does not count: you set the hours accepted here.'],
    [{ code: 'over_cap', hours: 2 }, '2 hours do not count: the rule limits hours of this type per cycle.'],
    [{ code: 'over_day_cap', hours: 2 }, '2 hours do not count: the rule limits hours per day.'],
    [{ code: 'set_by_owner', hours: 0.75 }, '0.75 hours do not count: you set the hours accepted here.'],
    [{ code: 'set_by_owner', hours: 0 }, 'You set the hours accepted here.'],
    [{ code: 'converted', hours: 0 }, 'The certificate says 0.5 CEUs; converted to contact hours.'],
    [
      { code: 'no_certificate', hours: 0 },
      'No certificate yet. The hours count, but an audit will ask for it.',
    ],
    [
      { code: 'topic_hours_missing', hours: 0 },
      'Several topics without hours. Enter the hours of each topic to make them count.',
    ],
  ])('explain %o', (reason, sentence) => {
    expect(reasonText(reason, scene)).toBe(sentence)
  })

  test('name amounts and frequencies', () => {
    expect([hoursText(1), hoursText(0.25), amountText(1, 'minute'), amountText(2, 'ceu')]).toEqual([
      '1 hour',
      '0.25 hours',
      '1 minute',
      '2 CEUs',
    ])
    expect(['cycle', 'once', 'first-renewal', '2 cycles', '3 cycles', '6 cycles'].map(frequencyText)).toEqual(
      [
        'every renewal',
        'once',
        'at the first renewal',
        'every other renewal',
        'every 3rd renewal',
        'every 6th renewal',
      ],
    )
  })

  test.each([
    ['contact_hour', 'contact hour', 'contact hours'],
    ['ceu', 'CEU', 'CEUs'],
    ['minute', 'minute', 'minutes'],
    ['cme_credit', 'CME credit', 'CME credits'],
    ['semester_credit', 'semester credit', 'semester credits'],
    ['quarter_credit', 'quarter credit', 'quarter credits'],
  ] as const)('name one %s and several', (unit, one, several) => {
    expect([amountText(1, unit), amountText(1.5, unit)]).toEqual([`1 ${one}`, `1.5 ${several}`])
  })

  test('state the caution about a rule in one sentence', () => {
    const rule = findRule('CA-RN')
    if (!rule) throw new Error('California has a rule')
    const warnings = ['several_ways', 'medium_confidence', 'low_confidence', 'undated'] as const
    const texts = warnings.map((warning) =>
      ruleWarningText(warning, { ...rule, alternatives: null }, 'in 2024'),
    )
    expect(texts).toEqual([
      'CE is one of several ways to renew.',
      'Our sources for this rule are secondhand or do not fully agree.',
      'This rule is based on general knowledge, or a change to it was still pending when we checked.',
      "Our sources don't say when this rule last changed.",
    ])
  })

  test('warn that Kentucky’s rule has alternatives and an old source', () => {
    const rule = findRule('KY-RN')
    if (!rule) throw new Error('Kentucky has a rule')
    const texts = ruleWarningsOf(rule, '2026-11-21').map((warning) =>
      ruleWarningText(warning, rule, 'in July 2024'),
    )
    expect(texts).toEqual([
      `CE is one of several ways to renew. ${rule.alternatives}`,
      'Our source for this rule was published in July 2024, more than a year ago.',
    ])
  })
})
