import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import type { TopicAnswer } from './answers.ts'
import { possibleEnds, proposePeriod } from './period.ts'
import { datedDuties, renewalDaysOf } from './renewal-days.ts'
import { requirementsOf } from './requirements.ts'
import { firstRenewalText } from './rule-text.ts'
import { embeddedRules } from './rules.ts'

/**
 * Whole renewals, each calculated by hand from the statute, the regulation or the board's page that is named beside it:
 * the days on which hours count, what is required, when the renewal opens and closes, and what else it needs by when.
 */

type Given = {
  /** The last day of the license. */
  end: string
  issued?: string
  first?: true
  way?: string
  /** Topics that are completed already, or do not concern this nurse. */
  done?: string[]
  exempt?: string[]
}
type Expected = {
  cycle: string
  /** Hours, topics by key and other needs: `24, ohio-nursing-law 1`. */
  required: string
  /** It opens, apply by (if before the end), late until. */
  days: [opens: string | null, applyBy: string | null, lateUntil: string | null]
  duties: string[]
}
type Case = [title: string, given: Given, expected: Expected]

function ruleFor(license: string, end: string) {
  const [state = '', type = ''] = license.split(' ')
  const rule = embeddedRules.forLicense({ state, type }, end)
  if (!rule) throw new Error(`No rule for ${license}`)
  return rule
}

function renewalOf(license: string, { end, issued, first, way, done = [], exempt = [] }: Given): Expected {
  const rule = ruleFor(license, end)
  const answering = (topics: string[], answer: TopicAnswer) => topics.map((topic) => ({ topic, answer }))
  const answers = {
    firstRenewal: first ?? false,
    topics: [...answering(done, 'done'), ...answering(exempt, 'exempt')],
  }
  const dates = { issuedAt: issued ?? null, expiresAt: end, birthMonth: null }
  const period = proposePeriod(rule, dates, answers, '2026-11-27')
  const due = requirementsOf(rule, { answers, wayId: way ?? null, cycleEnd: end, issuedAt: issued ?? null })
  const hours = [
    due.requiredHours ?? 'none',
    ...due.topics.map((topic) => `${topic.key} ${topic.hours ?? 'course'}`).toSorted(),
  ]
  const needs = due.needs.map(({ kind, amount, years }) =>
    [kind, amount, years && `in ${years} years`].filter((part) => part !== null).join(' '),
  )
  const { opens, applyBy, lateUntil } = renewalDaysOf(rule, end)
  return {
    cycle: `${period?.cycleStart} to ${period?.cycleEnd}`,
    required: [hours.join(', '), ...needs].join(' | '),
    days: [opens, applyBy, lateUntil],
    duties: datedDuties(rule, end).map(({ key, dueOn }) => `${key} ${dueOn}`),
  }
}

const georgia = (end: string) => [`report-to-ce-broker ${end}`, `workforce-survey ${end}`]
const dc = (end: string) => [`background-check ${end}`, `workforce-survey ${end}`, `upload-ce-record ${end}`]
const iowa = (end: string) => [`residence-declaration ${end}`, `mandatory-reporter-declaration ${end}`]
/** Nurses without patients who are children or dependent adults need no mandatory reporter training. */
const neitherInIowa = ['child-abuse-reporter', 'dependent-adult-abuse-reporter']
const maryland = (end: string) => [
  `criminal-history-check ${end}`,
  `workforce-data ${end}`,
  `attest-implicit-bias ${end}`,
]

const renewals: [license: string, source: string, ...cases: Case[]][] = [
  [
    'OH RN',
    'Ohio Rev. Code 4723.24(A)(1)(a) and (C), Ohio Admin. Code 4723-14-03',
    // Due on September 15 of odd years, late until it lapses on November 1; opens on July 1.
    [
      'a second renewal',
      { end: '2027-10-31' },
      {
        cycle: '2025-11-01 to 2027-10-31',
        required: '24, ohio-nursing-law 1',
        days: ['2027-07-01', '2027-09-15', '2027-10-31'],
        duties: [],
      },
    ],
    [
      'a first renewal after the examination, without hours but with the same days',
      { end: '2027-10-31', issued: '2026-07-06', first: true },
      {
        cycle: '2026-07-06 to 2027-10-31',
        required: 'none',
        days: ['2027-07-01', '2027-09-15', '2027-10-31'],
        duties: [],
      },
    ],
  ],
  [
    'OH LPN',
    'Ohio Rev. Code 4723.24(A)(1)(b) and (C)',
    [
      'a second renewal, in an even year',
      { end: '2028-10-31' },
      {
        cycle: '2026-11-01 to 2028-10-31',
        required: '24, ohio-nursing-law 1',
        days: ['2028-07-01', '2028-09-15', '2028-10-31'],
        duties: [],
      },
    ],
  ],
  [
    'GA RN',
    'Ga. Comp. R. & Regs. 410-13-.01; Secretary of State, how-to guide: November 1 to January 31, late in February',
    [
      'an even year, by 30 hours',
      { end: '2028-01-31' },
      {
        cycle: '2026-02-01 to 2028-01-31',
        required: '30',
        days: ['2027-11-01', null, '2028-02-28'],
        duties: georgia('2028-01-31'),
      },
    ],
    [
      'an odd year, by 500 hours of practice',
      { end: '2027-01-31', way: 'practice' },
      {
        cycle: '2025-02-01 to 2027-01-31',
        required: 'none | practice_hours 500',
        days: ['2026-11-01', null, '2027-02-28'],
        duties: georgia('2027-01-31'),
      },
    ],
    [
      'a first license of six months or less: nothing but the application',
      { end: '2028-01-31', issued: '2027-08-15', first: true },
      {
        cycle: '2027-08-15 to 2028-01-31',
        required: 'none',
        days: ['2027-11-01', null, '2028-02-28'],
        duties: georgia('2028-01-31'),
      },
    ],
  ],
  [
    'GA LPN',
    'Ga. Comp. R. & Regs. 410-13-.02(1)(a) and (5)',
    [
      '20 hours, in odd years; no window is known',
      { end: '2027-03-31' },
      {
        cycle: '2025-04-01 to 2027-03-31',
        required: '20',
        days: [null, null, null],
        duties: ['report-to-ce-broker 2027-03-31'],
      },
    ],
  ],
  [
    'LA RN',
    'La. Admin. Code 46:XLVII.3333 and 3335; LSBN renewal FAQ',
    // Complete before January 1, with a late fee in January; lapses at the end of January 31.
    [
      'an odd year, by 30 hours',
      { end: '2027-01-31' },
      {
        cycle: '2025-02-01 to 2027-01-31',
        required: '30',
        days: ['2026-10-01', '2026-12-31', '2027-01-31'],
        duties: [],
      },
    ],
    [
      'an even year, by 900 hours of practice',
      { end: '2028-01-31', way: 'practice' },
      {
        cycle: '2026-02-01 to 2028-01-31',
        required: 'none | practice_hours 900',
        days: ['2027-10-01', '2027-12-31', '2028-01-31'],
        duties: [],
      },
    ],
    [
      'a first license of this period: neither hours nor practice',
      { end: '2028-01-31', issued: '2027-05-20', first: true },
      {
        cycle: '2027-05-20 to 2028-01-31',
        required: 'none',
        days: ['2027-10-01', '2027-12-31', '2028-01-31'],
        duties: [],
      },
    ],
  ],
  [
    'AL RN',
    'Ala. Admin. Code 610-X-4-.08 and 610-X-10-.07; abn.alabama.gov/licensing/renewal',
    [
      'a second renewal, in an even year',
      { end: '2026-12-31' },
      {
        cycle: '2025-01-01 to 2026-12-31',
        required: '24',
        days: ['2026-09-01', null, null],
        duties: ['upload-ce-record 2026-12-31'],
      },
    ],
  ],
  [
    'AL LPN',
    'Ala. Admin. Code 610-X-4-.08 and 610-X-10-.07; abn.alabama.gov/licensing/renewal',
    [
      'a second renewal, in an odd year',
      { end: '2027-12-31' },
      {
        cycle: '2026-01-01 to 2027-12-31',
        required: '24',
        days: ['2027-09-01', null, null],
        duties: ['upload-ce-record 2027-12-31'],
      },
    ],
    [
      // The Board's 4 hours, and one for each month from February to December: 4 + 11 = 15.
      'a first renewal after eleven months',
      { end: '2027-12-31', issued: '2027-02-20', first: true },
      {
        cycle: '2027-02-20 to 2027-12-31',
        required: '15, alabama-board-course 4',
        days: ['2027-09-01', null, null],
        duties: ['upload-ce-record 2027-12-31'],
      },
    ],
  ],
  [
    'AZ RN',
    'A.R.S. 32-1642(A), A.A.C. R4-19-312; azbn.gov: 6 months before the due date',
    [
      'an odd year',
      { end: '2027-04-01' },
      {
        cycle: '2023-04-02 to 2027-04-01',
        required: 'none | practice_hours 960 in 5 years',
        days: ['2026-10-01', null, '2027-08-01'],
        duties: ['conviction-statement 2027-04-01'],
      },
    ],
    [
      'an even year',
      { end: '2028-04-01' },
      {
        cycle: '2024-04-02 to 2028-04-01',
        required: 'none | practice_hours 960 in 5 years',
        days: ['2027-10-01', null, '2028-08-01'],
        duties: ['conviction-statement 2028-04-01'],
      },
    ],
  ],
  [
    'IA RN',
    'Iowa Admin. Code 655-3.8(2) and (3), 655-5.2(1); dial.iowa.gov: late in the 30 days after',
    [
      // March 16 to May 15: 15 + 30 + 15 = 60 days. To June 14: 16 + 14 = 30.
      'a second renewal',
      { end: '2027-05-15', exempt: neitherInIowa },
      {
        cycle: '2024-05-16 to 2027-05-15',
        required: '36',
        days: ['2027-03-16', null, '2027-06-14'],
        duties: iowa('2027-05-15'),
      },
    ],
    [
      // December 17 to February 15: 14 + 31 + 15 = 60 days. To March 16 of a leap year: 14 + 16 = 30.
      'in February of a leap year',
      { end: '2028-02-15', exempt: neitherInIowa },
      {
        cycle: '2025-02-16 to 2028-02-15',
        required: '36',
        days: ['2027-12-17', null, '2028-03-16'],
        duties: iowa('2028-02-15'),
      },
    ],
    [
      'a first license of 24 to 36 months needs the same 36 hours in its own days',
      {
        ...{ end: '2027-05-15', issued: '2025-03-10', first: true },
        exempt: neitherInIowa,
      },
      {
        cycle: '2025-03-10 to 2027-05-15',
        required: '36',
        days: ['2027-03-16', null, '2027-06-14'],
        duties: iowa('2027-05-15'),
      },
    ],
  ],
  [
    'CO RN',
    'C.R.S. 12-20-202(1)(e); dpo.colorado.gov/Nursing/FAQ: within 6 weeks of the expiration date',
    [
      // August 19 to September 30: 12 + 30 = 42 days. To November 29: 31 + 29 = 60.
      'an odd year',
      { end: '2027-09-30' },
      {
        cycle: '2025-10-01 to 2027-09-30',
        required: 'none',
        days: ['2027-08-19', null, '2027-11-29'],
        duties: ['healthcare-profile 2027-09-30'],
      },
    ],
    [
      'a first renewal, in an even year',
      { end: '2028-09-30', issued: '2027-03-01', first: true },
      {
        cycle: '2027-03-01 to 2028-09-30',
        required: 'none',
        days: ['2028-08-19', null, '2028-11-29'],
        duties: ['healthcare-profile 2028-09-30'],
      },
    ],
  ],
  [
    'CO LPN',
    'C.R.S. 12-20-202(1)(e); dpo.colorado.gov/Nursing/FAQ',
    [
      // July 20 to August 31: 11 + 31 = 42 days. To October 30: 30 + 30 = 60.
      'August 31 of an even year',
      { end: '2028-08-31' },
      {
        cycle: '2026-09-01 to 2028-08-31',
        required: 'none',
        days: ['2028-07-20', null, '2028-10-30'],
        duties: ['healthcare-profile 2028-08-31'],
      },
    ],
  ],
  [
    'DC RN',
    '17 DCMR 4005.5 and 4006.3 (birth month, from June 16, 2024); DC Health, notice OS-26-03-05 and FAQ of 2024',
    // From February 29 to April 29: 31 + 29 = 60 days.
    [
      'a second renewal, born in February of an even year',
      { end: '2028-02-29' },
      {
        cycle: '2026-03-01 to 2028-02-29',
        required: '24, lgbtq 2, public-health-priorities 3',
        days: [null, null, '2028-04-29'],
        duties: dc('2028-02-29'),
      },
    ],
    [
      'a first renewal',
      { end: '2028-02-29', issued: '2027-02-01', first: true },
      {
        cycle: '2027-02-01 to 2028-02-29',
        required: 'none',
        days: [null, null, '2028-04-29'],
        duties: dc('2028-02-29'),
      },
    ],
  ],
  [
    'DC LPN',
    '17 DCMR 4005.5, 5507 and 5508; dchealth.dc.gov/bon: LPNs of 2023 late until August 29',
    // A tenth of 18 hours is 1.8. The record has 2, and says that it could not confirm the number.
    [
      'a second renewal, born in June of an odd year',
      { end: '2027-06-30' },
      {
        cycle: '2025-07-01 to 2027-06-30',
        required: '18, lgbtq 2, public-health-priorities 2',
        days: [null, null, '2027-08-29'],
        duties: dc('2027-06-30'),
      },
    ],
  ],
  [
    'IN RN',
    'Ind. Code 25-23-1-16.1 and 25-1-2-10',
    [
      // August 2 to October 31: 29 + 30 + 31 = 90 days.
      'an odd year: no hours, but the workforce questions',
      { end: '2027-10-31' },
      {
        cycle: '2025-11-01 to 2027-10-31',
        required: 'none',
        days: ['2027-08-02', null, null],
        duties: ['workforce-survey 2027-10-31'],
      },
    ],
    [
      'a first renewal asks the same',
      { end: '2027-10-31', issued: '2026-12-01', first: true },
      {
        cycle: '2026-12-01 to 2027-10-31',
        required: 'none',
        days: ['2027-08-02', null, null],
        duties: ['workforce-survey 2027-10-31'],
      },
    ],
  ],
  [
    'IN LPN',
    'Ind. Code 25-23-1-16.1 and 25-1-2-10',
    [
      'an even year',
      { end: '2028-10-31' },
      {
        cycle: '2026-11-01 to 2028-10-31',
        required: 'none',
        days: ['2028-08-02', null, null],
        duties: ['workforce-survey 2028-10-31'],
      },
    ],
  ],
  [
    'MD RN',
    'Md. Code, Health Occ. 8-312, COMAR 10.27.01.13; HB 783 of 2025',
    [
      // December 28 to March 28: 3 + 31 + 28 + 28 = 90 days.
      'born in an odd year, by 1,000 hours of practice',
      { end: '2027-03-28', done: ['implicit-bias-structural-racism'] },
      {
        cycle: '2025-03-29 to 2027-03-28',
        required: 'none | practice_hours 1000 in 5 years',
        days: ['2026-12-28', null, null],
        duties: maryland('2027-03-28'),
      },
    ],
    [
      'born in an even year, by 30 units',
      { end: '2028-03-28', done: ['implicit-bias-structural-racism'], way: 'ce' },
      {
        cycle: '2026-03-29 to 2028-03-28',
        required: '30',
        days: ['2027-12-29', null, null],
        duties: maryland('2028-03-28'),
      },
    ],
  ],
  [
    'NC RN',
    '21 NCAC 36 .0201 and .0232; ncbon.com: a notice about 90 days before, no grace period',
    [
      // November 30 to February 28: 31 + 31 + 28 = 90 days.
      'an odd year, by 30 hours',
      { end: '2027-02-28' },
      {
        cycle: '2025-03-01 to 2027-02-28',
        required: '30',
        days: ['2026-11-30', null, null],
        duties: ['self-assessment 2027-02-28'],
      },
    ],
    [
      // December 1 to February 29: 30 + 31 + 29 = 90 days.
      'an even year, by 15 hours and practice',
      { end: '2028-02-29', way: 'practice' },
      {
        cycle: '2026-03-01 to 2028-02-29',
        required: '15 | practice_hours 640',
        days: ['2027-12-01', null, null],
        duties: ['self-assessment 2028-02-29'],
      },
    ],
  ],
  [
    'OR RN',
    'OAR 851-031-0048(1) and (3), 851-031-0008(1), (2), (3)(a) and (5)',
    // Expired for more than 90 days is a reinstatement: 31 + 31 + 28 = 90 after June 30.
    [
      'before 2028, no hours but two courses',
      { end: '2027-06-30' },
      {
        cycle: '2025-07-01 to 2027-06-30',
        required: 'none, cultural-competency 2, pain-management 1',
        days: [null, null, '2027-09-28'],
        duties: [],
      },
    ],
    [
      'the cycle after one with the 2 hours, with a pain course of the last 36 months',
      { end: '2027-06-30', exempt: ['cultural-competency'], done: ['pain-management'] },
      {
        cycle: '2025-07-01 to 2027-06-30',
        required: 'none',
        days: [null, null, '2027-09-28'],
        duties: [],
      },
    ],
    [
      // To April 14: 16 + 29 + 31 + 14 = 90 days.
      'from January 2028, 20 hours, which the two courses are part of',
      { end: '2028-01-15' },
      {
        cycle: '2026-01-16 to 2028-01-15',
        required: '20, cultural-competency 2, pain-management 1',
        days: [null, null, '2028-04-14'],
        duties: [],
      },
    ],
  ],
  [
    'WV RN',
    '19 CSR 11, W. Va. Code 30-1-7a; wvrnboard.wv.gov/education and /faq',
    [
      'a second renewal, in an even year',
      { end: '2028-10-31' },
      {
        cycle: '2026-11-01 to 2028-10-31',
        required: '12',
        days: ['2028-09-01', null, null],
        duties: ['report-to-ce-broker 2028-10-31'],
      },
    ],
    [
      'a first renewal: the 3 hours on drug diversion only',
      { end: '2028-10-31', issued: '2027-06-10', first: true },
      {
        cycle: '2027-06-10 to 2028-10-31',
        required: '3, drug-diversion 3',
        days: ['2028-09-01', null, null],
        duties: ['report-to-ce-broker 2028-10-31'],
      },
    ],
  ],
]

describe.each(renewals)('%s (%s)', (license, _source, ...cases) => {
  test.each(cases)('%s', (_title, given, expected) => {
    expect(renewalOf(license, given)).toEqual(expected)
  })
})

/**
 * The days on which the term of a nurse born in February can end, on 2026-11-27: in even years, in odd years, or in both,
 * of which the license shows one.
 */
const ends: [license: string, source: string, days: string[]][] = [
  ['GA RN', 'Secretary of State, how-to guide', ['2027-01-31', '2028-01-31']],
  ['LA RN', 'La. Admin. Code 46:XLVII.3333', ['2027-01-31', '2028-01-31']],
  ['AZ RN', 'A.R.S. 32-1642(A)', ['2027-04-01', '2028-04-01', '2029-04-01', '2030-04-01']],
  ['CO RN', 'dpo.colorado.gov/Nursing/FAQ', ['2027-09-30', '2028-09-30']],
  ['CO LPN', 'dpo.colorado.gov/Nursing/FAQ', ['2028-08-31']],
  ['DC RN', '17 DCMR 4006.3', ['2027-02-28', '2028-02-29']],
  ['IN RN', 'Ind. Code 25-23-1-16.1', ['2027-10-31']],
  ['IN LPN', 'Ind. Code 25-23-1-16.1', ['2028-10-31']],
  ['NC RN', '21 NCAC 36 .0201', ['2027-02-28', '2028-02-29']],
  ['WV RN', '19 CSR 11', ['2028-10-31']],
  ['OR RN', 'OAR 851-031-0048(1)', ['2027-06-30']],
]

test.each(ends)('%s (%s): the term ends on %j', (license, _source, days) => {
  const facts = { birthMonth: 2, issuedAt: '2025-06-30' }
  expect(possibleEnds(ruleFor(license, '2027-06-30'), facts, '2026-11-27')).toEqual(days)
})

type Exemption = { given: Given; onTime: string; words: RegExp; late: string }

/** A first renewal on time, what the nurse reads about the end of its exemption, and what is owed once it has ended. */
const exemptions: [license: string, source: string, exemption: Exemption][] = [
  [
    'FL RN',
    'Fla. Admin. Code 64B9-5.002; Board help center: one hour for each month, unless by examination and on time',
    {
      // February 2026 to April 2027: 11 + 4 = 15 months.
      given: {
        ...{ end: '2027-04-30', issued: '2026-02-10', done: ['hiv-aids'] },
        exempt: ['impairment', 'domestic-violence'],
      },
      onTime: 'none, human-trafficking 2, medical-errors 2, nursing-law 2',
      words: /What ends it: A late renewal/,
      late: '15, human-trafficking 2, medical-errors 2, nursing-law 2',
    },
  ],
  [
    'TX RN',
    '22 Tex. Admin. Code 216.3 and 216.8',
    {
      given: {
        ...{ end: '2027-02-28', issued: '2025-08-01' },
        exempt: ['older-adult', 'forensic-evidence', 'jurisprudence-ethics'],
      },
      onTime: 'none, human-trafficking course',
      words: /What ends it: A first renewal that is not on time/,
      late: '20, human-trafficking course',
    },
  ],
  [
    'CA LPN',
    '16 Cal. Code Regs. 2540.1(b), Bus. & Prof. Code 2892.1',
    {
      given: { end: '2027-02-28', issued: '2025-04-20', exempt: ['implicit-bias'] },
      onTime: 'none',
      words: /What ends it: .*delinquent for more than one full renewal cycle/,
      late: '30',
    },
  ],
]

test.each(exemptions)('%s (%s): what ends the exemption', (license, _source, exemption) => {
  const { given, onTime, words, late } = exemption
  expect(renewalOf(license, { ...given, first: true }).required).toBe(onTime)
  expect(firstRenewalText(ruleFor(license, given.end), english)).toMatch(words)
  expect(renewalOf(license, given).required).toBe(late)
})
