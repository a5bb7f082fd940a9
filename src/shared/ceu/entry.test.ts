import { describe, expect, test } from 'vitest'
import { fieldErrors } from '#shared/http/errors.ts'
import { problemsOf } from '#testing/schema.ts'
import { certificateGaps } from './certificate.ts'
import { ceuCycleInput, overridesOf } from './cycle.ts'
import {
  ceuEntryInput,
  ceuEntryItems,
  ceuEntryPage,
  ceuEntryPatch,
  ceuEntryQuery,
  entryImport,
  entryImported,
  entryImportRemoved,
  entrySuggestions,
  reasonCode,
  similarQuery,
} from './entry.ts'
import { entryKind, unit } from './entry-fields.ts'
import { noAnswers } from './requirements.ts'
import { sampleCycle, sampleEntry } from './sample.ts'
import { toContactHours } from './units.ts'

const cycleId = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const least = { cycleId, title: 'Ethics', provider: 'ANA', completedAt: '2026-02-14' }

function refusals(input: object): string[] {
  const parsed = ceuEntryInput.safeParse(input)
  return parsed.success ? [] : fieldErrors(parsed.error).map(({ path, message }) => `${path}: ${message}`)
}

const otherCycles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    cycleId: `0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f${3000 + index}`,
  }))
const topicsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ topic: `${n}`, hours: 0.1 }))

describe('an entry', () => {
  test('requires a cycle, a title, a provider, a date and hours only', () => {
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
    [{ hours: 5, hoursCounted: 5 }, 'hoursCounted: Unknown field'],
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
    [{ hours: 5, counts: [{ cycleId, acceptedHours: 501 }] }, 'counts.0.acceptedHours: At most 500 hours'],
    [
      { hours: 5, counts: [{ cycleId, acceptedHours: 0.001 }] },
      'counts.0.acceptedHours: At most two decimals',
    ],
    [{ hours: 5, counts: [{ cycleId, hours: 2 }] }, 'counts.0.hours: Unknown field'],
    [{ hours: 5, counts: otherCycles(50) }, 'counts: At most 50 cycles'],
    [{ hours: 5, fileIds: Array(21).fill(cycleId) }, 'fileIds: At most 20 files'],
    [{ hours: 5, holderName: 'x'.repeat(101) }, 'holderName: Value too long (max 100)'],
    [{ hours: 5, approvedBy: 'x'.repeat(201) }, 'approvedBy: Value too long (max 200)'],
    [{ hours: 5, providerNumber: 'x'.repeat(51) }, 'providerNumber: Value too long (max 50)'],
    [{ hours: 5, notes: 'x'.repeat(2001) }, 'notes: Value too long (max 2000)'],
    [{ hours: 5, topicHours: [{ topic: 'a', hours: 1, note: 'x' }] }, 'topicHours.0.note: Unknown field'],
    [{ hours: 5, topicHours: topicsOf(11) }, 'topicHours: At most 10 topics'],
  ])('with %o is rejected: %s', (more, refusal) => {
    expect(refusals({ ...least, ...more })).toEqual([refusal])
  })

  test('may use its hours for topics to the last hundredth', () => {
    const topicHours = [0.1, 0.2].map((hours, n) => ({ topic: `${n}`, hours }))
    expect(refusals({ ...least, hours: 0.3, topicHours })).toEqual([])
  })

  test('may reach each limit', () => {
    const most = { hours: 500, topicHours: topicsOf(10), counts: [{ cycleId }, ...otherCycles(49)] }
    expect(refusals({ ...least, ...most })).toEqual([])
    expect(refusals({ ...least, amount: 30_000, unit: 'minute' })).toEqual([])
    expect(refusals({ ...least, amount: 50, unit: 'ceu', hours: 500 })).toEqual([])
    expect(refusals({ ...least, hours: 5, counts: [{ cycleId, acceptedHours: 500 }] })).toEqual([])
    expect(refusals({ ...least, hours: 5, counts: [{ cycleId, acceptedHours: 0 }] })).toEqual([])
  })

  test('is a course of contact hours without anything else by default', () => {
    expect(ceuEntryInput.parse({ ...least, hours: 5 })).toEqual({
      ...{
        ...least,
        hours: 5,
        amount: null,
        unit: 'contact_hour',
        kind: 'course',
        topicTags: [],
        topicHours: [],
      },
      ...{ fileId: null, fileIds: [], holderName: null, approvedBy: null, providerNumber: null, notes: null },
    })
    expect(ceuEntryInput.parse({ ...least, hours: 5, counts: [] }).counts).toEqual([])
    const counts = [{ cycleId, acceptedHours: null }]
    expect(ceuEntryInput.parse({ ...least, hours: 5, counts: [{ cycleId }] }).counts).toEqual(counts)
  })

  test('is updated field by field', () => {
    expect(ceuEntryPatch.parse({ ...sampleEntry, counts: [] })).toEqual({ ...sampleEntry, counts: [] })
    expect(ceuEntryPatch.parse({})).toEqual({})
    expect(problemsOf(ceuEntryPatch, { amount: 0 })).toEqual(['amount: More than 0'])
    expect(problemsOf(ceuEntryPatch, { amount: 30_001 })).toEqual(['amount: At most 30,000'])
    expect(problemsOf(ceuEntryPatch, { amount: 0.001 })).toEqual(['amount: At most two decimals'])
    expect(problemsOf(ceuEntryPatch, { importId: cycleId })).toEqual(['importId: Unknown field'])
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
    [{ hoursCounted: 3 }, ['hoursCounted: Unknown field']],
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
    const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31' }
    const bare = { rule: null, ...facts, requiredHours: 3, topics: [] }
    expect(overridesOf(bare)).toEqual([])
  })
})

test('an audit requires the certificate, its holder, and who approved the provider under which number', () => {
  const none = { fileId: null, holderName: null, approvedBy: null, providerNumber: null }
  expect(certificateGaps(none)).toEqual(['certificate', 'holderName', 'approvedBy', 'providerNumber'])
  const all = { fileId: 'x', holderName: 'Ann', approvedBy: 'ANCC', providerNumber: 'P1' }
  expect(certificateGaps(all)).toEqual([])
})

describe('the API', () => {
  const at = '2026-11-21T12:00:00.000Z'
  const entry = {
    ...{ ...sampleEntry, id: cycleId, cycleId, importId: null, createdAt: at, updatedAt: at },
    counts: [{ cycleId, acceptedHours: null, countedHours: 2, reasons: [{ code: 'accepted', hours: 2 }] }],
  }

  test('lists entries whole, a page at a time', () => {
    const page = { items: [entry], nextCursor: null }
    expect(ceuEntryPage.parse(page)).toEqual(page)
    expect(ceuEntryItems.parse(page)).toEqual({ items: [entry] })
    expect(ceuEntryQuery.parse({})).toEqual({ limit: 50 })
    expect(problemsOf(ceuEntryQuery, { limit: '200', cursor: 'x'.repeat(4000) })).toEqual([])
    expect(problemsOf(ceuEntryQuery, { limit: '201', cursor: 'x'.repeat(4001) })).toHaveLength(2)
    expect(problemsOf(ceuEntryQuery, { limit: '0' })).toHaveLength(1)
  })

  test.each([
    'accepted',
    'outside_dates',
    'kind_refused',
    'over_cap',
    'over_day_cap',
    'set_by_owner',
    'converted',
    'no_certificate',
    'topic_hours_missing',
  ])('gives the reason %s', (code) => {
    expect(reasonCode.parse(code)).toBe(code)
  })

  test('names activities and units', () => {
    for (const kind of ['course', 'self_study', 'life_support', 'academic', 'presentation', 'preceptor'])
      expect(entryKind.parse(kind)).toBe(kind)
    for (const name of ['contact_hour', 'ceu', 'minute', 'cme_credit', 'semester_credit', 'quarter_credit'])
      expect(unit.parse(name)).toBe(name)
  })

  test('finds similar entries and suggestions', () => {
    const query = { title: 'Ethics', completedAt: '2026-02-14', hours: '2.5' }
    expect(similarQuery.parse(query)).toEqual({ ...query, hours: 2.5 })
    expect(problemsOf(similarQuery, { ...query, hours: '0', more: '1' })).toHaveLength(2)
    const provider = { provider: 'ANA', approvedBy: null, providerNumber: null }
    const suggestions = { providers: [provider], topics: ['Ethics'] }
    expect(entrySuggestions.parse(suggestions)).toEqual(suggestions)
  })

  test('imports 1 to 1000 entries at once, and can undo it', () => {
    const one = { ...least, hours: 5 }
    expect(problemsOf(entryImport, { entries: Array(1000).fill(one) })).toEqual([])
    expect(problemsOf(entryImport, { entries: [] })).toEqual(['entries: Nothing to import'])
    expect(problemsOf(entryImport, { entries: Array(1001).fill(one) })).toEqual([
      'entries: At most 1000 entries at once',
    ])
    expect(problemsOf(entryImport, { entries: [one, {}] })).toContain('entries.1.title: Required')
    expect(problemsOf(entryImport, { entries: [one], more: 1 })).toEqual(['more: Unknown field'])
    const imported = { importId: cycleId, count: 2, skipped: [] }
    expect(entryImported.parse(imported)).toEqual(imported)
    expect(entryImportRemoved.parse({ deleted: 2 })).toEqual({ deleted: 2 })
  })
})
