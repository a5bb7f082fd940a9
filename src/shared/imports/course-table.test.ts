import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { english } from '#shared/i18n/translate.ts'
import {
  type DayOrder,
  guessDayOrder,
  parseDay,
  parseList,
  parseNumber,
  parseTopic,
} from '#shared/kernel/spreadsheet-cells.ts'
import { columnUses, guessColumns } from './course-columns.ts'
import { parseRows, type SheetOptions } from './course-table.ts'
import { tablesIn } from './table-head.ts'

const texas = { id: 'b1a54a0e-19b5-4d5f-8c52-2a4b37f9d6a1', cycleStart: '2025-04-01', cycleEnd: '2027-03-31' }
const florida = {
  id: '6c0f63e5-3c3a-4f8e-8ad6-0c7a3f4d1b2e',
  cycleStart: '2026-05-01',
  cycleEnd: '2028-04-30',
}
const header = ['Course title', 'Provider', 'Date completed', 'Contact hours', 'CEUs', 'Topic', 'Type']
const reading: SheetOptions = {
  ...{ header, uses: guessColumns(header) },
  t: english,
  order: 'month-first',
  cycles: [texas, florida],
  today: '2026-11-21',
}
const read = (...rows: string[][]) =>
  parseRows(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    reading,
  )
const first = (...cells: string[]) => {
  const [row] = read(cells)
  if (!row) throw new Error('no row')
  return row
}

describe('a date in a cell', () => {
  test.each<[string, DayOrder, string | null]>([
    ['2026-02-14', 'month-first', '2026-02-14'],
    ['2026-02-14T10:00:00Z', 'month-first', '2026-02-14'],
    ['2026/2/4', 'day-first', '2026-02-04'],
    ['2/14/2026', 'month-first', '2026-02-14'],
    ['2/14/2026', 'day-first', null],
    ['02/14/26', 'month-first', '2026-02-14'],
    ['2/14/2026 9:30 AM', 'month-first', '2026-02-14'],
    ['14.02.2026', 'day-first', '2026-02-14'],
    ['03-04-2026', 'month-first', '2026-03-04'],
    ['03-04-2026', 'day-first', '2026-04-03'],
    ['Feb 14, 2026', 'month-first', '2026-02-14'],
    ['February 14th 2026', 'day-first', '2026-02-14'],
    ['Sept. 3, 2026', 'month-first', '2026-09-03'],
    ['14 Feb 2026', 'month-first', '2026-02-14'],
    ['14-Feb-26', 'month-first', '2026-02-14'],
    ['Saturday, February 14, 2026', 'month-first', '2026-02-14'],
    ['14 de febrero de 2026', 'day-first', '2026-02-14'],
    ['3 de  enero de\n2026', 'day-first', '2026-01-03'],
    ['3 abr 2026', 'day-first', '2026-04-03'],
    ['3 ago 2026', 'day-first', '2026-08-03'],
    ['3 dic. 2026', 'day-first', '2026-12-03'],
    ['14 - Feb - 26', 'month-first', '2026-02-14'],
    ['2/14/2026 9:30 o’clock', 'month-first', null],
    ['On Monday, February 14, 2026', 'month-first', null],
    ['2/30/2026', 'month-first', null],
    ['Smarch 3, 2026', 'month-first', null],
    ['last spring', 'month-first', null],
    ['', 'month-first', null],
  ])('%s, %s, is %s', (cell, order, date) => expect(parseDay(cell, order)).toBe(date))

  test.each<[string[], DayOrder, boolean]>([
    [['2/14/2026', '3/4/2026'], 'month-first', false],
    [['14/2/2026', '3/4/2026'], 'day-first', false],
    [['2/12/2026', '3/4/2026'], 'month-first', true],
    [['3/4/2026', '5/6/2026'], 'month-first', true],
    [['3.4.2026', '5.6.2026'], 'day-first', true],
    [['14/2/2026', '2/14/2026', '3/4/2026'], 'month-first', true],
    [['2/14/2026', '13/13/2026', '3/4/2026'], 'month-first', false],
    [['3/3/2026', 'Feb 14, 2026', '2026-02-03'], 'month-first', false],
    [[], 'month-first', false],
  ])('a column of %j is %s, ambiguous: %s', (cells, order, isAmbiguous) =>
    expect(guessDayOrder(cells)).toEqual({ order, isAmbiguous }),
  )
})

test.each<[string, number | null]>([
  ['5', 5],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['.5', 0.5],
  ['1,200', 1200],
  ['1.200,5', 1200.5],
  [' 2.25 ', 2.25],
  ['12,345,678', 12_345_678],
  ['12,3456', 12.3456],
  ['1234,567', 1234.567],
  ['1,200.5', 1200.5],
  ['five', null],
  ['-2', null],
  ['1:30', null],
  ['5-6', null],
  ['', null],
])('“%s” in a cell is the number %s', (cell, number) => expect(parseNumber(cell)).toBe(number))

test.each<[string, string[]]>([
  ['Ethics; Pain, acute', ['Ethics', 'Pain, acute']],
  ['Ethics, Pain', ['Ethics', 'Pain']],
  ['Ethics (1,5), Pain', ['Ethics (1,5)', 'Pain']],
  ['Ethics|Pain|', ['Ethics', 'Pain']],
  ['', []],
])('the topics “%s” are %j', (cell, parts) => expect(parseList(cell)).toEqual(parts))

test.each<[string, string, number | null]>([
  ['Ethics (2)', 'Ethics', 2],
  ['Ethics (1,5 hours)', 'Ethics', 1.5],
  ['Ethics: 2 hours', 'Ethics', 2],
  ['Dolor = 1 hora', 'Dolor', 1],
  ['Dolor (3 horas)', 'Dolor', 3],
  ['Pain (acute)', 'Pain (acute)', null],
  ['HIV 2', 'HIV 2', null],
])('the topic “%s” is %s with %s hours', (cell, topic, hours) =>
  expect(parseTopic(cell)).toEqual({ topic, hours }),
)

describe('the columns of a spreadsheet', () => {
  test.each<[string[], (string | null)[]]>([
    [header, ['title', 'provider', 'completedAt', 'contact_hour', 'ceu', 'topics', 'kind']],
    [
      ['Activity', 'Sponsor', 'CE Provider #', 'Completion Date', 'Hrs'],
      ['title', 'provider', 'providerNumber', 'completedAt', 'contact_hour'],
    ],
    [
      ['Course Name', 'Accredited by', 'Attendee name', 'CE', 'Minutes'],
      ['title', 'approvedBy', 'holderName', 'contact_hour', 'minute'],
    ],
    [
      ['CEU hours', 'Title', 'When'],
      ['contact_hour', 'title', 'completedAt'],
    ],
    [
      ['Título', 'Proveedor', 'Número de proveedor', 'Fecha', 'Horas', 'Tema', 'Tipo', 'Nota'],
      ['title', 'provider', 'providerNumber', 'completedAt', 'contact_hour', 'topics', 'kind', 'notes'],
    ],
    [
      ['Participant', 'CE credit', 'Attended', 'Program', 'Sponsor', 'Temas', 'Hora', 'Notas'],
      ['holderName', 'contact_hour', 'completedAt', 'title', 'provider', 'topics', null, 'notes'],
    ],
    [
      ['Attendee', 'CE credits', 'Course #', 'Course', 'Recipe'],
      ['holderName', 'contact_hour', null, 'title', null],
    ],
    [
      ['Title', 'Course title', 'CEUs for the hour', 'x'.repeat(100).concat(' hours')],
      ['title', null, 'contact_hour', null],
    ],
    [
      ['Color', 'Price'],
      [null, null],
    ],
  ])('%j contain %j', (cells, uses) => expect(guessColumns(cells)).toEqual(uses))
})

describe('a row', () => {
  test('becomes an entry in every cycle whose dates include its date', () => {
    const row = first('Ethics', 'Gulf', '6/14/2026', '5', '', 'Ethics (2); Night shift', 'Webinar')
    expect(row).toMatchObject({ line: 2, problems: [], duplicateOf: null, isOutside: false })
    expect(row.entry).toMatchObject({
      cycleId: texas.id,
      counts: [{ cycleId: texas.id }, { cycleId: florida.id }],
      title: 'Ethics',
      hours: 5,
      completedAt: '2026-06-14',
      kind: 'course',
      topicTags: ['Ethics', 'Night shift'],
      topicHours: [{ topic: 'Ethics', hours: 2 }],
    })
    expect(ceuEntryInput.safeParse(row.entry).success).toBe(true)
    expect(first('Ethics', 'Gulf', '2/14/2026', '5').entry.counts).toEqual([{ cycleId: texas.id }])
  })

  test('outside every cycle goes into the first one, and is marked', () => {
    const row = first('Old course', 'Gulf', '2/14/2019', '5')
    expect(row).toMatchObject({ problems: [], isOutside: true })
    expect(row.entry.counts).toEqual([{ cycleId: texas.id }])
  })

  test('keeps the CEUs of its certificate, with or without hours', () => {
    expect(first('A', 'B', '2/14/2026', '', '0.5').entry).toMatchObject({ amount: 0.5, unit: 'ceu' })
    expect(first('A', 'B', '2/14/2026', '5', '0.5')).toMatchObject({
      problems: [],
      entry: { hours: 5, amount: 0.5, unit: 'ceu' },
    })
    expect(first('A', 'B', '2/14/2026', '5', '0')).toMatchObject({ problems: [], entry: { hours: 5 } })
    expect(first('A', 'B', '2/14/2026', '4', '0.5').problems).toEqual([
      { path: 'hours', message: 'This amount is 5 contact hours' },
    ])
  })

  test.each<[string, string, object, number]>([
    ['90 min', '', { amount: 90, unit: 'minute' }, 1.5],
    ['0.5 CEU', '', { amount: 0.5, unit: 'ceu' }, 5],
    ['2 hrs', '', { hours: 2 }, 2],
    ['2 CME credits', '', { amount: 2, unit: 'cme_credit' }, 2],
    ['1 semester credit', '', { amount: 1, unit: 'semester_credit' }, 15],
    ['1:30', '', { hours: 1.5 }, 1.5],
    ['90 minutes (1.5 contact hours)', '', { hours: 1.5, amount: 90, unit: 'minute' }, 1.5],
    ['', '2 contact hours', { hours: 2 }, 2],
  ])('with “%s” hours and “%s” CEUs is %j', (hours, ceus, amount, contactHours) => {
    const { entry, problems } = first('A', 'B', '2/14/2026', hours, ceus)
    expect(problems).toEqual([])
    expect(entry).toMatchObject(amount)
    const parsed = ceuEntryInput.parse(entry)
    expect(contactHoursOf(parsed)).toBe(contactHours)
  })

  test.each([
    ['2 points', 'points'],
    ['90 min (2 hours)', '90 min (2 hours)'],
  ])('with “%s” hours needs attention, by the words that are not clear', (hours, named) => {
    const { problems } = first('A', 'B', '2/14/2026', hours)
    expect(problems).toEqual([{ path: 'hours', message: expect.stringContaining(`“${named}”`) }])
    expect(problems[0]?.message).toMatch(/Type /)
  })

  test.each<[string[], string, string]>([
    [['', 'B', '2/14/2026', '5'], 'title', 'Required'],
    [['A', '', '2/14/2026', '5'], 'provider', 'Required'],
    [['A', 'B', '', '5'], 'completedAt', 'Required'],
    [['A', 'B', 'last week', '5'], 'completedAt', '“last week” is not a date with the month first'],
    [['A', 'B', '14/2/2026', '5'], 'completedAt', '“14/2/2026” is not a date with the month first'],
    [['A', 'B', '11/22/2026', '5'], 'completedAt', 'This date is in the future'],
    [['A', 'B', '2/14/2026', ''], 'hours', 'Required'],
    [['A', 'B', '2/14/2026', 'five'], 'hours', '“five” is not a number'],
    [['A', 'B', '2/14/2026', '0'], 'hours', 'Hours must be more than 0'],
    [['A', 'B', '2/14/2026', '501'], 'hours', 'At most 500 hours'],
    [['A', 'B', '2/14/2026', '', 'x'], 'amount', '“x” is not a number'],
    [['A', 'B', '2/14/2026', '1', '', 'Ethics (2)'], 'topicHours', 'The topics add up to 2 hours'],
    [['A', 'B', '2/14/2026', '1', '', '', 'Karaoke'], 'kind', '“Karaoke” is not a known activity type'],
    [['x'.repeat(201), 'B', '2/14/2026', '1'], 'title', 'Value too long (max 200)'],
  ])('%j is rejected because of its %s', (cells, path, message) => {
    const { problems } = first(...cells)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ path, message: expect.stringContaining(message) })
  })

  test('lists all of its problems', () => {
    expect(
      first('', '', 'x', 'y')
        .problems.map(({ path }) => path)
        .sort(),
    ).toEqual(['completedAt', 'hours', 'provider', 'title'].sort())
  })

  test('with the same activity as an earlier row is marked as its duplicate', () => {
    const rows = read(
      ['Ethics', 'B', '2/14/2026', '5'],
      ['Pain', 'B', '2/14/2026', '5'],
      [' ethics', 'C', 'Feb 14, 2026', '', '0.5'],
    )
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, 2])
  })
})

describe('a duplicate', () => {
  test('is not found for incomplete rows, and refers to the first of several', () => {
    const rows = read(
      ['Ethics', 'B', '2/14/2026', ''],
      ['Ethics', 'B', '2/14/2026', ''],
      ...Array.from({ length: 3 }, () => ['Ethics', 'B', '2/14/2026', '5']),
    )
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, null, 4, 4])
  })
})

test('rejects a date that does not match the chosen order', () => {
  const [row] = parseRows([{ line: 2, cells: ['A', 'B', '2/14/2026', '5'] }], {
    ...reading,
    order: 'day-first',
  })
  expect(row?.problems).toEqual([
    { path: 'completedAt', message: '“2/14/2026” is not a date with the day first' },
  ])
})

const uses = fc.constantFrom(null, ...(Object.keys(columnUses) as (keyof typeof columnUses)[]))
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('2/14/2026', '5', '0.5', 'Ethics (2); Pain', '=1+1'),
)

test('reading never throws, and a row without problems is an entry', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 8 }),
      fc.array(uses, { maxLength: 9 }),
      (rows, columns) => {
        tablesIn(rows.map((cells, at) => ({ line: at + 1, cells })))
        guessDayOrder(rows.flat())
        const read = parseRows(
          rows.map((cells, at) => ({ line: at + 1, cells })),
          { ...reading, uses: columns },
        )
        expect(read).toHaveLength(rows.length)
        for (const { entry, problems } of read)
          expect(ceuEntryInput.safeParse(entry).success || problems.length > 0).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('a date written in either order is read as the same day', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, dayOfMonth] = iso.split('-')
      expect(parseDay(`${month}/${dayOfMonth}/${year}`, 'month-first')).toBe(iso)
      expect(parseDay(`${dayOfMonth}.${month}.${year}`, 'day-first')).toBe(iso)
      expect(parseDay(iso, 'day-first')).toBe(iso)
    }),
  )
})

// In quadratic time this would exceed the test's timeout.
test('a cell of a megabyte is read like any other', () => {
  const long = ['9'.repeat(1e6), ' '.repeat(1e6), `${'a('.repeat(5e5)}1`]
  for (const text of long) {
    expect(first(text, text, text, text, text, text, text).problems).not.toEqual([])
  }
  expect(tablesIn([{ line: 1, cells: long }])).toMatchObject([{ head: null }])
})
