import { describe, expect, test } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { sampleEntry } from '#shared/ceu/sample.ts'
import {
  contactHoursIn,
  conversionText,
  countPreview,
  dayOf,
  gapsText,
  listText,
  movedText,
  titleOf,
} from './entry-form-text.ts'
import { resolverFor } from './entry-resolver.ts'
import { offeredTopics, statedHoursText } from './entry-topics.ts'
import { countsFor, type EntryValues, emptyEntry, inputOf, patchOf, valuesOf } from './entry-values.ts'

const TX = 'b1a54a0e-19b5-4d5f-8c52-2a4b37f9d6a1'
const FL = '6c0f63e5-3c3a-4f8e-8ad6-0c7a3f4d1b2e'
const cycleOf = (id: string, state: string, cycleStart: string, cycleEnd: string) =>
  ({
    id,
    state,
    cycleStart,
    cycleEnd,
    credentialTitle: null,
    requiredHours: 20,
    hoursCompleted: 12,
    hoursCounted: 12,
    topics: [
      {
        ...{ key: 'ethics', topic: 'Jurisprudence and ethics', hours: 2, tags: ['Ethics'] },
        ...{ maxHours: null, withinYears: null, dueOn: null },
      },
    ],
    topicsCompleted: [{ topic: 'Jurisprudence and ethics', hours: 0.5, isMet: false }],
    rule: null,
    carriedOverHours: null,
  }) as unknown as CeuCycle
const texas = cycleOf(TX, 'TX', '2025-04-01', '2027-03-31')
const florida = cycleOf(FL, 'FL', '2026-05-01', '2028-04-30')
const values: EntryValues = {
  ...emptyEntry,
  title: 'Ethics',
  provider: 'Gulf Coast',
  hours: 5,
  completedAt: '2026-02-14',
  topicTags: ['Ethics', 'Night shift'],
  topicHours: [{ topic: 'Ethics', hours: 2 }],
  counts: [{ cycleId: TX, acceptedHours: null }],
}
const entry = {
  ...sampleEntry,
  id: 'e',
  cycleId: TX,
  counts: [{ cycleId: TX, acceptedHours: null, countedHours: 5, reasons: [] }],
  importId: null,
  createdAt: '',
  updatedAt: '',
} as unknown as CeuEntry

describe('a course that counts in two states', () => {
  test('counts in every cycle whose dates include its date', () => {
    const none = new Map<string, boolean>()
    expect(countsFor([texas, florida], '2026-06-01', none, []).map((one) => one.cycleId)).toEqual([TX, FL])
    expect(countsFor([texas, florida], '2026-02-14', none, []).map((one) => one.cycleId)).toEqual([TX])
    expect(countsFor([texas, florida], null, none, [])).toEqual([])
  })

  test('keeps the chosen cycles and their accepted hours', () => {
    const chosen = new Map([
      [TX, false],
      [FL, true],
    ])
    const before = [{ cycleId: FL, acceptedHours: 3 }]
    expect(countsFor([texas, florida], '2026-02-14', chosen, before)).toEqual(before)
  })

  test('has the cycle that the owner came from as its main one, first in the list', () => {
    const both = [
      { cycleId: TX, acceptedHours: null },
      { cycleId: FL, acceptedHours: 3 },
    ]
    expect(inputOf({ ...values, cycleId: FL, counts: both })).toMatchObject({
      cycleId: FL,
      counts: [{ cycleId: FL }, { cycleId: TX }],
    })
    expect(inputOf({ ...values, cycleId: 'gone', counts: both })).toMatchObject({ cycleId: TX })
  })
})

describe('the request of the form', () => {
  test('contains hours, or the certificate’s amount, and never both', () => {
    expect(inputOf(values)).toMatchObject({ hours: 5, amount: null, unit: 'contact_hour' })
    const ceus = inputOf({ ...values, unit: 'ceu', amount: 0.5 })
    expect(ceus).toMatchObject({ amount: 0.5, unit: 'ceu' })
    expect(ceus).not.toHaveProperty('hours')
  })

  test('leaves out the hours of a topic that has none yet, or was removed', () => {
    const topicHours = [
      { topic: 'Ethics', hours: null },
      { topic: 'Gone', hours: 1 },
    ]
    expect(inputOf({ ...values, topicHours }).topicHours).toEqual([])
  })

  test('contains only the changed fields of an edited course, and the fields that depend on them', () => {
    const same = valuesOf(entry)
    expect(patchOf(entry, same)).toEqual({})
    expect(patchOf(entry, { ...same, title: 'Other' })).toEqual({ title: 'Other' })
    expect(patchOf(entry, { ...same, amount: 0.3 })).toEqual({ amount: 0.3, unit: 'ceu' })
    expect(patchOf(entry, { ...same, unit: 'contact_hour', amount: null, hours: 5 })).toEqual({ hours: 5 })
    expect(patchOf(entry, { ...same, topicTags: ['Ethics'] })).toEqual({
      topicTags: ['Ethics'],
      topicHours: [{ topic: 'Ethics', hours: 2 }],
    })
    const counts = [{ cycleId: FL, acceptedHours: null }]
    expect(patchOf(entry, { ...same, counts })).toEqual({ cycleId: FL, counts })
  })
})

test('an incomplete form shows what is missing, with specific messages', async () => {
  const check = resolverFor('2026-11-21')
  const { errors } = await check(emptyEntry, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect(Object.entries(errors).map(([key, error]) => [key, error?.message])).toEqual(
    expect.arrayContaining([
      ['title', 'Enter the title'],
      ['provider', 'Enter the provider'],
      ['completedAt', 'Enter the completion date'],
      ['cycleId', 'Choose at least one cycle'],
    ]),
  )
  const late = await check({ ...values, completedAt: '2026-11-22' }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(late.errors).toEqual({ completedAt: { type: 'custom', message: 'This date is in the future' } })
})

describe('while typing', () => {
  test('the conversion is shown next to the amount', () => {
    expect(conversionText({ amount: 0.5, unit: 'ceu' })).toBe('0.5 CEUs = 5 contact hours')
    expect(conversionText({ amount: 90, unit: 'minute' })).toBe('90 minutes = 1.5 contact hours')
    expect(conversionText({ amount: null, unit: 'ceu' })).toBeNull()
    expect(contactHoursIn({ hours: 3, amount: null, unit: 'contact_hour' })).toBe(3)
  })

  test('each cycle shows what it would count, and why not more', () => {
    expect(countPreview(texas, values, true, 'en-US')).toEqual(['Counts 5 hours; 2 hours on Ethics.'])
    expect(countPreview(florida, values, true, 'en-US')).toEqual([
      'Counts 0 hours.',
      '5 hours do not count: this cycle runs from May 1, 2026 to Apr 30, 2028.',
    ])
    const accepted = { ...values, counts: [{ cycleId: TX, acceptedHours: 3 }] }
    expect(countPreview(texas, accepted, true, 'en-US')[1]).toContain('2 hours do not count')
    const unsplit = { ...values, topicHours: [] }
    expect(countPreview(texas, unsplit, true, 'en-US')[1]).toContain('Several topics')
    expect(countPreview(texas, { ...values, hours: null }, true, 'en-US')).toEqual([])
  })

  test('missing topics are offered first, each once', () => {
    const met = { ...florida, topicsCompleted: [{ topic: '', hours: 2, isMet: true }] }
    const pain = { ...met, topics: [{ key: null, topic: 'Pain', hours: null, tags: [] }] }
    expect(offeredTopics([pain, texas], ['ethics', 'Wounds'])).toEqual([
      { tag: 'Ethics', note: '1.5 hours left' },
      { tag: 'Pain', note: null },
      { tag: 'Wounds', note: null },
    ])
  })

  test('the topics of every cycle are offered, even if one cycle has many', () => {
    const topics = Array.from({ length: 30 }, (_, at) => ({
      key: null,
      topic: `Topic ${at}`,
      hours: null,
      tags: [],
    }))
    const kentucky = {
      topics,
      topicsCompleted: topics.map(({ topic }) => ({ topic, hours: 0, isMet: false })),
      rule: null,
    }
    const offered = offeredTopics([kentucky, texas], []).map(({ tag }) => tag)
    expect(offered).toHaveLength(14)
    expect(offered.slice(0, 3)).toEqual(['Topic 0', 'Ethics', 'Topic 1'])
  })

  test('a topic whose name is too long for a tag is offered by its short name', () => {
    const long = 'Long '.repeat(20)
    const topics = [{ key: null, topic: long, hours: null, tags: [long, 'Short'] }]
    const one = { topics, topicsCompleted: [], rule: null }
    expect(offeredTopics([one], [])).toEqual([{ tag: 'Short', note: 'missing' }])
  })

  test('the form shows how many hours are assigned to topics', () => {
    expect(statedHoursText([{ topic: 'A', hours: 2 }], 5)).toBe('2 of the 5 hours are assigned to topics.')
    expect(
      statedHoursText(
        [
          { topic: 'A', hours: 0.1 },
          { topic: 'B', hours: 0.2 },
        ],
        0.3,
      ),
    ).toBe('0.3 of the 0.3 hours are assigned to topics.')
    expect(statedHoursText([{ topic: 'A', hours: 6 }], 5)).toContain('1 hour more than the 5 hours')
  })

  test('lists in a sentence what an audit requires', () => {
    expect(gapsText([])).toBeNull()
    expect(gapsText(['certificate', 'approvedBy'])).toBe(
      'An audit will also ask for the certificate itself and who approved the provider. You can add it now or later.',
    )
    expect(listText(['a', 'b', 'c'])).toBe('a, b and c')
  })
})

test('the toast after saving shows what changed', () => {
  expect(movedText([entry], [texas, florida])).toBe('Texas CE: 12 of 20 hours.')
})

test.each([
  ['2026-02-14_Pain-Management (1).pdf', 'Pain Management', '2026-02-14'],
  ['Certificate of Completion - wound care.PDF', 'Wound care', null],
  ['IMG_2044.jpg', '', null],
  ['Scan 20260214.pdf', '', null],
  ['BLS certificate 03-01-2026.pdf', 'BLS', null],
  ['HIV-AIDS 2099-01-01.heic', 'HIV AIDS', null],
  ['Photo', '', null],
  ['sepsis (adjusted).jpg', 'Sepsis', null],
  ['Screenshot 2026-11-20 at 9.14.02 AM.png', '', null],
  ['WhatsApp Image 2026-11-20 at 09.14.02.jpeg', '', null],
  ['viewCertificate.aspx.pdf', '', null],
  ['Gmail - Your CE certificate.pdf', '', null],
  ['CamScanner 2026-11-20 09.14.pdf', '', null],
  ['Adobe Scan Nov 20, 2026.pdf', '', null],
  ['Download (3).pdf', '', null],
  ['certificate 2026-02-14.pdf', '', null],
  ['Scan of wounds.pdf', 'Scan of wounds', null],
  ['Combined, 3 pages.pdf', '', null],
  ['Combinado, 3 páginas.pdf', '', null],
])('a file called “%s” is a draft about “%s”, completed on %s', (name, title, day) => {
  expect(titleOf(name)).toBe(title)
  expect(dayOf(name, '2026-11-21')).toBe(day)
})
