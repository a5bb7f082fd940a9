import { describe, expect, test } from 'vitest'
import { FieldReader, unescapeText } from './field-reader.ts'
import type { PlainValue } from './values.ts'

const reader = (fields: Record<string, PlainValue>, timeZone: string | null = 'America/Chicago') =>
  new FieldReader(fields, timeZone)
const notesOf = ({ notes }: FieldReader) =>
  notes.map(({ field, outcome, reason }) => `${field} ${outcome}: ${reason}`)

test('reverses what the sanitizer escaped', () => {
  expect(unescapeText('&lt;b&gt; &quot;x&quot; &amp; &#x2F; &#96; &#x27;&#39; &AMP;')).toBe(
    '<b> "x" & / ` \'\' &',
  )
  expect(unescapeText('&amp;lt; &nbsp; &')).toBe('&lt; &nbsp; &')
})

describe('a text', () => {
  test('is read from the first name that has one, and only once', () => {
    const read = reader({ title: '', name: ' RN &amp; more ', label: 'x' })
    expect(read.text(50, 'title', 'name', 'label')).toBe('RN & more')
    expect(read.text(50, 'name')).toBeNull()
    expect(read.text(50, 'label')).toBe('x')
    expect(notesOf(read)).toEqual([])
  })

  test('may be a number or a boolean, and nothing else', () => {
    const read = reader({ a: 12, b: true, c: ['x'], d: null, e: '<script></script>', f: 'a\0\ud800' })
    expect([
      read.text(9, 'a'),
      read.text(9, 'b'),
      read.text(9, 'd'),
      read.text(9, 'e'),
      read.text(9, 'f'),
    ]).toEqual([...['12', 'true', null, null, 'a\ufffd']])
    expect(read.text(9, 'c')).toBeNull()
    expect(notesOf(read)).toEqual(['c left out: It is not a text'])
  })

  test('that is too long is cut, and kept whole in the notes', () => {
    const read = reader({ name: '😀😀 😀', short: '😀😀', notes: 'Mine' })
    expect([read.text(2, 'short'), read.text(3, 'name')]).toEqual(['😀😀', '😀😀'])
    expect(notesOf(read)).toEqual([
      'name changed: It is longer than 3 characters: the whole of it is in the notes',
    ])
    expect(read.recordNotes()).toBe('Mine\nname: 😀😀 😀')
  })
})

describe('a date', () => {
  const dateOf = (value: PlainValue, timeZone: string | null = 'America/Chicago') =>
    reader({ on: value }, timeZone).date('on')

  test.each<[PlainValue, string]>([
    [' 2026-03-31 ', '2026-03-31'],
    ['2026-03-31T00:00:00.000Z', '2026-03-31'],
    ['2026-03-31T04:59:59.000Z', '2026-03-30'],
    [new Date('2026-03-31T05:00:00Z'), '2026-03-31'],
    [Date.parse('2026-03-31T00:00:00Z'), '2026-03-31'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
  ])('%j is %s', (value, date) => {
    expect(dateOf(value)).toBe(date)
  })

  test('is the date in UTC if there is no time zone', () => {
    expect(dateOf('2026-03-31T04:59:59.000Z', null)).toBe('2026-03-31')
  })

  test.each<PlainValue>([
    '3/4/2026',
    '1899-12-31',
    '2201-01-01',
    '2026-02-30',
    20_260_331,
    true,
    new Date(Number.NaN),
  ])('%j is none, which is noted', (value) => {
    const read = reader({ on: value })
    expect(read.date('on')).toBeNull()
    expect(notesOf(read)).toEqual(['on left out: It is not a date that can be read without guessing'])
    expect(read.recordNotes()).toBe(typeof value === 'string' ? `on: ${value}` : null)
  })
})

test('a time is a Timestamp, milliseconds or ISO 8601', () => {
  const at = new Date('2026-03-31T05:00:00.000Z')
  for (const value of [at, at.getTime(), at.toISOString()])
    expect(reader({ at: value }).instant('at')).toEqual(at)
  const read = reader({ a: '2026-03-31', b: 1e11, c: 'x2026-03-31T05:00:00Z' })
  expect([read.instant('a'), read.instant('b'), read.instant('c'), read.instant('none')]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(notesOf(read)).toEqual(['a', 'b', 'c'].map((field) => `${field} left out: It is not a time`))
})

describe('a number', () => {
  const bounds = { least: 0, most: 500 }

  test.each<[PlainValue, boolean, number]>([
    [2.5, true, 2.5],
    ['2.5 hours', true, 2.5],
    [500, true, 500],
    [0, false, 0],
    [0.01, true, 0.01],
  ])('%j is read, above the least: %s', (value, isOpen, amount) => {
    const read = reader({ hours: value })
    expect(read.number({ ...bounds, isOpen }, 'hours')).toBe(amount)
    expect(notesOf(read)).toEqual([])
  })

  test.each<[PlainValue, boolean, string]>([
    [500.01, false, 'It is not a number from 0 to 500'],
    [-1, false, 'It is not a number from 0 to 500'],
    [0, true, 'It is not a number above 0 to 500'],
    ['many', true, 'It is not a number above 0 to 500'],
    [true, false, 'It is not a number from 0 to 500'],
  ])('%j is none, which is noted', (value, isOpen, reason) => {
    const read = reader({ hours: value })
    expect(read.number({ ...bounds, isOpen }, 'hours')).toBeNull()
    expect(notesOf(read)).toEqual([`hours left out: ${reason}`])
  })

  test('is rounded to two decimals, and left out if that makes it zero where zero is not allowed', () => {
    const read = reader({ hours: 1.255, tiny: 0.001, zero: 0.001 })
    expect(read.number({ ...bounds, isOpen: true }, 'hours')).toBe(1.25)
    expect(read.number({ ...bounds, isOpen: true }, 'tiny')).toBeNull()
    expect(read.number(bounds, 'zero')).toBe(0)
    expect(read.number(bounds, 'none')).toBeNull()
    expect(notesOf(read)).toEqual(
      ['hours', 'tiny', 'zero'].map((field) => `${field} changed: It was rounded to two decimals`),
    )
  })
})

describe('tags', () => {
  test('are a list or one text, each once', () => {
    const read = reader({ tags: [' ICU ', 'ICU', '', 'a &amp; b'], one: 'night', none: '' })
    expect([read.tags('tags'), read.tags('one'), read.tags('none')]).toEqual([
      ['ICU', 'a & b'],
      ['night'],
      [],
    ])
    expect(notesOf(read)).toEqual([])
  })

  test('are limited to ten of 50 characters; the others go into the notes', () => {
    const ten = Array.from({ length: 10 }, (_, at) => `tag ${at}`)
    const [long, longer] = ['😀'.repeat(50), 'x'.repeat(51)]
    const read = reader({ tags: [...ten.slice(1), long, longer, 'late'] })
    expect(read.tags('tags')).toEqual([...ten.slice(1), long])
    expect(notesOf(read)).toEqual([
      'tags changed: Only ten tags of 50 characters are kept: the others are in the notes',
    ])
    expect(read.recordNotes()).toBe(`tags: ${longer}, late`)
  })

  test('that are not texts are reported', () => {
    const read = reader({ tags: ['ICU', 7, null] })
    expect(read.tags('tags')).toEqual(['ICU'])
    expect(notesOf(read)).toEqual(['tags left out: Some of its items are not texts'])
  })
})

describe('a field that Lanyard does not have', () => {
  const taken = new Set(['title'])

  test('becomes a free field, if it is a short text with a short name', () => {
    const at = new Date('2026-03-31T05:00:00.000Z')
    const read = reader({
      employer: 'Mercy',
      badge: 7,
      night: false,
      since: at,
      long: 'x'.repeat(200),
      notes: 'Mine',
    })
    expect(read.others(taken)).toEqual({
      ...{ employer: 'Mercy', badge: '7', night: 'false', since: at.toISOString(), long: 'x'.repeat(200) },
    })
    expect(notesOf(read)).toEqual([])
    expect(read.recordNotes()).toBe('Mine')
  })

  const noText = 'It is not a text of at most 200 characters'
  const noSuchName = 'A field of the owner’s own cannot have this name'
  test.each<[string, PlainValue, string]>([
    ['title', 'x', 'Lanyard has a field of this name'],
    ['constructor', 'x', noSuchName],
    ['prototype', 'x', noSuchName],
    [' padded', 'x', noSuchName],
    ['n'.repeat(51), 'x', noSuchName],
    ['long', 'x'.repeat(201), noText],
    ['list', ['x'], noText],
    ['map', { a: 'x' }, noText],
    ['never', new Date(Number.NaN), noText],
    ['blank', ' ', noText],
  ])('is left out with its reason: %s', (field, value, reason) => {
    const read = reader({ [field]: value })
    expect(read.others(taken)).toEqual({})
    expect(notesOf(read)).toEqual([expect.stringContaining(`${field} left out: ${reason}`)])
  })

  test('is one of at most 20', () => {
    const read = reader(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x'])))
    expect(Object.keys(read.others(taken))).toHaveLength(20)
    expect(notesOf(read)).toEqual(['f20 left out: The record has 20 fields of the owner’s own already'])
  })

  test('may be left out entirely', () => {
    const read = reader({ a: 'x', b: 'y' })
    expect(read.text(9, 'a')).toBe('x')
    read.leaveOthers()
    read.leaveOthers()
    expect(notesOf(read)).toEqual(['b left out: There is no field for it'])
  })
})

describe('the notes', () => {
  test('include the values that were kept there, as far as they fit', () => {
    const read = reader({ notes: 'n'.repeat(1990) })
    read.keepInNotes('color', 'x'.repeat(20))
    read.keepInNotes('a', 'b:c')
    expect(read.recordNotes()).toBe(`${'n'.repeat(1990)}\na: b:c`)
    expect(notesOf(read)).toEqual(['color left out: The notes have no room for the whole of it'])
  })

  test('may be full to the last character', () => {
    const read = reader({ notes: 'n'.repeat(1990) })
    read.keepInNotes('a', 'x'.repeat(6))
    expect(read.recordNotes()).toHaveLength(2000)
    expect(notesOf(read)).toEqual([])
  })

  test('are null if there is nothing in them', () => {
    expect(reader({ name: 'x' }).recordNotes()).toBeNull()
  })
})
