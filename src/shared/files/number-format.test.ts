import { describe, expect, test } from 'vitest'
import { builtInFormat, dateParts, shownNumber } from './number-format.ts'

describe('a number is shown', () => {
  test.each<[number, string, string]>([
    [12345, 'General', '12345'],
    [12345, '', '12345'],
    [12345, '@', '12345'],
    [0.1 + 0.2, 'General', '0.3'],
    [12345, '00000000', '00012345'],
    [123456789, '000-00-0000', '123-45-6789'],
    [1234567890, '(000) 000-0000', '(123) 456-7890'],
    [5551234, '[<=9999999]###-####;(###) ###-####', '555-1234'],
    [2125551234, '[<=9999999]###-####;(###) ###-####', '(212) 555-1234'],
    [26123456, '"RN"0', 'RN26123456'],
    [26123456, '"RN "00000000;"minus "0', 'RN 26123456'],
    [-7, '0;"minus "0', 'minus 7'],
    [-7, '0', '-7'],
    [0, '0;-0;"none"', 'none'],
    [7, '\\R\\N\\.000', 'RN.007'],
    [41123456, '000"."000000', '041.123456'],
    [7, '[Red]0', '7'],
    [7, '[$-409]0_)', '7'],
    [1234567, '#,##0', '1,234,567'],
    [1234567.5, '#,##0.00', '1,234,567.50'],
    [1.5, '0.00', '1.50'],
    [1.5, '0.##', '1.5'],
    [1, '0.##', '1'],
    [0.5, '#.0', '.5'],
    [1.75, '0', '1.75'],
    [1.75, '0.0 "hrs"', '1.75 hrs'],
    [90, '0 "min"', '90 min'],
    [0.15, '0.00" CEU"', '0.15 CEU'],
    [0.5, '0%', '50%'],
    [1.5, '# ?/?', '1.5'],
    [123456789012, '0.00E+00', '1.23456789012E+11'],
    [123456789012, 'General', '123456789012'],
    [123456789012345680, '0', '1.2345678901234568E+17'],
    [7, '0"-"00"-"', '0-07-'],
    [7, '0"unclosed', '7"unclosed'],
    [5, ';;;', ''],
  ])('%d as %s: %s', (number, code, text) => {
    expect(shownNumber(number, code)).toBe(text)
  })
})

test.each<[string, ReturnType<typeof dateParts>]>([
  ['m/d/yyyy', 'date'],
  ['[$-409]mmmm\\ d\\,\\ yyyy;@', 'date'],
  ['dd.mm.yy', 'date'],
  ['mmm-yy', 'month'],
  ['d-mmm', 'day of the year'],
  ['[h]:mm', 'time'],
  ['h:mm AM/PM', 'time'],
  ['mm:ss', 'time'],
  ['[m]', 'time'],
  ['0 "days"', null],
  ['General', null],
  ['[Red]0', null],
  ['0.0', null],
])('the format %s shows a %s', (code, parts) => {
  expect(dateParts(code)).toBe(parts)
})

test('Excel has formats of its own', () => {
  expect([1, 2, 3, 9, 11, 49, 0].map((id) => shownNumber(7, builtInFormat(id)))).toEqual([
    ...['7', '7.00', '7', '700%', '7E+0', '7', '7'],
  ])
  expect([14, 15, 16, 17, 22, 20, 46].map((id) => dateParts(builtInFormat(id)))).toEqual([
    ...['date', 'date', 'day of the year', 'month', 'date', 'time', 'time'],
  ])
})

test('a format of a megabyte takes no longer than any other', () => {
  for (const code of ['0'.repeat(1e6), '"'.repeat(1e6), '['.repeat(1e6), ';'.repeat(1e6), '\\'.repeat(1e6)])
    expect(shownNumber(7, code).length).toBeLessThan(1000)
})
