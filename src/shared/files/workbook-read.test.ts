import { describe, expect, test } from 'vitest'
import { dateOfSerial, isReadPart, readWorkbook } from './workbook-read.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const workbookXml = (sheets: string, more = '') =>
  `<?xml version="1.0"?><workbook ${main} xmlns:r="r">${more}<sheets>${sheets}</sheets></workbook>`
const oneSheet = '<sheet name="Cards &amp; more" sheetId="1" r:id="rId7"/>'
const relsXml = (...targets: [id: string, target: string][]) =>
  `<Relationships>${targets.map(([id, target]) => `<Relationship Id="${id}" Type="worksheet" Target="${target}"/>`).join('')}</Relationships>`
const stylesXml = `<styleSheet><numFmts>
  <numFmt numFmtId="165" formatCode="[$-409]mmmm\\ d\\,\\ yyyy"/>
  <numFmt numFmtId="166" formatCode="&quot;day&quot; 0\\d[Red]"/>
  <numFmt numFmtId="167" formatCode="YY"/>
  <numFmt numFmtId="15" formatCode="0.0"/>
  <numFmt numFmtId="168" formatCode="0 &quot;min&quot;"/><numFmt numFmtId="169" formatCode="#,##0.0 &quot;hrs&quot;"/>
  <numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="&quot;RN&quot;0"/>
  </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>
  <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="15"/><xf/>
  <xf numFmtId="168"/><xf numFmtId="169"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/>
  </cellXfs><cellStyles><xf numFmtId="14"/></cellStyles></styleSheet>`
const stringsXml = `<sst><si><t>Name</t></si>
  <si><r><t>Basic </t></r><r><rPr/><t xml:space="preserve">Life</t></r><rPh><t>x</t></rPh><t>!</t></si>
  <si/><si><t>a_x000D_b &#x1F49C; &lt;3</t></si><si><t/>no text</si></sst>`
const sheetXml = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`

function read(rows: string, more?: string) {
  return readWorkbook(
    new Map([
      ['xl/workbook.xml', workbookXml(oneSheet, more)],
      ['xl/_rels/workbook.xml.rels', relsXml(['rId7', '/xl/worksheets/first.xml'])],
      ['xl/styles.xml', stylesXml],
      ['xl/sharedStrings.xml', stringsXml],
      ['xl/worksheets/first.xml', sheetXml(rows)],
    ]),
  )[0]?.rows
}

/** The text of one cell, given its attributes and its content. */
const cell = (attributes: string, inside: string) =>
  read(`<row r="1"><c r="A1" ${attributes}>${inside}</c></row>`)?.[0]

describe('a cell', () => {
  test.each([
    ['a shared string', 't="s"', '<v>0</v>', 'Name'],
    ['a shared string in parts, without its reading aid', 't="s"', '<v>1</v>', 'Basic Life!'],
    ['an empty shared string', 't="s"', '<v>2</v>', ''],
    ['a shared string with escapes', 't="s"', '<v>3</v>', 'ab 💜 <3'],
    ['a shared string with blanks around its texts only', 't="s"', '<v>4</v>', ''],
    ['a shared string that is missing', 't="s"', '<v>99</v>', ''],
    ['a text in the line', 't="inlineStr"', '<is><t>in line</t></is>', 'in line'],
    ['a formula with a text', 't="str"', '<f>A1&amp;"x"</f><v>Namex</v>', 'Namex'],
    ['a formula with a number', '', '<f t="shared">1+1</f><v>2</v>', '2'],
    ['yes', 't="b"', '<v>1</v>', 'TRUE'],
    ['no', 't="b"', '<v>0</v>', 'FALSE'],
    ['an error', 't="e"', '<v>#N/A</v>', '#N/A'],
    ['a written date', 't="d"', '<v>2026-03-31T00:00:00</v>', '2026-03-31'],
    ['a number with a rounding error', '', '<v>0.30000000000000004</v>', '0.3'],
    ['a negative number', 't="n"', '<v>-2.50</v>', '-2.5'],
    ['a number that is none', '', '<v>about 5</v>', 'about 5'],
    ['a number that is blank', '', '<v> </v>', ''],
    ['a date of the built-in format', 's="1"', '<v>46112</v>', '2026-03-31'],
    ['a date of a format of its own, with a time', 's="2"', '<v>46112.75</v>', '2026-03-31'],
    ['a number with a unit in its format', 's="7"', '<v>90</v>', '90 min'],
    ['a decimal number with a unit in its format', 's="8"', '<v>1.5</v>', '1.5 hrs'],
    ['a length of time', 's="9"', '<v>0.0625</v>', '1:30'],
    ['a length of time of more than a day', 's="9"', '<v>1.25</v>', '30:00'],
    ['a time of the built-in format', 's="11"', '<v>0.0625</v>', '1:30'],
    ['a number whose format quotes letters before it', 's="10"', '<v>7</v>', 'RN7'],
    ['a number whose format only quotes letters of dates', 's="3"', '<v>7</v>', 'day 7d'],
    ['a date of a format in capitals, without a day', 's="4"', '<v>46112</v>', 'Mar 2026'],
    ['a number whose format takes the place of a built-in one', 's="5"', '<v>46112</v>', '46112.0'],
    ['a number of a style without a format', 's="6"', '<v>46112</v>', '46112'],
    ['a number of a style that is not for cells', 's="12"', '<v>46112</v>', '46112'],
    ['a number without a style', '', '<v>46112</v>', '46112'],
    ['a date before all dates', 's="1"', '<v>0</v>', '0'],
  ])('with %s', (_what, attributes, inside, text) => {
    expect(cell(attributes, inside)).toEqual([text])
  })

  test('has at most 5,000 characters', () => {
    expect(cell('t="str"', `<v>${'x'.repeat(5001)}</v>`)).toEqual(['x'.repeat(5000)])
  })

  test('goes into its column, or next to the previous cell if it has none', () => {
    const v = (value: string) => `<v>${value}</v></c>`
    expect(read(`<row><c>${v('1')}<c r="C1">${v('3')}<c>${v('4')}</row>`)).toEqual([['1', '', '3', '4']])
    expect(read(`<row><c/><c>${v('2')}</row>`)).toEqual([['', '2']])
    expect(read(`<row><c r="AB1">${v('1')}</row>`)?.[0]).toHaveLength(28)
    expect(read(`<row><c r="BH1">${v('60')}<c r="BI1">${v('61')}<c r="AAA1">${v('703')}</row>`)?.[0]).toEqual(
      [...Array.from({ length: 59 }, () => ''), '60'],
    )
  })
})

describe('a row', () => {
  test('that is missing is read as an empty row', () => {
    const row = (number: string, value: number) => `<row${number}><c><v>${value}</v></c></row>`
    expect(read(row(' r="2"', 1) + row('', 2) + row(' r="5"', 3))).toEqual([[], ['1'], ['2'], [], ['3']])
  })

  test.each(['10001', 'many', 'Infinity'])('with the number %s is too many', (number) => {
    expect(() => read(`<row r="${number}"/>`)).toThrow(new RangeError('It has too many rows'))
  })

  test('with the number 10000 is read', () => {
    expect(read('<row r="10000"/>')).toHaveLength(10_000)
  })
})

test.each([
  [13, false],
  [14, true],
  [22, true],
  [23, false],
  [26, false],
  [27, true],
  [36, true],
  [37, false],
  [49, false],
  [50, true],
  [58, true],
  [59, false],
])('the built-in format %i shows a date: %s', (format, isDate) => {
  const [sheet] = readWorkbook(
    new Map([
      ['xl/workbook.xml', workbookXml(oneSheet)],
      ['xl/styles.xml', `<styleSheet><cellXfs><xf numFmtId="${format}"/></cellXfs></styleSheet>`],
      ['xl/worksheets/sheet1.xml', sheetXml('<row><c s="0"><v>46112</v></c></row>')],
    ]),
  )
  expect(sheet?.rows).toEqual([[isDate ? '2026-03-31' : '46112']])
})

describe('a workbook', () => {
  const row = (value: number) => sheetXml(`<row><c><v>${value}</v></c></row>`)

  test('has its sheets in order, by their relationships', () => {
    const parts = new Map([
      [
        'xl/workbook.xml',
        workbookXml('<sheet name="B" r:id="b"/><sheet r:id="a"/><sheet name="C" r:id="c"/>'),
      ],
      ['xl/_rels/workbook.xml.rels', relsXml(['a', './worksheets/a.xml'], ['b', 'worksheets/b.xml'])],
      ['xl/worksheets/a.xml', row(1)],
      ['xl/worksheets/b.xml', row(2)],
      ['xl/worksheets/sheet3.xml', row(3)],
    ])
    expect(readWorkbook(parts)).toEqual([
      { name: 'B', rows: [['2']] },
      { name: 'Sheet 2', rows: [['1']] },
      { name: 'C', rows: [['3']] },
    ])
    parts.delete('xl/worksheets/a.xml')
    expect(readWorkbook(parts).map(({ name }) => name)).toEqual(['B'])
  })

  test('without a workbook part is rejected', () => {
    expect(() => readWorkbook(new Map())).toThrow(new RangeError('It is not a workbook'))
  })

  test.each([
    ['1', '2026-03-31'],
    ['true', '2026-03-31'],
    ['0', '2022-03-30'],
    ['10', '2022-03-30'],
  ])('with date1904="%s" has its days from the one year or the other', (date1904, date) => {
    const rows = '<row r="1"><c r="A1" s="1"><v>44650</v></c></row>'
    expect(read(rows, `<workbookPr date1904="${date1904}"/>`)).toEqual([[date]])
  })

  test.each([
    ...['xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/_rels/workbook.xml.rels'],
    'xl/worksheets/sheet1.xml',
  ])('is read from %s', (path) => {
    expect(isReadPart(path)).toBe(true)
  })

  test.each([
    ...['xl/media/picture.png', 'xl/worksheets/_rels/sheet1.xml.rels', 'xl/worksheets/.xml'],
    ...['a/xl/workbook.xml', 'xl/workbook.xml.bak', 'xl/worksheets/sheet1.xml/x', 'docProps/core.xml'],
  ])('is not read from %s', (path) => {
    expect(isReadPart(path)).toBe(false)
  })
})

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [46112, false, '2026-03-31'],
  [46112 - 1462, true, '2026-03-31'],
  [2_900_000, false, '9839-12-05'],
  [2_900_001, false, null],
  [0.5, false, null],
  [-4, false, null],
])('the day %d, from 1904: %s, is %s', (serial, is1904, date) => {
  expect(dateOfSerial(serial, is1904)).toBe(date)
})
