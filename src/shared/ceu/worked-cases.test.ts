import { describe, expect, test } from 'vitest'
import type { RuleAnswers } from './answers.ts'
import { type CreditedActivity, countCycle } from './counting.ts'
import { proposePeriod } from './period.ts'
import { progressOf } from './progress.ts'
import { noAnswers, requirementsOf } from './requirements.ts'
import { embeddedRules } from './rules.ts'

/** Each case is calculated by hand in its comment, with the figures of the named source. */

type Course = Partial<CreditedActivity> & { on: string; hours: number; topics?: [string, number][] }

function course({ on, topics = [], ...more }: Course, n: number): CreditedActivity {
  const topicHours = topics.map(([topic, hours]) => ({ topic, hours }))
  const base = {
    amount: null,
    unit: 'contact_hour',
    kind: 'course',
    fileId: 'file',
    acceptedHours: null,
  } as const
  return { ...base, id: `${n}`, completedAt: on, topicTags: [], topicHours, ...more }
}

/** The cycle that the rule requires, the courses counted in it, and its progress on a date. */
function work(
  ruleId: string,
  expiresAt: string,
  courses: Course[],
  today: string,
  answers: RuleAnswers = noAnswers,
) {
  const rule = embeddedRules.find(ruleId, expiresAt)
  const facts = { issuedAt: null, expiresAt, birthMonth: null }
  const period = rule && proposePeriod(rule, facts, answers, today)
  if (!rule || !period) throw new Error(`No rule or period for ${ruleId}`)
  const due = requirementsOf(rule, { answers, wayId: null, cycleEnd: period.cycleEnd, issuedAt: null })
  const cycle = { ...period, topics: due.topics, rule, carriedOverHours: null }
  const counted = countCycle(cycle, courses.map(course))
  const progress = progressOf({ ...cycle, ...due, ...counted, needs: [] }, today)
  return {
    period: `${period.cycleStart} to ${period.cycleEnd}`,
    required: due.requiredHours,
    completed: counted.hoursCounted,
    left: progress.hoursLeft,
    topicsLeft: progress.topicsLeft.map(({ topic, hours }) => `${topic}: ${hours ?? 'the course'}`),
    aMonth: progress.hoursPerMonth,
    reasons: [...counted.entries.values()].map(({ reasons }) =>
      reasons.map(({ code, hours }) => `${code} ${hours}`).join(', '),
    ),
  }
}

describe('Florida RN (floridasnursing.gov/frequently-asked-questions)', () => {
  const ordinary: RuleAnswers = {
    firstRenewal: false,
    topics: [
      { topic: 'impairment', answer: 'done' },
      { topic: 'domestic-violence', answer: 'done' },
    ],
  }

  test('in an ordinary cycle a 5-hour course with 2 hours of medical errors leaves 19 hours and two topics', () => {
    // 24 − 5 = 19. Medical errors 2 − 2 = 0; laws and rules 2 and human trafficking 2 are open.
    // 2026-11-21 to 2027-04-30: 160 days, with today 161; 161 / 30 = 5.37 months; 19 / 5.37 = 3.54, rounded up 3.6.
    const courses: Course[] = [{ on: '2026-05-01', hours: 5, topics: [['Medical errors', 2]] }]
    expect(work('FL-RN', '2027-04-30', courses, '2026-11-21', ordinary)).toEqual({
      period: '2025-05-01 to 2027-04-30',
      required: 24,
      completed: 5,
      left: 19,
      topicsLeft: ['Florida laws and rules of nursing: 2', 'Human trafficking: 2'],
      aMonth: 3.6,
      reasons: ['accepted 5'],
    })
  })

  test('every third cycle requires 26: domestic violence is additional', () => {
    // 24 + 2 = 26; 24 hours without it leave 2, and the topic.
    const third: RuleAnswers = { firstRenewal: false, topics: ordinary.topics.slice(0, 1) }
    const courses: Course[] = [
      { on: '2026-01-10', hours: 18 },
      { on: '2026-02-10', hours: 2, topicTags: ['Medical errors'] },
      { on: '2026-03-10', hours: 2, topicTags: ['Florida nursing law'] },
      { on: '2026-04-10', hours: 2, topicTags: ['Human trafficking'] },
    ]
    expect(work('FL-RN', '2027-04-30', courses, '2026-11-21', third)).toMatchObject({
      required: 26,
      completed: 24,
      left: 2,
      topicsLeft: ['Domestic violence: 2'],
    })
  })
})

describe('Texas RN (22 Tex. Admin. Code § 216.3)', () => {
  const thisTime: RuleAnswers = {
    firstRenewal: false,
    topics: [
      { topic: 'older-adult', answer: 'exempt' },
      { topic: 'forensic-evidence', answer: 'exempt' },
    ],
  }

  test('the same 5-hour course with 2 hours of ethics leaves 15 hours and the trafficking course', () => {
    // 20 − 5 = 15. Jurisprudence and ethics 2 − 2 = 0. Human trafficking has no number: any course on it.
    const courses: Course[] = [{ on: '2026-05-01', hours: 5, topics: [['Ethics', 2]] }]
    expect(work('TX-RN', '2027-03-31', courses, '2026-11-21', thisTime)).toMatchObject({
      period: '2025-04-01 to 2027-03-31',
      required: 20,
      completed: 5,
      left: 15,
      topicsLeft: [
        'Human trafficking prevention (course approved by Texas Health and Human Services): the course',
      ],
    })
  })

  test('a course in the month before the cycle does not count, and says why', () => {
    const courses: Course[] = [{ on: '2025-03-31', hours: 6, topicTags: ['Human trafficking'] }]
    expect(work('TX-RN', '2027-03-31', courses, '2026-11-21', thisTime)).toMatchObject({
      completed: 0,
      left: 20,
      reasons: ['outside_dates 6'],
    })
  })

  test('the first renewal requires no hours', () => {
    const first = { ...thisTime, firstRenewal: true }
    expect(work('TX-RN', '2027-03-31', [], '2026-11-21', first)).toMatchObject({ required: null, left: 0 })
  })
})

describe('California RN (rn.ca.gov/licensees/ce-renewal)', () => {
  test('an ordinary renewal requires 30 hours, and a college course counts 15 per semester credit', () => {
    // 1 credit = 15 hours; 15 + 0.75 CEU × 10 = 7.5 → 22.5; 30 − 22.5 = 7.5.
    const courses: Course[] = [
      { on: '2026-01-10', hours: 15, amount: 1, unit: 'semester_credit', kind: 'academic' },
      { on: '2026-02-10', hours: 7.5, amount: 0.75, unit: 'ceu' },
    ]
    expect(work('CA-RN', '2027-01-31', courses, '2026-11-21')).toMatchObject({
      period: '2025-02-01 to 2027-01-31',
      required: 30,
      completed: 22.5,
      left: 7.5,
      topicsLeft: [],
      reasons: ['accepted 15, converted 0', 'accepted 7.5, converted 0'],
    })
  })

  test('the first renewal requires one hour on implicit bias and no total', () => {
    // The 30 hours are not required; 1 − 0.5 = 0.5 of the topic is left.
    const courses: Course[] = [{ on: '2026-01-10', hours: 0.5, topicTags: ['Implicit bias'] }]
    const first = { firstRenewal: true, topics: [] }
    expect(work('CA-RN', '2027-01-31', courses, '2026-11-21', first)).toMatchObject({
      required: null,
      completed: 0.5,
      left: 0,
      topicsLeft: ['Implicit bias: 0.5'],
    })
  })
})

test('Kentucky RN (kbn.ky.gov): 14 hours from November 1 to October 31, and each special course once', () => {
  // 3 domestic violence + 1.5 head trauma + 8 others = 12.5; 14 − 12.5 = 1.5. Three topics done before, two done now.
  const answers: RuleAnswers = {
    firstRenewal: null,
    topics: [
      { topic: 'suicide-prevention', answer: 'done' },
      { topic: 'dementia', answer: 'done' },
      { topic: 'implicit-bias', answer: 'done' },
      { topic: 'sane-forensic', answer: 'exempt' },
    ],
  }
  const courses: Course[] = [
    { on: '2026-11-01', hours: 3, topicTags: ['Domestic violence'] },
    { on: '2026-11-02', hours: 1.5, topicTags: ['Pediatric abusive head trauma'] },
    { on: '2026-11-03', hours: 8 },
    { on: '2026-10-31', hours: 4 },
  ]
  expect(work('KY-RN', '2027-10-31', courses, '2026-11-21', answers)).toMatchObject({
    period: '2026-11-01 to 2027-10-31',
    required: 14,
    completed: 12.5,
    left: 1.5,
    topicsLeft: [],
  })
})

test('New York RN (op.nysed.gov): no number of hours, but the two mandated courses', () => {
  // Infection control has no number: one course of 3 hours meets it. Child abuse was reopened in 2026: the 1.5 hours of
  // the earlier curriculum do not count, and all 2 hours are left.
  const courses: Course[] = [
    { on: '2025-06-01', hours: 3, topicTags: ['Infection control'] },
    { on: '2025-07-01', hours: 1.5, topicTags: ['Child abuse'] },
  ]
  expect(work('NY-RN', '2027-05-31', courses, '2026-11-21')).toMatchObject({
    period: '2024-06-01 to 2027-05-31',
    required: null,
    completed: 4.5,
    left: 0,
    topicsLeft: [
      'Child abuse identification and reporting, curriculum with children with intellectual or developmental disabilities: 2',
    ],
  })
})

test('CCRN (AACN): 100 CERPs in three years, of which 64 leave 36', () => {
  // 1.6 CEU × 10 = 16; 16 + 48 = 64; 100 − 64 = 36. 2026-11-21 to 2028-06-30: 587 days, with today 588 / 30 = 19.6
  // months; 36 / 19.6 = 1.84; but categories A, B and C ask for
  // 60 + 10 + 10 = 80, of which none is entered: 80 / 19.6 = 4.08, rounded up 4.1.
  const courses: Course[] = [
    { on: '2025-09-01', hours: 16, amount: 1.6, unit: 'ceu' },
    { on: '2026-04-01', hours: 48 },
  ]
  expect(work('CERT-CCRN', '2028-06-30', courses, '2026-11-21')).toMatchObject({
    period: '2025-07-01 to 2028-06-30',
    required: 100,
    completed: 64,
    left: 36,
    aMonth: 4.1,
  })
})

describe('rules with a limit', () => {
  test('Michigan (12 hours of electronic media in any 24): 15 hours of one day count as 12', () => {
    const online: Course = { on: '2026-05-01', hours: 15, kind: 'self_study' }
    expect(work('MI-RN', '2027-03-31', [online], '2026-11-21')).toMatchObject({
      completed: 12,
      reasons: ['accepted 12, over_day_cap 3'],
    })
  })

  test('Arkansas (CPR and BLS do not count): a BLS class counts nothing', () => {
    const courses: Course[] = [{ on: '2026-05-01', hours: 4, kind: 'bls' }]
    expect(work('AR-RN', '2027-03-31', courses, '2026-11-21')).toMatchObject({
      completed: 0,
      reasons: ['kind_refused 4'],
    })
  })

  test('Virginia (an hour of 50 minutes): 300 minutes count as 6 hours', () => {
    const courses: Course[] = [{ on: '2026-05-01', hours: 5, amount: 300, unit: 'minute' }]
    expect(work('VA-RN', '2027-03-31', courses, '2026-11-21')).toMatchObject({ completed: 6 })
  })
})
