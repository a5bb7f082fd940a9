import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  always,
  calendarDate,
  hours,
  instant,
  locale,
  optionalQueryFlag,
  optionalText,
  queryFlag,
  searchedText,
  tags,
  text,
  timeZone,
  uuid,
  wholeNumber,
  years,
} from './fields.ts'

function messages(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}

describe('text', () => {
  it('is counted in code points, after trimming', () => {
    expect(text(5).parse('  😀😀😀😀😀  ')).toBe('😀😀😀😀😀')
    expect(messages(text(5), '😀😀😀😀😀😀')).toEqual(['Value too long (max 5)'])
    expect(text(5).parse('<script>alert(1)</script>short')).toBe('short')
  })

  it.each([undefined, '', '   ', '<script></script>', '\u0001'])('%j counts as missing', (value) => {
    expect(messages(text(5), value)).toEqual(['Required'])
  })

  it.each(['a\u0000b', '\ud800', 'x\udc00y'])('%j cannot be stored', (value) => {
    const refused = ['This text contains characters that cannot be stored']
    expect(messages(text(5), value)).toEqual(refused)
    expect(messages(optionalText(5), value)).toEqual(refused)
    expect(messages(searchedText(5), value)).toEqual(refused)
  })

  it('of another type is rejected with the message from the specification', () => {
    expect(messages(text(5), 7)).toEqual(['Expected string, received number'])
    expect(messages(text(5), null)).toEqual(['Expected string, received null'])
    expect(messages(tags, 'travel')).toEqual(['Expected array, received string'])
  })

  it('that is optional becomes null if empty', () => {
    for (const empty of ['', '  ', null]) expect(optionalText(5).parse(empty)).toBeNull()
    expect(optionalText(5).parse(' ICU ')).toBe('ICU')
  })
})

describe('tags', () => {
  it('are at most ten, without duplicates', () => {
    const ten = Array.from({ length: 10 }, (_, i) => `tag ${i}`)
    expect(tags.parse(ten)).toEqual(ten)
    expect(messages(tags, [...ten, 'eleventh'])).toEqual(['At most 10 tags'])
    expect(tags.parse(['ICU', ' ICU ', 'icu'])).toEqual(['ICU', 'icu'])
  })

  it('have 1 to 50 characters', () => {
    expect(tags.parse(['x'.repeat(50)])).toHaveLength(1)
    expect(messages(tags, ['x'.repeat(51)])).toEqual(['Value too long (max 50)'])
    expect(messages(tags, [''])).toEqual(['Required'])
  })
})

describe('numbers', () => {
  it('hours are over 0 to 500 with two decimals', () => {
    for (const good of [0.01, 0.29, 1.15, 4.35, 500]) expect(hours.parse(good)).toBe(good)
    for (const bad of [0, -1.005]) expect(messages(hours, bad)).toEqual(['Hours must be more than 0'])
    expect(messages(hours, 501)).toEqual(['At most 500 hours'])
    expect(messages(hours, 1.005)).toEqual(['At most two decimals'])
    for (const bad of [0, -1, 500.01, 1.005, Number.NaN, '1'])
      expect(hours.safeParse(bad).success, `${bad}`).toBe(false)
  })

  it('years are over 0 to 20', () => {
    for (const good of [0.01, 0.5, 2, 20]) expect(years.parse(good)).toBe(good)
    for (const bad of [0, -1.005]) expect(messages(years, bad)).toEqual(['More than 0 years'])
    expect(messages(years, 21)).toEqual(['At most 20 years'])
    expect(messages(years, 1.005)).toEqual(['At most two decimals'])
    for (const bad of [0, -2, 20.01, 1e-320]) expect(years.safeParse(bad).success, `${bad}`).toBe(false)
  })

  it('whole numbers in a path are digits within their range', () => {
    const days = wholeNumber(0, 3650)
    for (const [given, meant] of [
      ['0', 0],
      ['30', 30],
      ['007', 7],
      ['3650', 3650],
    ] as const)
      expect(days.parse(given)).toBe(meant)
    for (const bad of ['1234567890', '5 ', '', '-1', '3651', '1.0', '1e2', '0x10', ' 5', '٣', 'many'])
      expect(messages(days, bad), bad).toContain('A whole number from 0 to 3650')
    expect(messages(wholeNumber(1, 10), '0')).toEqual(['A whole number from 1 to 10'])
  })
})

it('the API document states the limits', () => {
  const documented = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
  expect(documented(text(5))).toMatchObject({ type: 'string', minLength: 1, maxLength: 5 })
  expect(documented(optionalText(5))).toMatchObject({ anyOf: [{ maxLength: 5 }, { type: 'null' }] })
  expect(documented(calendarDate)).toMatchObject({ type: 'string', format: 'date' })
  expect(documented(wholeNumber(1, 10))).toMatchObject({ type: 'integer', minimum: 1, maximum: 10 })
})

it('an invalid date has one error', () => {
  expect(messages(calendarDate, '2025-02-29')).toEqual(['Enter a valid date, as YYYY-MM-DD'])
  expect(messages(calendarDate, 'tomorrow')).toEqual(['Enter a valid date, as YYYY-MM-DD'])
  expect(messages(calendarDate, '1899-12-31')).toEqual(['Enter a date between 1900 and 2200'])
  expect(messages(calendarDate, '2201-01-01')).toEqual(['Enter a date between 1900 and 2200'])
  expect(calendarDate.parse('1900-01-01')).toBe('1900-01-01')
  expect(calendarDate.parse('2200-12-31')).toBe('2200-12-31')
})

it('an invalid id has a specific message', () => {
  expect(messages(uuid, undefined)).toEqual(['Required'])
  expect(messages(uuid, 'x')).toEqual(['This is not a valid id'])
})

describe('a query parameter', () => {
  it('is off unless it is true', () => {
    expect([undefined, 'false', 'true'].map((value) => queryFlag.parse(value))).toEqual([false, false, true])
    expect(queryFlag.safeParse('yes').success).toBe(false)
  })

  it('filters both ways, and not at all if it is missing', () => {
    const parsed = [undefined, 'false', 'true'].map((value) => optionalQueryFlag.parse(value))
    expect(parsed).toEqual([undefined, false, true])
    expect(optionalQueryFlag.safeParse('').success).toBe(false)
  })

  it('is a search text, trimmed and of limited length', () => {
    expect(searchedText(5).parse('  a<b  ')).toBe('a<b')
    expect(messages(searchedText(5), '123456')).toEqual(['Value too long (max 5)'])
  })
})

describe('settings', () => {
  it('have a time zone of the list', () => {
    expect(timeZone.parse('America/Chicago')).toBe('America/Chicago')
    expect(messages(timeZone, 'Nowhere/Land')).toEqual(['Choose a time zone from the list'])
    expect(messages(timeZone, 'x'.repeat(65))).toContain('Too big: expected string to have <=64 characters')
    expect(messages(timeZone, 'x'.repeat(64))).toEqual(['Choose a time zone from the list'])
  })

  it('have a language of the list', () => {
    expect(['en-US', 'de', 'zh-Hant-TW'].map((tag) => locale.parse(tag))).toEqual([
      'en-US',
      'de',
      'zh-Hant-TW',
    ])
    expect(messages(locale, 'not a language')).toEqual(['Choose a language from the list'])
    expect(messages(locale, `de-${'x'.repeat(32)}`)).toEqual(['Choose a language from the list'])
    expect(messages(locale, 'x'.repeat(36))).toHaveLength(2)
  })
})

it('an instant is ISO 8601 in UTC, from a date or as it was', () => {
  const at = '2026-11-21T12:00:00.000Z'
  expect(instant.parse(new Date(at))).toBe(at)
  expect(instant.parse(at)).toBe(at)
  for (const bad of ['2026-11-21', 1767225600000, null]) expect(instant.safeParse(bad).success).toBe(false)
})

it('an object with wrong fields is still checked as a whole', () => {
  expect([{}, [], null, undefined, 'text'].map((value) => always.when({ value }))).toEqual([
    ...[true, true, false, false, false],
  ])
})

it('an id is normalized to lower case', () => {
  const id = '0B4E9D5C-2F6A-4F0E-9E55-6A2D7A3C1F10'
  expect(uuid.parse(id)).toBe(id.toLowerCase())
})
