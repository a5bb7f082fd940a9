import { describe, expect, it, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { ceRuleOf, needOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { noAnswers } from './requirements.ts'
import type { CeRule } from './rule.ts'
import { ruleChanges } from './rule-changes.ts'
import { evidenceFor } from './rule-facts.ts'
import { reportText } from './rule-report.ts'
import {
  asSentence,
  firstRenewalText,
  limitText,
  renewalText,
  rulePartNames,
  ruleTopicText,
  wayNeedText,
  wayText,
  yearsText,
} from './rule-text.ts'
import { embeddedRules } from './rules.ts'

const date = (day: string) => `<${day}>`
const rule = ceRuleOf()

test.each([
  [{ amount: null }, 'CE'],
  [{ amount: 1 }, '1 contact hour'],
  [{ amount: 30, topic: 'ethics' }, '30 contact hours on ethics'],
  [{ amount: 30, years: 1 }, '30 contact hours in one year'],
  [{ amount: 30, years: 3, lastYearAmount: 5 }, '30 contact hours in 3 years, 5 of them in the last year'],
  [
    {
      categories: [
        { key: 'A', title: 'x', min: 5, max: 10 },
        { key: 'B', title: 'x', min: 5, max: null },
        { key: 'C', title: 'x', min: 0, max: 10 },
        { key: 'D', title: 'x', min: null, max: null },
      ],
    },
    '20 contact hours (category A at least 5, at most 10; category B at least 5; category C at most 10; category D)',
  ],
])('a need of %j is “%s”', (need, text) => {
  expect(wayNeedText(rule, needOf(need), english)).toBe(text)
})

test('a way lists what it requires, and the only topics that it requires', () => {
  const topics = [topicOf('pain', { topic: 'Pain' }), topicOf('bias', { topic: 'Bias' }), topicOf('law')]
  const of = (topicsDue: string[] | null) =>
    wayText(
      ceRuleOf({ topics }),
      {
        ...wayWith('ce', {}, { amount: 3, topic: 'law' }),
        title: 'CE',
        topicsDue,
      },
      english,
    )
  const asked = 'CE: 20 contact hours; 3 contact hours on law'
  expect(of(null)).toBe(asked)
  expect(of(['pain', 'bias'])).toBe(`${asked} Only these topics: Pain; Bias.`)
  expect(of([])).toBe(`${asked} Only these topics: none.`)
  expect(wayText(rule, { ...wayWith('ce', {}), title: '20 contact hours' }, english)).toBe('20 contact hours')
})

test.each([
  [{ rule: 'same' }, 'The same as for every renewal.'],
  [{ rule: 'reduced', hours: null }, 'Fewer hours; the number is not stated.'],
  [{ rule: 'reduced', hours: 5, condition: 'by exam' }, '5 hours instead, if by exam.'],
  [{ rule: 'prorated', perMonth: null }, 'Fewer hours, depending on when your license was issued.'],
  [
    { rule: 'prorated', hours: 4, perMonth: 1 },
    '4 hours, and 1 hour for each month since your license was issued.',
  ],
  [{ rule: 'prorated', hours: 0, perMonth: 2 }, '2 hours for each month since your license was issued.'],
  [{ rule: 'exempt' }, 'No hours are required.'],
  [
    { rule: 'exempt', perMonth: 2 },
    'No hours are required. Other new licensees need 2 hours for each month since their license was issued.',
  ],
  [
    { rule: 'unknown', topicsStillDue: ['pain', 'law'] },
    'We found nothing about it. Still required: Pain; Law.',
  ],
] as const)('a first renewal of %j is told: %s', (more, text) => {
  const topics = [
    topicOf('pain', { topic: 'Pain' }),
    topicOf('law', { topic: 'Law' }),
    topicOf('bias', { topic: 'Bias' }),
  ]
  const firstRenewal = { ...rule.firstRenewal, ...more } as CeRule['firstRenewal']
  expect(firstRenewalText(ceRuleOf({ topics, firstRenewal }), english)).toBe(text)
})

const november = { month: 11, day: 30, years: 'even' }
const leap = { month: 2, day: 29, years: 'every' }
test.each([
  [{ basis: 'fixed', dates: [] }, 'Every 2 years.'],
  [{ basis: 'fixed', dates: [november] }, 'Every 2 years, on November 30 of even years.'],
  [
    {
      basis: 'fixed',
      dates: [
        { month: 4, day: 30, years: 'even' },
        { month: 7, day: 31, years: 'even' },
        { month: 4, day: 30, years: 'odd' },
      ],
    },
    'Every 2 years, on April 30 or July 31 of even years, or April 30 of odd years.',
  ],
  [
    { basis: 'group', dates: [november, leap] },
    'Every 2 years, on November 30 of even years or February 29.',
  ],
  [{ basis: 'birth-month' }, 'Every 2 years, by your birth month.'],
  ...(
    [
      [0, 'your birth month'],
      [1, 'the month after your birth month'],
      [-1, 'the month before your birth month'],
      [2, 'the 2nd month after your birth month'],
      [-3, 'the 3rd month before your birth month'],
      [4, 'the 4th month after your birth month'],
    ] as const
  ).map(
    ([monthsAfterBirthMonth, text]) =>
      [{ basis: 'birth-month', monthsAfterBirthMonth }, `Every 2 years, at the end of ${text}.`] as const,
  ),
  [
    { basis: 'birth-month', monthsAfterBirthMonth: 0, dayOfMonth: 15 },
    'Every 2 years, on day 15 of your birth month.',
  ],
  [{ basis: 'birth-date', years: 1 }, 'Every year, on your birthday.'],
  [{ basis: 'issue-date' }, 'Every 2 years, counted from the issue date.'],
  [{ basis: 'unknown' }, 'Every 2 years. The date is on your license.'],
] as const)('a renewal of %j is told: %s', (more, text) => {
  expect(renewalText(ceRuleOf({ renewal: { ...rule.renewal, ...more } as CeRule['renewal'] }), english)).toBe(
    text,
  )
})

test.each([
  [{ hours: null }, 'A course, every renewal.'],
  [{ hours: 1, onTop: true }, '1 hour, every renewal, in addition to the hours.'],
  [{ effectiveFrom: '2026-01-01' }, '2 hours, every renewal. For cycles that end on <2026-01-01> or later.'],
  [
    { effectiveUntil: '2026-01-01' },
    '2 hours, every renewal. For cycles that end on <2026-01-01> or earlier.',
  ],
  [
    { deadline: { date: '2027-07-01', yearsAfterLicensure: null, text: '' } },
    '2 hours, every renewal. Deadline: <2027-07-01>.',
  ],
  [
    { deadline: { date: '2027-07-01', yearsAfterLicensure: null, text: 'By July. 2027' } },
    '2 hours, every renewal. Deadline: By July. 2027.',
  ],
])('a topic of %j is told: %s', (more, text) => {
  expect(ruleTopicText(topicOf('pain', more), rule, date, english)).toBe(text)
})

test('describes years, limits and parts', () => {
  expect([yearsText(1, english), yearsText(2, english)]).toEqual(['every year', 'every 2 years'])
  const limit = { what: 'Self-study', kinds: [], hours: 10, per: 'cycle', note: null } as const
  const of = (more: object) => limitText({ ...limit, kinds: [], ...more }, rule, english)
  expect([of({}), of({ per: 'day' }), of({ hours: null })]).toEqual([
    'Self-study: at most 10 hours in a cycle',
    'Self-study: at most 10 hours a day',
    'Self-study (Lanyard cannot count this)',
  ])
  expect(['No end', 'One.', 'Why?', 'Now!', 'A. b'].map(asSentence)).toEqual([
    ...['No end.', 'One.', 'Why?', 'Now!', 'A. b.'],
  ])
  for (const name of Object.values(rulePartNames)) expect(name).toMatch(/^[A-Z]/)
  expect(rulePartNames).toMatchObject({ firstRenewal: 'First renewal', renewal: 'Renewal date' })
})

describe('lists every part that differs between two versions', () => {
  const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31', issuedAt: null }
  const changes = (older: Partial<CeRule>, newer: Partial<CeRule>) =>
    ruleChanges(ceRuleOf(older), ceRuleOf(newer), facts, date, english).map(
      ({ part, text }) => `${part}: ${text}`,
    )
  const limit = { what: 'Self-study', kinds: [], hours: 10, per: 'cycle', note: null } as const
  const pain = (more: object) => ({ topics: [topicOf('pain', { topic: 'Pain', ...more })] })

  it.each<[string, Partial<CeRule>, Partial<CeRule>, string[]]>([
    [
      'the total',
      {},
      { ways: [wayWith('ce', { amount: 24 })] },
      ['For you: Total: 20 hours → 24 hours.', 'Ways to renew: ce: 20 contact hours → ce: 24 contact hours'],
    ],
    [
      'no total',
      { ways: [] },
      { ways: [wayWith('ce', { amount: 24 })] },
      ['For you: Total: no total → 24 hours.', 'Ways to renew: New: ce: 24 contact hours'],
    ],
    [
      'a course',
      pain({ hours: null }),
      pain({ hours: 1 }),
      [
        'For you: Pain: a course → 1 hour.',
        'Topics: Pain: A course, every renewal. → Pain: 1 hour, every renewal.',
      ],
    ],
    [
      'the name of a topic',
      pain({}),
      { topics: [topicOf('pain', { topic: 'Pain relief' })] },
      ['Topics: Pain: 2 hours, every renewal. → Pain relief: 2 hours, every renewal.'],
    ],
    ['the key of a topic', pain({}), { topics: [topicOf('relief', { topic: 'Pain' })] }, []],
    [
      'who takes a topic',
      pain({}),
      pain({ onlyIf: 'In the ICU', note: 'Once.' }),
      ['Topics: Pain: 2 hours, every renewal. → Pain: 2 hours, every renewal. Only: In the ICU. Once.'],
    ],
    [
      'a note on a way',
      {},
      { ways: [{ ...wayWith('ce', {}), note: 'Any course' }] },
      ['Ways to renew: ce: 20 contact hours → ce: 20 contact hours. Any course'],
    ],
    [
      'what one is worth',
      { unit: 'CERPs' },
      { unit: 'CERPs', hoursPerUnit: 2 },
      ['Hours: 1 contact hours for one → 2 contact hours for one'],
    ],
    [
      'nothing that it is worth',
      { unit: 'CERPs' },
      { unit: 'CERPs', hoursPerUnit: null },
      ['Hours: No longer: 1 contact hours for one'],
    ],
    [
      'conversions',
      {},
      { conversions: { ceu: 12, minutesPerHour: 50 } },
      ['Hours: New: 1 CEU = 12 hours', 'Hours: New: 50 minutes are an hour'],
    ],
    [
      'first renewal',
      {},
      { firstRenewal: { ...rule.firstRenewal, rule: 'exempt', note: 'By exam' } },
      [
        'First renewal: The same as for every renewal. → No hours are required.',
        'First renewal: New: By exam',
      ],
    ],
    [
      'period',
      {},
      { periodYears: 3, periodNote: 'By birth month' },
      [
        'Dates: Hours are counted every 2 years → Hours are counted every 3 years',
        'Dates: New: By birth month',
      ],
    ],
    [
      'renewal',
      {},
      { renewal: { ...rule.renewal, basis: 'birth-date', note: 'Online' } },
      [
        'Dates: Every 2 years. The date is on your license. → Every 2 years, on your birthday.',
        'Dates: New: Online',
      ],
    ],
    [
      'begin and end',
      {},
      { effectiveFrom: '2026-01-01', effectiveUntil: '2028-01-01' },
      [
        'Dates: New: For periods that end on <2026-01-01> or later',
        'Dates: New: For periods that end on <2028-01-01> or earlier',
      ],
    ],
    ['window', {}, { window: { ...rule.window, applyBy: 'Apply by May' } }, ['Dates: New: Apply by May']],
    [
      'limits',
      {},
      { limits: [{ ...limit, kinds: [] }] },
      ['Limits: New: Self-study: at most 10 hours in a cycle'],
    ],
    [
      'excludes',
      {},
      { excludes: [{ what: 'CPR', kinds: [], note: 'Any' }] },
      ['What does not count: New: CPR. Any'],
    ],
    [
      'carry-over',
      {},
      { carryOver: { allowed: true, hours: 5, note: 'Once' } },
      [
        'Hours carried over: We do not know if any can carry over. → Up to 5 hours can carry over.',
        'Hours carried over: New: Once',
      ],
    ],
    [
      'records and law',
      {},
      {
        providers: 'ANCC',
        keepRecordsYears: 4,
        exemptions: ['Military'],
        pending: [{ what: 'More hours', expected: null, source: null }],
      },
      [
        'Courses, records and law: New: ANCC',
        'Courses, records and law: New: Keep records for 4 years',
        'Courses, records and law: New: Military',
        'Courses, records and law: New: More hours',
      ],
    ],
  ])('%s', (_what, older, newer, expected) => {
    expect(changes(older, newer)).toEqual(expected)
  })
})

test('a report contains each part, and at most six sources', () => {
  const evidence = [...Array(9).keys()].map((index) => ({
    ...{ url: `https://board.example/${index}`, kind: 'board' as const, speaksOf: null, supports: [] },
  }))
  const report = reportText({
    rule: ceRuleOf({ evidence }),
    shown: ['a', 'b'],
    correction: ' ',
    source: ' here ',
  })
  expect(report).toBe(
    [
      ...['Rule: TX-RN', 'Version: 2026-11-22', 'About: Board of Nursing', ''],
      ...['What Lanyard says:', '- a', '- b', ''],
      ...['What it should say:', '(please fill in)', '', 'Where that is written:', 'here', ''],
      'Its sources, read on 2026-11-22:',
      ...evidence.slice(0, 6).map(({ url }) => `- ${url}`),
    ].join('\n'),
  )
})

test('the evidence for a part lists official texts first', () => {
  const text = (kind: CeRule['evidence'][number]['kind'], supports: string[]) => ({
    ...{ url: `https://${kind}.example/`, kind, speaksOf: null, supports },
  })
  const evidence = [text('vendor', ['hours']), text('statute', ['hours']), text('board', ['topics'])]
  expect(evidenceFor(ceRuleOf({ evidence }), 'hours').map(({ kind }) => kind)).toEqual(['statute', 'vendor'])
})

test('finds an APRN rule for each advanced practice title, in any spelling', () => {
  const find = (type: string, state = 'TX') => embeddedRules.forLicense({ state, type }, '2027-03-31')
  const nursePractitioner = find('NP')
  expect(nursePractitioner?.license).toBe('APRN')
  for (const type of ['FNP', 'AGPCNP', 'AGACNP', 'PNP', 'PMHNP', 'WHNP', 'NNP', 'ACNP', ' fnp '])
    expect(find(type), type).toBe(nursePractitioner)
  for (const type of ['CNS', 'CNM', 'CRNA']) expect(find(type)?.license, type).toBe('APRN')
  expect([find('RN', 'Ontario'), find('MD'), find('')]).toEqual([null, null, null])
})
