import { expect, test } from 'vitest'
import { readWorkbook } from './workbook-read.ts'
import { type NewSheet, type SheetCell, workbookParts } from './workbook-write.ts'
import { attributeOf, xmlTokens } from './xml-tokens.ts'

const sheetOf = (sheet: NewSheet) => workbookParts(sheet).get('xl/worksheets/sheet1.xml') ?? ''
const withHeader = (header: string[], rows: SheetCell[][] = []) => sheetOf({ name: 'Vault', header, rows })

/** The attributes of each tag of a name. */
function tags(xml: string, wanted: string): string[] {
  return [...xmlTokens(xml)].flatMap((token) =>
    token.kind === 'open' && token.name === wanted ? [token.attributes] : [],
  )
}

const widths = (xml: string) => tags(xml, 'col').map((each) => Number(attributeOf(each, 'width')))

test('can be read back: texts as texts, numbers as numbers, dates as dates', () => {
  const header = ['Name', 'Number', 'Expires', 'Hours', 'Notes']
  const rows = [
    ['=1+1', '0012', { date: '2026-03-31' }, 2.5, null],
    ['<b> & "x"\u0001', '+1', { date: '1899-01-01' }, -3, 'line\nbreak'],
    ['', null, { date: '1900-03-01' }, 0, ' blank '],
    ['x'.repeat(6000), '', { date: '1900-02-28' }, null, 'soon'],
  ]
  expect(readWorkbook(workbookParts({ name: 'My: vault/[2026]', header, rows }))).toEqual([
    {
      name: 'My  vault  2026',
      rows: [
        header,
        ['=1+1', '0012', '2026-03-31', '2.5'],
        ['<b> & "x"', '+1', '1899-01-01', '-3', 'line\nbreak'],
        ['', '', '1900-03-01', '0', ' blank '],
        ['x'.repeat(5000), '', '1900-02-28', '', 'soon'],
      ],
    },
  ])
})

test('writes as a date only what Excel supports as one, and never writes a formula', () => {
  const dates = ['2026-03-31', '1900-03-01', '1900-02-28', '2026-02-30'].map((date) => ({ date }))
  const xml = withHeader(['Date'], [...dates.map((date) => [date]), ['=1+1'], [7]])
  const [header, ...cells] = tags(xml, 'c').map(
    (each) => `${attributeOf(each, 's')} ${attributeOf(each, 't')}`,
  )
  expect(header).toBe('1 inlineStr')
  expect(cells).toEqual([...['3 null', '3 null', '0 inlineStr', '0 inlineStr'], ...['0 inlineStr', '2 null']])
  expect(xml).toContain('<v>46112</v>')
  expect(tags(xml, 'f')).toEqual([])
})

test('each cell has its reference, beyond the 26th and the 702nd column', () => {
  const header = Array.from({ length: 703 }, (_, at) => `Column ${at}`)
  const xml = withHeader(header, [['x']])
  const places = tags(xml, 'c').map((each) => attributeOf(each, 'r'))
  expect([0, 1, 25, 26, 51, 52, 701, 702, 703].map((at) => places[at])).toEqual([
    ...['A1', 'B1', 'Z1', 'AA1', 'AZ1', 'BA1', 'ZZ1', 'AAA1', 'A2'],
  ])
  expect(attributeOf(tags(xml, 'autoFilter')[0] ?? '', 'ref')).toBe('A1:AAA2')
  expect(attributeOf(tags(withHeader([]), 'autoFilter')[0] ?? '', 'ref')).toBe('A1:A1')
})

test('a column is as wide as its longest cell, from 8 to 60', () => {
  const rows: SheetCell[][] = [
    ['x'.repeat(20), 3, { date: '2026-03-31' }, null, 'x'.repeat(100)],
    ['x'.repeat(10), null, null, null, ''],
  ]
  const header = ['Name', 'Hours', 'Expires', 'None', 'Notes', 'A longer title']
  expect(widths(withHeader(header, rows))).toEqual([22, 12, 12, 8, 60, 16])
  expect(tags(withHeader(['A', 'B']), 'col').map((each) => attributeOf(each, 'min'))).toEqual(['1', '2'])
})

test('the first 200 rows determine the width of a column', () => {
  const rows = Array.from({ length: 201 }, (_, at) => ['x'.repeat(at < 199 ? 1 : at === 199 ? 30 : 50)])
  expect(widths(withHeader(['A'], rows))).toEqual([32])
})

test('a cell has at most as many characters as Excel allows', () => {
  const [, text] = withHeader(['A'], [['x'.repeat(40_000)]]).split('<t xml:space="preserve">x')
  expect(text?.indexOf('<')).toBe(32_766)
})

test.each([
  ['Vault', 'Vault'],
  ['a\\b/c?d*e[f]g:h', 'a b c d e f g h'],
  ['x'.repeat(40), 'x'.repeat(31)],
  [' Vault ', 'Vault'],
  ['???', 'List'],
  ['Tom & "Ann"', 'Tom & "Ann"'],
])('the sheet of the list %j is called %j', (name, shown) => {
  expect(readWorkbook(workbookParts({ name, header: ['A'], rows: [] }))[0]?.name).toBe(shown)
})
