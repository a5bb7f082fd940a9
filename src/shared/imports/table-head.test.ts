import { expect, test } from 'vitest'
import { plainCell, type SheetRow } from './table-cells.ts'
import { kindOfTable, tableAt, tablesIn } from './table-head.ts'

const sheetOf = (...rows: string[]): SheetRow[] =>
  rows
    .map((row, at) => ({ line: at + 1, cells: row.split(',').map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))

const head = 'License,State,Number,Issued,Expires'
const texas = 'RN,Texas,00012345,03/14/2019,05/31/2027'
const ohio = 'RN,Ohio,RN.1,06/20/2021,10/31/2027'
const linesOf = (rows: readonly SheetRow[]) => rows.map(({ line }) => line)
const found = (...rows: string[]) =>
  tablesIn(sheetOf(...rows)).map((table) => [table.head, linesOf(table.rows), linesOf(table.asides)])

test.each<[string, string[], unknown[]]>([
  ['in the first row', [head, texas, ohio], [[1, [2, 3], []]]],
  [
    'below a title, a note and an empty row',
    ['My licenses', 'Printed 11/26/2026', '', head, texas],
    [[4, [5], []]],
  ],
  ['below words that could be names', ['Name: Ann,License: RN', head, texas], [[2, [3], []]]],
  ['again after each page', [head, texas, head, ohio], [[1, [2, 4], []]]],
  [
    'of two tables',
    [head, texas, '', 'Certification,Issuer,Number,Expires', 'BLS,AHA,1,2/28/2028'],
    [
      [1, [2], []],
      [4, [5], []],
    ],
  ],
  [
    'in two rows, of groups and of columns',
    ['License,,,Dates,', ',State,Number,Issued,Expires', texas],
    [[2, [3], []]],
  ],
  ['nowhere', [texas, ohio], [[null, [1, 2], []]]],
  [
    'in the first column',
    ['License type,RN', 'State,Texas', 'Number,12345', 'Expires,05/31/2027'],
    [[1, [2], []]],
  ],
])('the names of the columns are found %s', (_where, rows, tables) => {
  expect(found(...rows)).toEqual(tables)
})

test('sums, notes and titles of sections are no rows of the table', () => {
  expect(
    found(head, texas, 'Total,1,,,', 'Subtotal: 1', '2025,,,,', '* checked', 'Page 1 of 2,,,,', ohio),
  ).toEqual([[1, [2, 8], [3, 4, 5, 6, 7]]])
  // A certification by its name alone is one.
  expect(found('Certification,Number,Expires', 'CCRN,,', 'BLS,1,2/28/2028')).toEqual([[1, [2, 3], []]])
})

test('any row can be chosen, or none', () => {
  const sheet = sheetOf('A title,with a comma', head, texas)
  expect(tableAt(sheet, 0)).toMatchObject({ head: 1, header: ['A title', 'with a comma', '', '', ''] })
  expect(linesOf(tableAt(sheet, null).rows)).toEqual([1, 2, 3])
  expect(tableAt(sheet, null).header).toEqual(['', '', '', '', ''])
})

test('a table of courses has amounts; classes that expire are certifications', () => {
  const kindOf = (...names: string[]) => kindOfTable({ header: names, rows: [] })
  expect(kindOf('Course', 'Provider', 'Completed', 'Hours')).toBe('courses')
  expect(kindOf('Course', 'Provider', 'Completed')).toBe('courses')
  expect(kindOf('Course', 'Provider', 'Completed', 'Expires')).toBe('credentials')
  expect(kindOf('Type', 'State', 'License number', 'Expires', 'CE hours required')).toBe('credentials')
})
