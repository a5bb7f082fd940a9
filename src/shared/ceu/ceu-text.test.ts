import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { ceRuleOf } from '#testing/ce-rule.ts'
import { amountText, caveatText, frequencyText, hoursText, needName, reasonText } from './ceu-text.ts'
import type { Reason } from './entry.ts'

const scene = {
  cycle: { cycleStart: '2025-04-01', cycleEnd: '2027-03-31', rule: null },
  entry: { kind: 'bls' as const, amount: 0.5, unit: 'ceu' as const },
  date: (date: string) => date,
  t: english,
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
      '1 hour does not count: “CPR or BLS” is not accepted under this cycle’s rule.',
    ],
    [{ code: 'set_by_owner', hours: 1 }, '1 hour does not count: you set the hours accepted here.'],
    [
      { code: 'kind_unclear', hours: 2 },
      '2 hours do not count: choose BLS, or ACLS, PALS or NRP. This rule treats them differently.',
    ],
    [
      { code: 'no_conversion', hours: 2 },
      '2 hours do not count: this rule counts points, not hours. Enter what it is worth here.',
    ],
    [{ code: 'over_category', hours: 1 }, '1 hour does not count: the rule limits this category or topic.'],
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
      'Several topics have no hours. Enter the hours for each topic so they count.',
    ],
  ])('explain %o', (reason, sentence) => {
    expect(reasonText(reason, scene)).toBe(sentence)
  })

  test('explain in the unit of the rule', () => {
    const cycle = { ...scene.cycle, rule: { unit: 'CERPs' } }
    expect(reasonText({ code: 'no_conversion', hours: 2 }, { ...scene, cycle })).toBe(
      '2 CERPs do not count: this rule counts CERPs, not hours. Enter what it is worth here.',
    )
  })

  test('name amounts and frequencies', () => {
    expect([
      hoursText(1, english),
      hoursText(0.25, english),
      amountText(1, 'minute', english),
      amountText(2, 'ceu', english),
    ]).toEqual(['1 hour', '0.25 hours', '1 minute', '2 CEUs'])
    expect(
      ['cycle', 'once', 'first-renewal', '2 cycles', '3 cycles', '6 cycles', '1 years', '4 years'].map(
        (every) => frequencyText(every, english),
      ),
    ).toEqual([
      'every renewal',
      'once',
      'at the first renewal',
      'every other renewal',
      'every 3rd renewal',
      'every 6th renewal',
      'every year',
      'every 4 years, regardless of renewals',
    ])
  })

  test.each([
    ['contact_hour', 'contact hour', 'contact hours'],
    ['ceu', 'CEU', 'CEUs'],
    ['minute', 'minute', 'minutes'],
    ['cme_credit', 'CME credit', 'CME credits'],
    ['semester_credit', 'semester credit', 'semester credits'],
    ['quarter_credit', 'quarter credit', 'quarter credits'],
  ] as const)('name one %s and several', (unit, one, several) => {
    expect([amountText(1, unit, english), amountText(1.5, unit, english)]).toEqual([
      `1 ${one}`,
      `1.5 ${several}`,
    ])
  })

  test.each<[Parameters<typeof caveatText>[0], string]>([
    [{ code: 'several_ways' }, 'There are 1 ways to renew, and each has its own requirements.'],
    [
      { code: 'not_hours' },
      'It counts contact hours, not hours. The handbook of the board says how much each activity is worth.',
    ],
    [
      { code: 'not_official', parts: ['hours', 'ways', 'topics'] },
      'What we know about the hours, the ways to renew, and the topics comes from other sites, not from the board itself.',
    ],
    [
      { code: 'unknown', parts: ['firstRenewal'] },
      'We found nothing about the first renewal. Check with the board.',
    ],
    [
      { code: 'uncited', parts: ['renewal', 'excludes', 'carryOver'] },
      'We have no source for the renewal date, what does not count, and hours carried over. Check with the board.',
    ],
    [{ code: 'limits_in_words' }, 'Lanyard cannot count some of its limits. They are listed in the rule.'],
    [{ code: 'pending_law' }, 'A rule change is pending. It is described in the rule.'],
    [{ code: 'overdue' }, 'We last checked its sources on Nov 22, 2026. They are due for another check.'],
  ])('state %o', (caveat, sentence) => {
    expect(caveatText(caveat, ceRuleOf(), english)).toBe(sentence)
  })

  test('refer to the certifying body where there is no board', () => {
    const rule = ceRuleOf({ certification: 'CCRN' })
    expect(caveatText({ code: 'unknown', parts: ['ways'] }, rule, english)).toMatch(
      /Check with the certifying body\.$/,
    )
  })

  test.each([
    [{ kind: 'practice_hours', amount: 1320, years: 5 }, '1,320 practice hours in 5 years'],
    [{ kind: 'academic_credits', amount: 6, years: null }, '6 academic credits'],
    [{ kind: 'practice_hours', amount: null, years: null }, 'Enough practice hours'],
    [{ kind: 'practice_hours', amount: null, years: null, what: 'Bedside work' }, 'Enough practice hours'],
    [{ kind: 'academic_credits', amount: null, years: null, what: 'A degree' }, 'Enough academic credits'],
    [{ kind: 'ce', amount: 20, years: 2 }, 'CE hours (20 hours) in 2 years'],
    [{ kind: 'certification', amount: null, years: null }, 'A current certification'],
    [{ kind: 'course', amount: 1, years: null }, 'A course (1 hour)'],
    [{ kind: 'assessment', amount: null, years: null }, 'An assessment'],
    [{ kind: 'publication', amount: null, years: null }, 'A publication'],
    [{ kind: 'portfolio', amount: null, years: null }, 'A portfolio'],
    [{ kind: 'other', amount: null, years: null }, 'Something else'],
    [{ kind: 'refresher', amount: 160, years: null }, 'A refresher course (160 hours)'],
    [{ kind: 'exam', amount: null, years: 1 }, 'An exam in one year'],
    [{ kind: 'other', amount: null, years: null, what: 'An evaluation' }, 'An evaluation'],
  ] as const)('name what %o asks for', (need, name) => {
    expect(needName({ what: null, ...need }, english)).toBe(name)
  })
})
