import { describe, expect, it } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { ceRuleOf, renewalOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { noAnswers } from './requirements.ts'
import type { CeRule } from './rule.ts'
import { ruleChanges } from './rule-changes.ts'
import { reportSubject, reportText } from './rule-report.ts'
import {
  asSentence,
  carryOverText,
  firstRenewalText,
  limitText,
  renewalText,
  ruleTopicText,
  unknownFactsText,
  wayText,
} from './rule-text.ts'
import { ruleAmountText, shortUnitName } from './unit-text.ts'

const date = (value: string) => value

describe('a unit', () => {
  it.each([
    [null, 1, '1 hour'],
    [{ unit: 'contact hours' }, 20, '20 hours'],
    [{ unit: 'CERPs' }, 1, '1 CERP'],
    [{ unit: 'points' }, 300, '300 points'],
  ])('of %o is named as the rule names it', (rule, amount, words) => {
    expect(ruleAmountText(amount, rule, english)).toBe(words)
  })

  it('has a short name for narrow layouts', () => {
    expect(shortUnitName({ unit: 'recertification units' })).toBe('units')
  })
})

describe('a rule in words', () => {
  it('a way lists everything that it requires, without repeating anything', () => {
    const rule = ceRuleOf({ unit: 'CERPs' })
    const category = { key: 'A', title: 'Care', min: 60, max: 80 }
    const way = wayWith(
      'a',
      { amount: 100, categories: [category] },
      { kind: 'practice_hours', amount: 432, lastYearAmount: 144 },
    )
    expect(wayText(rule, { ...way, title: 'Usual' }, english)).toBe(
      'Usual: 100 CERPs (category A at least 60, at most 80); 432 practice hours, 144 of them in the last year',
    )
    expect(wayText(rule, { ...wayWith('b', { amount: 1 }), title: '1 CERP' }, english)).toBe('1 CERP')
  })

  it.each<[Partial<CeRule['firstRenewal']>, string]>([
    [{ rule: 'same' }, 'The same as for every renewal.'],
    [{ rule: 'exempt', condition: 'issued by exam' }, 'No hours are required, if issued by exam.'],
    [
      { rule: 'exempt', perMonth: 1, condition: 'issued by exam' },
      'No hours are required, if issued by exam. Other new licensees need 1 hour for each month since their license was issued.',
    ],
    [{ rule: 'reduced', hours: 10 }, '10 hours instead.'],
    [{ rule: 'reduced' }, 'Fewer hours; the number is not stated.'],
    [{ rule: 'prorated', perMonth: 1 }, '1 hour for each month since your license was issued.'],
    [{ rule: 'unknown' }, 'We found nothing about it.'],
  ])('the first renewal: %o', (firstRenewal, words) => {
    const none = ceRuleOf().firstRenewal
    expect(firstRenewalText(ceRuleOf({ firstRenewal: { ...none, ...firstRenewal } }), english)).toBe(words)
  })

  it.each<[Partial<CeRule['renewal']>, string]>([
    [
      { basis: 'fixed', dates: [{ month: 11, day: 30, years: 'even' }] },
      'Every 2 years, on November 30 of even years.',
    ],
    [{ basis: 'birth-month', monthsAfterBirthMonth: 0 }, 'Every 2 years, at the end of your birth month.'],
    [
      { basis: 'birth-month', monthsAfterBirthMonth: 0, dayOfMonth: 15 },
      'Every 2 years, on day 15 of your birth month.',
    ],
    [
      { basis: 'birth-month', monthsAfterBirthMonth: -1 },
      'Every 2 years, at the end of the month before your birth month.',
    ],
    [
      { basis: 'birth-month', monthsAfterBirthMonth: 0, inYears: 'odd' },
      'Every 2 years, at the end of your birth month. It expires in odd years.',
    ],
    [
      { basis: 'birth-date', inYears: 'birth-year' },
      'Every 2 years, on your birthday. It expires in even years if you were born in an even year, otherwise in odd years.',
    ],
    [{ basis: 'issue-date' }, 'Every 2 years, counted from the issue date.'],
    [
      { basis: 'issue-date', monthEnd: 'issue-month' },
      'Every 2 years, at the end of the month it was issued.',
    ],
    [{ basis: 'unknown' }, 'Every 2 years. The date is on your license.'],
  ])('the renewal: %o', (renewal, words) => {
    expect(renewalText(ceRuleOf({ renewal: renewalOf(renewal) }), english)).toBe(words)
  })

  it.each(['Declared in CE Broker', 'Declared in CE Broker.'])('a note ends with one period: %s', (note) => {
    expect(asSentence(note)).toBe('Declared in CE Broker.')
  })

  it('a topic says how often it is required, in addition to what, and by when', () => {
    const deadline = { date: '2027-07-01', yearsAfterLicensure: null, text: '' }
    const topic = topicOf('dementia', {
      every: '4 years',
      onTop: true,
      deadline,
      effectiveFrom: '2026-01-01',
    })
    expect(ruleTopicText(topic, ceRuleOf(), date, english)).toBe(
      '2 hours, every 4 years, regardless of renewals, in addition to the hours. Deadline: 2027-07-01. For cycles that end on 2026-01-01 or later.',
    )
  })

  it('limits and carried-over hours mention what is unknown, too', () => {
    const limit = { what: 'Self-study', kinds: [], hours: 5, per: 'day' as const, note: null }
    expect(limitText(limit, ceRuleOf(), english)).toBe('Self-study: at most 5 hours a day')
    expect(limitText({ ...limit, hours: null }, ceRuleOf(), english)).toBe(
      'Self-study (Lanyard cannot count this)',
    )
    const carries = (allowed: boolean | null, hours: number | null) =>
      carryOverText(ceRuleOf({ carryOver: { allowed, hours, note: null } }), english)
    expect([carries(null, null), carries(false, null), carries(true, null), carries(true, 5)]).toEqual([
      'We do not know if any can carry over.',
      'None can carry over.',
      'They can carry over.',
      'Up to 5 hours can carry over.',
    ])
  })

  it('what nobody found is named, and nothing else', () => {
    const all = { providers: 'ANCC', keepRecordsYears: 4 }
    const unknown = { allowed: null, hours: null, note: null }
    expect(unknownFactsText(ceRuleOf({ ...all, carryOver: { ...unknown, allowed: false } }), english)).toBe(
      null,
    )
    expect(
      unknownFactsText(ceRuleOf({ providers: null, keepRecordsYears: null, carryOver: unknown }), english),
    ).toBe(
      'We don’t know who must approve a course, how long to keep certificates, or whether extra hours carry over.',
    )
  })
})

describe('two versions of a rule', () => {
  const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31', issuedAt: null }
  const changes = (older: Partial<CeRule>, newer: Partial<CeRule>) =>
    ruleChanges(ceRuleOf(older), ceRuleOf(newer), facts, date, english).map(
      ({ part, text }) => `${part}: ${text}`,
    )

  it('list what changes for the owner first', () => {
    const older = {
      topics: [topicOf('ethics', { topic: 'Ethics', hours: 2 }), topicOf('opioids', { topic: 'Opioids' })],
    }
    const newer = {
      topics: [
        topicOf('ethics', { topic: 'Ethics', hours: 3 }),
        topicOf('bias', { topic: 'Bias', hours: 1 }),
      ],
    }
    expect(changes(older, newer).slice(0, 3)).toEqual([
      'For you: Ethics: 2 hours → 3 hours.',
      'For you: New: Bias, 1 hour.',
      'For you: No longer required: Opioids.',
    ])
    expect(changes(older, older)).toEqual([])
  })

  it.each<[string, Partial<CeRule>, Partial<CeRule>, string]>([
    [
      'ways',
      { ways: [wayWith('a', { amount: 20 })] },
      {
        ways: [
          wayWith('a', { amount: 20 }),
          { ...wayWith('b', { kind: 'exam', amount: null }), title: 'Exam' },
        ],
      },
      'Ways to renew: New: Exam: An exam',
    ],
    ['the unit', { unit: 'CERPs' }, { unit: 'points' }, 'Hours: Counted in CERPs → Counted in points'],
    [
      'the frequency of a topic of the same name',
      { topics: [topicOf('old-key', { topic: 'Ethics', hours: 2 })] },
      { topics: [topicOf('ethics', { topic: 'Ethics', hours: 2, every: 'once' })] },
      'Topics: Ethics: 2 hours, every renewal. → Ethics: 2 hours, once.',
    ],
    [
      'dates',
      { effectiveUntil: null },
      { effectiveUntil: '2027-06-30' },
      'Dates: New: For periods that end on 2027-06-30 or earlier',
    ],
    [
      'what does not count',
      { excludes: [{ what: 'CPR', kinds: ['bls'], note: null }] },
      { excludes: [] },
      'What does not count: No longer: CPR',
    ],
    [
      'hours carried over',
      { carryOver: { allowed: false, hours: null, note: null } },
      { carryOver: { allowed: true, hours: null, note: null } },
      'Hours carried over: None can carry over. → They can carry over.',
    ],
    [
      'notes',
      { unitNote: null },
      { unitNote: 'An hour has 50 minutes' },
      'Hours: New: An hour has 50 minutes',
    ],
  ])('differ in %s', (_what, older, newer, words) => {
    expect(changes(older, newer)).toContain(words)
  })
})

it('a report contains the version, its sources and what the owner wrote', () => {
  const rule = ceRuleOf()
  const report = reportText({ rule, shown: ['20 contact hours'], correction: ' 24 hours ', source: '' })
  expect(report).toContain(`Rule: ${rule.id}\nVersion: ${rule.version}`)
  expect(report).toContain('What it should say:\n24 hours')
  expect(report).toContain('Where that is written:\n(please fill in)')
  expect(report).toContain(rule.evidence[0]?.url)
  expect(reportSubject(rule)).toBe(`CE rule ${rule.id} of ${rule.version} looks wrong`)
})
