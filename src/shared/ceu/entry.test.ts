import { describe, expect, test } from 'vitest'
import { fieldErrors } from '#shared/http/errors.ts'
import { certificateGaps } from './certificate.ts'
import { ceuCycleInput, overridesOf } from './cycle.ts'
import { ceuEntryInput } from './entry.ts'
import { noAnswers } from './rule.ts'
import { sampleCycle, sampleEntry } from './sample.ts'
import { toContactHours } from './units.ts'

const cycleId = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const least = { cycleId, title: 'Ethics', provider: 'ANA', completedAt: '2026-02-14' }

function refusals(input: object): string[] {
  const parsed = ceuEntryInput.safeParse(input)
  return parsed.success ? [] : fieldErrors(parsed.error).map(({ path, message }) => `${path}: ${message}`)
}

describe('an entry', () => {
  test('requires a cycle, a title, a provider, a date and hours, and nothing else', () => {
    expect(refusals({}).sort()).toEqual([
      'completedAt: Required',
      'cycleId: Required',
      'hours: Required',
      'provider: Required',
      'title: Required',
    ])
    expect(refusals(least)).toEqual(['hours: Required'])
    expect(refusals({ ...least, hours: 0.25 })).toEqual([])
  })

  test.each([
    [{ hours: 0 }, 'hours: Hours must be more than 0'],
    [{ hours: 500.01 }, 'hours: At most 500 hours'],
    [{ hours: 0.001 }, 'hours: At most two decimals'],
    [{ hours: '5' }, 'hours: Expected number, received string'],
    [{ hours: 5, hoursCompleted: 5 }, 'hoursCompleted: Unknown field'],
    [{ amount: 51, unit: 'ceu' }, 'amount: At most 500 contact hours'],
    [{ amount: 0.2, unit: 'minute' }, 'amount: More than 0 hours'],
    [{ hours: 5, unit: 'ceu' }, 'amount: Required'],
    [{ hours: 4, amount: 0.5, unit: 'ceu' }, 'hours: This amount is 5 contact hours'],
    [{ hours: 5, topicTags: Array(11).fill('x') }, 'topicTags: At most 10 tags'],
    [
      {
        hours: 5,
        topicHours: [
          { topic: 'a', hours: 3 },
          { topic: 'b', hours: 2.01 },
        ],
      },
      'topicHours: The topics add up to 5.01 hours, but this activity has only 5',
    ],
    [
      {
        hours: 5,
        topicHours: [
          { topic: 'a', hours: 1 },
          { topic: 'A', hours: 1 },
        ],
      },
      'topicHours: A topic is listed twice',
    ],
    [{ hours: 5, counts: [{ cycleId }, { cycleId }] }, 'counts: A cycle is listed twice'],
    [{ hours: 5, counts: [{ cycleId, acceptedHours: -1 }] }, 'counts.0.acceptedHours: At least 0 hours'],
  ])('with %o is rejected: %s', (more, refusal) => {
    expect(refusals({ ...least, ...more })).toEqual([refusal])
  })

  test('may use its hours for topics to the last hundredth', () => {
    const topicHours = [0.1, 0.2].map((hours, n) => ({ topic: `${n}`, hours }))
    expect(refusals({ ...least, hours: 0.3, topicHours })).toEqual([])
  })

  test('like the sample is valid', () => {
    expect(ceuEntryInput.parse({ ...sampleEntry, cycleId })).toMatchObject(sampleEntry)
  })
})

test.each([
  [5, 'contact_hour', 5],
  [0.5, 'ceu', 5],
  [0.15, 'ceu', 1.5],
  [50, 'minute', 0.83],
  [90, 'minute', 1.5],
  [2.75, 'cme_credit', 2.75],
  [1, 'semester_credit', 15],
  [2, 'quarter_credit', 20],
] as const)('%d %s are %d contact hours', (amount, from, hours) => {
  expect(toContactHours(amount, from)).toBe(hours)
})

test('a rule may have a shorter hour', () => {
  expect(toContactHours(50, 'minute', { minutesPerHour: 50 })).toBe(1)
})

describe('a cycle', () => {
  const cycle = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
  const cycleRefusals = (input: object) => {
    const parsed = ceuCycleInput.safeParse(input)
    return parsed.success ? [] : fieldErrors(parsed.error).map(({ path, message }) => `${path}: ${message}`)
  }

  test.each([
    [{}, []],
    [{ requiredHours: null }, []],
    [{ state: null }, ['state: Required']],
    [
      { state: undefined, cycleEnd: 'soon' },
      ['cycleEnd: Enter a valid date, as YYYY-MM-DD', 'state: Required'],
    ],
    [{ state: null, certificationId: cycleId }, []],
    [{ requiredHours: undefined }, ['requiredHours: Required']],
    [{ requiredHours: 0 }, ['requiredHours: Required hours must be more than 0']],
    [{ requiredHours: 20.001 }, ['requiredHours: At most two decimals']],
    [{ cycleEnd: '2025-04-01' }, ['cycleEnd: The end date must be after the start date']],
    [{ cycleStart: '2025-02-30' }, ['cycleStart: Enter a valid date, as YYYY-MM-DD']],
    [{ hoursCompleted: 3 }, ['hoursCompleted: Unknown field']],
    [
      { licenseId: cycleId, certificationId: cycleId },
      ['certificationId: A cycle belongs to a license or a certification, not both'],
    ],
    [{ topics: [{ topic: 'Ethics' }, { topic: 'ethics' }] }, ['topics.1.topic: This topic is listed twice']],
  ])('with %o is rejected for %o', (more, refused) => {
    expect(cycleRefusals({ ...cycle, ...more })).toEqual(refused)
  })

  test('like the sample is valid', () => {
    expect(ceuCycleInput.parse(sampleCycle)).toEqual(sampleCycle)
  })

  test('without a rule overrides nothing', () => {
    const bare = { rule: null, answers: noAnswers, requiredHours: 3, topics: [] }
    expect(overridesOf(bare)).toEqual([])
  })
})

test('an audit requires the certificate, its holder, and who approved the provider under which number', () => {
  const none = { fileId: null, holderName: null, approvedBy: null, providerNumber: null }
  expect(certificateGaps(none)).toEqual(['certificate', 'holderName', 'approvedBy', 'providerNumber'])
  const all = { fileId: 'x', holderName: 'Ann', approvedBy: 'ANCC', providerNumber: 'P1' }
  expect(certificateGaps(all)).toEqual([])
})
