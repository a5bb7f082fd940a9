import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addYears, daysBetween, endOfMonth } from '#shared/kernel/dates.ts'
import {
  asksAboutFirstRenewal,
  type CeRule,
  noAnswers,
  periodStart,
  proposePeriod,
  type RuleAnswers,
  requirementsOf,
  ruleWarningsOf,
  type TopicAnswer,
  topicsToAsk,
} from './rule.ts'
import { findRule } from './rules.ts'

function ruleOf(id: string): CeRule {
  const rule = findRule(id)
  if (!rule) throw new Error(`no rule ${id}`)
  return rule
}

/** The requirements in short: the total, and the hours of each topic. */
function requirements(id: string, answers: RuleAnswers = noAnswers) {
  const { requiredHours, topics } = requirementsOf(ruleOf(id), answers)
  return [requiredHours, Object.fromEntries(topics.map(({ topic, hours }) => [topic, hours]))]
}

function answering(topics: Record<string, TopicAnswer>, firstRenewal: boolean | null = false): RuleAnswers {
  return { firstRenewal, topics: Object.entries(topics).map(([topic, answer]) => ({ topic, answer })) }
}

// https://floridasnursing.gov/help-center/how-many-contact-hours-do-i-need-for-a-full-biennium/
describe('a Florida RN must complete', () => {
  const always = {
    'Prevention of medical errors': 2,
    'Florida laws and rules of nursing': 2,
    'Human trafficking': 2,
  }
  const impairment = 'Recognizing impairment in the workplace'
  const violence = 'Domestic violence'

  it('in an ordinary cycle 24 hours: 2 errors + 2 laws + 2 trafficking + 18 of any kind', () => {
    expect(requirements('FL-RN', answering({ [impairment]: 'done', [violence]: 'done' }))).toEqual([
      24,
      always,
    ])
  })

  it('every second cycle impairment within the 24: 2 + 2 + 2 + 2 + 16 of any kind', () => {
    const answers = answering({ [impairment]: 'due', [violence]: 'done' })
    expect(requirements('FL-RN', answers)).toEqual([24, { ...always, [impairment]: 2 }])
  })

  it('every third cycle domestic violence in addition: 24 + 2 = 26', () => {
    const answers = answering({ [impairment]: 'done', [violence]: 'due' })
    expect(requirements('FL-RN', answers)).toEqual([26, { ...always, [violence]: 2 }])
  })

  it('at the first renewal 1 hour on HIV within the 24', () => {
    const answers = answering({ [impairment]: 'done', [violence]: 'done' }, true)
    expect(requirements('FL-RN', answers)).toEqual([24, { ...always, 'HIV/AIDS': 1 }])
  })

  it('only human trafficking, when a certification exempts them from every other topic', () => {
    const exempt = Object.fromEntries(ruleOf('FL-RN').topics.map(({ topic }) => [topic, 'exempt' as const]))
    expect(requirements('FL-RN', answering({ ...exempt, 'Human trafficking': 'due' }))).toEqual([
      24,
      { 'Human trafficking': 2 },
    ])
    expect(ruleOf('FL-RN').alternatives).toMatch(/certification are exempt, except for human trafficking/)
  })

  it('as a nurse practitioner 24 + 3 on prescribing = 27, and every third cycle 27 + 2 = 29', () => {
    expect(requirements('FL-APRN', answering({ [violence]: 'done' }))[0]).toBe(27)
    expect(requirements('FL-APRN', answering({ [violence]: 'due' }))[0]).toBe(29)
  })
})

// https://www.law.cornell.edu/regulations/texas/22-Tex-Admin-Code-SS-216-3
describe('a Texas RN must complete', () => {
  const trafficking = 'Human trafficking (state-approved course)'
  const ethics = 'Nursing jurisprudence and ethics'
  const older = 'Older adult / geriatric care'
  const forensic = 'Forensic evidence collection'

  it('without answers 20 hours with every possible topic: 2 + 2 + 2 + a course + 14', () => {
    const all = { [trafficking]: null, [ethics]: 2, [older]: 2, [forensic]: 2 }
    expect(requirements('TX-RN')).toEqual([20, all])
  })

  it('in an ordinary cycle on a pediatric ward 20 hours and the trafficking course', () => {
    const answers = answering({ [ethics]: 'done', [older]: 'exempt', [forensic]: 'exempt' })
    expect(requirements('TX-RN', answers)).toEqual([20, { [trafficking]: null }])
  })

  it('every third cycle 2 hours of ethics within the 20: 2 + 18 of any kind', () => {
    const answers = answering({ [trafficking]: 'exempt', [older]: 'exempt', [forensic]: 'exempt' })
    expect(requirements('TX-RN', answers)).toEqual([20, { [ethics]: 2 }])
  })

  it('at the first renewal no total, and the trafficking course', () => {
    const answers = answering({ [ethics]: 'done', [older]: 'exempt', [forensic]: 'exempt' }, true)
    expect(requirements('TX-RN', answers)).toEqual([null, { [trafficking]: null }])
  })

  it('as a prescribing APRN 20 + 5 of pharmacotherapeutics = 25', () => {
    expect(requirements('TX-APRN')[0]).toBe(25)
    expect(requirements('TX-APRN', answering({ Pharmacotherapeutics: 'exempt' }))[0]).toBe(20)
  })
})

// http://www.rn.ca.gov/licensees/ce-renewal.shtml
describe('a California RN must complete', () => {
  it('in any cycle but the first 30 hours of any kind', () => {
    expect(requirements('CA-RN')).toEqual([30, {}])
    expect(requirements('CA-RN', answering({}, false))).toEqual([30, {}])
  })

  it('at the first renewal none of the 30: only 1 hour on implicit bias', () => {
    expect(requirements('CA-RN', answering({}, true))).toEqual([null, { 'Implicit bias': 1 }])
  })
})

// https://kbn.ky.gov/Education/Pages/Content-Specific-Continuing-Education-CE-Courses.aspx
describe('a Kentucky RN must complete', () => {
  const once = {
    'Suicide prevention': 2,
    "Alzheimer's disease and other dementias": 1,
    'Pediatric abusive head trauma': 1.5,
    'Domestic violence': 3,
    'Implicit bias': 1.5,
  }
  const settled = Object.fromEntries(Object.keys(once).map((topic) => [topic, 'done' as const]))

  it('in an ordinary year 14 hours of any kind', () => {
    expect(requirements('KY-RN', answering(settled))).toEqual([14, {}])
  })

  it('with nothing done yet 14 hours, 9 of them named: 2 + 1 + 1.5 + 3 + 1.5', () => {
    expect(requirements('KY-RN')).toEqual([14, once])
    expect(Object.values(once).reduce((sum, hours) => sum + hours)).toBe(9)
  })

  it('at the first renewal the same', () => {
    expect(asksAboutFirstRenewal(ruleOf('KY-RN'))).toBe(false)
    expect(requirements('KY-RN', answering({}, true))).toEqual(requirements('KY-RN'))
  })
})

// http://op-prod.nysed.gov/professions/registered-professional-nursing/mandated-training-related-infection-control
describe('a New York RN must complete', () => {
  const infection = 'Infection control and barrier precautions'
  const abuse = 'Child abuse identification and reporting (updated curriculum)'

  it('no total: infection control each time, and 2 hours on child abuse until they are done', () => {
    expect(requirements('NY-RN')).toEqual([null, { [infection]: null, [abuse]: 2 }])
    expect(requirements('NY-RN', answering({ [abuse]: 'done' }))).toEqual([null, { [infection]: null }])
  })

  it('at the first registration the same, as in every third', () => {
    expect(requirements('NY-RN', answering({ [abuse]: 'exempt' }, true))).toEqual([
      null,
      { [infection]: null },
    ])
  })
})

// http://www.ccrncertificationreview.com/renewing-ccrn-certification/
describe('a critical care nurse with a CCRN must complete', () => {
  it('100 CERPs in three years, the first time and every time', () => {
    expect(requirements('CERT-CCRN')).toEqual([100, {}])
    expect(requirements('CERT-CCRN', answering({}, true))).toEqual([100, {}])
    expect(ruleOf('CERT-CCRN')).toMatchObject({ hoursName: 'CERPs', periodYears: 3 })
  })

  it('or the exam instead', () => {
    expect(ruleWarningsOf(ruleOf('CERT-CCRN'), '2026-11-21')).toContain('several_ways')
  })
})

describe('at a first renewal', () => {
  it('an Illinois nurse needs neither the 20 hours nor their topics, but the reporter training', () => {
    const reporter = 'Mandated reporter of child abuse (DCFS training)'
    expect(requirements('IL-RN', answering({}, true))).toEqual([null, { [reporter]: 1 }])
  })

  it('a topic marked as due stays required', () => {
    const answers = answering({ 'Implicit bias awareness': 'due' }, true)
    expect(requirements('IL-RN', answers)[1]).toHaveProperty('Implicit bias awareness', 1)
  })

  it('asks about it only if it matters', () => {
    expect(['TX-RN', 'FL-RN', 'MI-RN', 'CERT-CCRN'].map((id) => asksAboutFirstRenewal(ruleOf(id)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the number of topics to ask about', () => {
  it.each([
    ['TX-RN', 4],
    ['FL-RN', 2],
    ['KY-RN', 5],
    ['NY-RN', 1],
    ['CA-RN', 0],
    ['WA-APRN', 2],
  ])('is, for %s, %i', (id, count) => {
    expect(topicsToAsk(ruleOf(id))).toHaveLength(count)
  })
})

const today = '2026-11-21'
const none = { issuedAt: null, expiresAt: null }

describe('the proposed period', () => {
  it.each([
    ['TX-RN', '2027-04-30', '2025-05-01'],
    ['NY-RN', '2028-02-29', '2025-03-01'],
    ['MI-RN', '2027-03-31', '2025-04-01'],
    ['MA-RN', '2028-06-17', '2026-06-18'],
    ['CERT-CMSRN', '2029-09-30', '2024-10-01'],
    ['CT-APRN', '2027-03-31', '2025-04-01'],
  ])('for %s until %s starts on %s', (id, expiresAt, cycleStart) => {
    const period = proposePeriod(ruleOf(id), { ...none, expiresAt }, noAnswers, today)
    expect(period).toEqual({ cycleStart, cycleEnd: expiresAt })
  })

  it.each([
    ['KY-RN', today, '2026-11-01', '2027-10-31'],
    ['KY-RN', '2026-10-31', '2025-11-01', '2026-10-31'],
    ['AL-RN', today, '2025-01-01', '2026-12-31'],
    ['FL-LPN', today, '2025-08-01', '2027-07-31'],
    ['WI-RN', today, '2026-03-01', '2028-02-29'],
    ['WI-RN', '2025-05-01', '2024-03-01', '2026-02-28'],
  ])(
    'for %s on %s without an expiration date ends on the fixed day: %s to %s',
    (id, day, cycleStart, cycleEnd) => {
      expect(proposePeriod(ruleOf(id), none, noAnswers, day)).toEqual({ cycleStart, cycleEnd })
    },
  )

  it.each(['TX-RN', 'FL-RN', 'GA-RN', 'CERT-CNOR'])('for %s without an expiration date is unknown', (id) => {
    expect(proposePeriod(ruleOf(id), none, noAnswers, today)).toBeNull()
  })

  it('starts with the license at a first renewal, and not at a later one', () => {
    const license = { issuedAt: '2026-02-10', expiresAt: '2027-04-30' }
    const first = proposePeriod(ruleOf('TX-RN'), license, answering({}, true), today)
    const later = proposePeriod(ruleOf('TX-RN'), license, answering({}, false), today)
    expect([first?.cycleStart, later?.cycleStart]).toEqual(['2026-02-10', '2025-05-01'])
  })

  it('is the reporting period for a West Virginia LPN, who renews every year and reports every second', () => {
    const license = { issuedAt: null, expiresAt: '2027-06-30' }
    const period = proposePeriod(ruleOf('WV-LPN'), license, noAnswers, today)
    expect(period).toEqual({ cycleStart: '2026-07-01', cycleEnd: '2028-06-30' })
  })
})

describe('the start of a period', () => {
  it.each([
    ['2025-02-28', 1, '2024-03-01'],
    ['2024-02-29', 2, '2022-03-01'],
    ['2028-02-28', 2, '2026-03-01'],
    ['2026-04-30', 2, '2024-05-01'],
    ['2026-01-31', 1, '2025-02-01'],
    ['2027-05-28', 2, '2025-05-29'],
  ])('ending on %s after %i years is %s', (end, years, start) => {
    expect(periodStart(end, years)).toBe(start)
  })

  const end = fc.integer({ min: 10_000, max: 60_000 }).map((days) => addDays('1970-01-01', days))
  const years = fc.integer({ min: 1, max: 10 })

  it('is that many years earlier, and periods that end with a month follow each other without a gap', () => {
    fc.assert(
      fc.property(end, years, (day, count) => {
        const start = periodStart(day, count)
        const usual = addDays(addYears(day, -count), 1)
        expect(Math.abs(daysBetween(usual, start))).toBeLessThanOrEqual(1)
        const monthEnd = endOfMonth(day)
        const before = addDays(periodStart(monthEnd, count), -1)
        expect(before).toBe(endOfMonth(before))
        expect(before.slice(0, 7)).toBe(addYears(`${day.slice(0, 7)}-01`, -count).slice(0, 7))
      }),
    )
  })
})

describe('the warnings of a rule', () => {
  it.each([
    ['FL-RN', today, ['several_ways', 'undated']],
    ['CA-RN', today, ['undated']],
    ['NY-RN', today, []],
    ['NY-RN', '2027-06-30', []],
    ['NY-RN', '2027-07-01', ['old']],
    ['KY-RN', today, ['several_ways', 'old']],
    ['MT-RN', today, ['low_confidence', 'old']],
    ['WI-APRN', today, ['medium_confidence', 'old']],
    ['FL-APRN', today, ['several_ways']],
    ['FL-LPN', '2026-12-31', ['several_ways']],
    ['FL-LPN', '2027-01-01', ['several_ways', 'old']],
  ])('for %s on %s: %j', (id, day, cautions) => {
    expect(ruleWarningsOf(ruleOf(id), day)).toEqual(cautions)
  })
})
