import { describe, expect, test } from 'vitest'
import { guessDayOrder, parseDay, parseList, parseNumber, parseTopic } from './spreadsheet-cells.ts'

const day = '2026-02-14'

describe('a date in a cell', () => {
  test.each([
    ...['2026-02-14', '2026.02.14', '2026/02/14', ' 2026-02-14 ', '2026-2-14'],
    ...[
      '2026-02-14 9:30',
      '2026-02-14T09:30:15',
      '2026-02-14T09:30:15.123Z',
      '2026-02-14, 9:30 pm',
      '2/14/2026 19:30',
    ],
    ...['2/14/2026', '02.14.2026', '2-14-2026', '2 14 2026', '2/14/26'],
    ...['Feb 14, 2026', 'feb. 14 2026', 'February-14-2026', 'FEB 14th, 26', 'February  14,  2026'],
    ...['14 Feb 2026', '14. Feb 2026', '14th February, 2026', '14-feb-26', '14 feb., 2026'],
    ...['Sat, 14 Feb 2026', 'Saturday February 14 2026', 'Sat. Feb 14, 2026'],
  ])('%s is read', (cell) => {
    expect(parseDay(cell, 'month-first')).toBe(day)
  })

  test.each([
    ['Jan 1st, 2026', '2026-01-01'],
    ['Mar 2nd, 2026', '2026-03-02'],
    ['3rd Apr 2026', '2026-04-03'],
    ['May 4, 2026', '2026-05-04'],
    ['Jun 5, 2026', '2026-06-05'],
    ['Jul 6, 2026', '2026-07-06'],
    ['Aug 7, 2026', '2026-08-07'],
    ['Sep 8, 2026', '2026-09-08'],
    ['Oct 9, 2026', '2026-10-09'],
    ['Nov 10, 2026', '2026-11-10'],
    ['Dec 31, 2026', '2026-12-31'],
  ])('%s is %s', (cell, expected) => {
    expect(parseDay(cell, 'day-first')).toBe(expected)
  })

  test.each([
    ...['x2026-02-14', '2026-02-14x', '02026-02-14', '2026-02-145', '2026-13-01'],
    ...['x2/14/2026', '2/14/2026x', '2/14/202', '2/14/20266', '122/14/2026', '2/144/2026'],
    ...[
      'xFeb 14, 2026',
      'Feb 14, 2026 x',
      'Fe 14, 2026',
      'Februaryyyy 14, 2026',
      'Feb 145, 2026',
      'Feb 14, 202',
    ],
    ...[
      'x14 Feb 2026',
      '14 Feb 2026x',
      '14 Febb1 2026',
      '145 Feb 2026',
      '14 Feb 20266',
      'Feb14,2026',
      '14Feb2026',
    ],
    ...[
      'Someday Feb 14, 2026',
      '9:30',
      '2026-02-14 9:30 or so',
      `${'0'.repeat(60)}2026-02-14`,
      `${' '.repeat(51)}2026-02-14`,
    ],
  ])('%s is not read', (cell) => {
    expect(parseDay(cell, 'month-first')).toBeNull()
  })

  test('has at most 60 characters', () => {
    expect(parseDay('2026-02-14'.padEnd(60), 'month-first')).toBe(day)
    expect(guessDayOrder(['14/2/2026'.padEnd(60)])).toMatchObject({ order: 'day-first' })
    expect(guessDayOrder(['14/2/2026'.padEnd(61)])).toMatchObject({ order: 'month-first' })
  })
})

test.each([
  [['12/13/2026', '1/2/2026'], 'month-first', false],
  [['13/12/2026', '1/2/2026'], 'day-first', false],
  [['12/12/2026'], 'month-first', false],
  [['1.2.2026', '1/2/2026'], 'month-first', true],
  [['1.2.2026', '1.3.2026', '1/2/2026'], 'day-first', true],
  [['13.12.2026', '12/13/2026', '1.2.2026'], 'day-first', true],
  [['1/2/2026 9:30'], 'month-first', true],
] as const)('the dates %j are %s, ambiguous: %s', (cells, order, isAmbiguous) => {
  expect(guessDayOrder(cells)).toEqual({ order, isAmbiguous })
})

test.each([
  ['+5', 5],
  ['1 200', 1200],
  ['1.200.500,5', 1_200_500.5],
  ['1,200,500', 1_200_500],
  ['12,50', 12.5],
  ['5.', 5],
  ['1 2000', null],
  ['2 15', null],
  ['5 hrs', null],
  ['++5', null],
  ['$5', null],
  ['5%', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['.', null],
  [',5', 0.5],
  ['5'.padEnd(60), 5],
  ['5'.padEnd(61), null],
])('the number “%s” is %s', (cell, number) => {
  expect(parseNumber(cell)).toBe(number)
})

test.each([
  ['Ethics\nPain', ['Ethics', 'Pain']],
  [' Ethics , Pain ,, ', ['Ethics', 'Pain']],
  ['Ethics; ;Pain', ['Ethics', 'Pain']],
  ['Ethics (1,5)', ['Ethics (1,5)']],
])('the list %j is %j', (cell, items) => {
  expect(parseList(cell)).toEqual(items)
})

test.each([
  ['Ethics=2', 'Ethics', 2],
  ['Ethics : 2 h', 'Ethics', 2],
  ['Ethics (2hr)', 'Ethics', 2],
  ['Ethics (2 HRS)', 'Ethics', 2],
  ['Ethics (1 hour)', 'Ethics', 1],
  ['Ethics (2.25 contact hours )', 'Ethics', 2.25],
  ['Ethics (1 contact hour)', 'Ethics', 1],
  ['Ethics (: 2)', 'Ethics', 2],
  ['Pain (acute) (2)', 'Pain (acute)', 2],
  [' Ethics ', 'Ethics', null],
  ['Ethics (2 days)', 'Ethics (2 days)', null],
  ['Ethics (2) and more', 'Ethics (2) and more', null],
  ['Ethics (1.2.3)', 'Ethics (1.2.3)', null],
  ['(2)', '(2)', null],
  [`${'x'.repeat(117)}(2)`, 'x'.repeat(117), 2],
  [`${'x'.repeat(118)}(2)`, `${'x'.repeat(118)}(2)`, null],
])('the topic “%s” is “%s” with %s hours', (cell, topic, hours) => {
  expect(parseTopic(cell)).toEqual({ topic, hours })
})
