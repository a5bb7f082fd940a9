import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { workbookParts } from '#shared/files/workbook-write.ts'
import { isWorkbook, sheetsOf } from './workbook-sheet.ts'

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const workbook = (more = '') =>
  `<?xml version="1.0"?><workbook ${main} xmlns:r="r">${more}<sheets><sheet name="Cards &amp; more" sheetId="1" r:id="rId7"/></sheets></workbook>`
const rels =
  '<Relationships><Relationship Id="rId7" Type="worksheet" Target="/xl/worksheets/first.xml"/></Relationships>'
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="[$-409]mmmm\\ d\\,\\ yyyy"/><numFmt numFmtId="166" formatCode="&quot;day&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>'
const strings =
  '<sst><si><t>Name</t></si><si><r><t>Basic </t></r><r><rPr/><t xml:space="preserve">Life</t></r><rPh><t>x</t></rPh></si><si/><si><t>a_x000D_b &#x1F49C; &lt;3</t></si></sst>'
const sheet = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
const read = (rows: string, more?: string) =>
  sheetsOf(
    zip({
      'xl/workbook.xml': workbook(more),
      'xl/_rels/workbook.xml.rels': rels,
      'xl/styles.xml': styles,
      'xl/sharedStrings.xml': strings,
      'xl/worksheets/first.xml': sheet(rows),
      'xl/media/picture.png': 'not read',
    }),
  )

describe('a workbook', () => {
  test('is read with its strings, numbers, dates, formulas and gaps', () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>46112</v></c><c r="C3" s="2"><v>46112.75</v></c><c r="D3" s="3"><v>7</v></c><c r="E3"><v>0.30000000000000004</v></c><c r="F3" t="b"><v>1</v></c><c r="G3" t="e"><v>#N/A</v></c><c r="H3" t="str"><f>A1&amp;"x"</f><v>Namex</v></c><c r="I3" t="inlineStr"><is><t>in line</t></is></c><c r="J3" t="d"><v>2026-03-31T00:00:00</v></c><c r="K3" s="1"/></row>`
    expect(read(rows)).toEqual([
      {
        name: 'Cards & more',
        rows: [
          ['Name', '', 'Basic Life'],
          [],
          [
            ...['ab 💜 <3', '2026-03-31', '2026-03-31', 'day 7', '0.3', 'TRUE', '#N/A'],
            ...['Namex', 'in line', '2026-03-31'],
          ],
        ],
      },
    ])
  })

  test('that is damaged, huge or not a workbook is rejected with a sentence', () => {
    expect(() => sheetsOf(zip({ 'other.xml': '<a/>' }))).toThrow(/could not be read/)
    expect(() => sheetsOf(strToU8('PK no zip'))).toThrow()
    expect(() => read('<row r="10001"><c r="A10001"><v>1</v></c></row>')).toThrow(/more than 10,000 rows/)
    const bomb = zip({ 'xl/workbook.xml': workbook(), 'xl/worksheets/first.xml': ' '.repeat(61_000_000) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(() => sheetsOf(bomb)).toThrow(/too large/)
  })

  test('is distinguished from other ZIP files', () => {
    expect(isWorkbook(zip({ 'xl/workbook.xml': workbook() }))).toBe(true)
    expect(isWorkbook(zip({ 'lanyard.json': '{}' }))).toBe(false)
    expect(isWorkbook(strToU8('Name,Date'))).toBe(false)
  })
})

test('can be read back: texts as texts, dates as dates', () => {
  const rows = [
    ['=1+1', '0012', { date: '2026-03-31' }, 2.5, null],
    ['<b> & "x"\u0001', '+1', { date: '1899-01-01' }, -3, 'line\nbreak'],
  ]
  const parts = workbookParts({
    name: 'My: vault/[2026]',
    header: ['Name', 'Number', 'Expires', 'Hours', 'Notes'],
    rows,
  })
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<c r="C2" s="3"><v>46112</v></c>')
  expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('<f>')
  expect(sheetsOf(zip(Object.fromEntries(parts)))).toEqual([
    {
      name: 'My  vault  2026',
      rows: [
        ['Name', 'Number', 'Expires', 'Hours', 'Notes'],
        ['=1+1', '0012', '2026-03-31', '2.5'],
        ['<b> & "x"', '+1', '1899-01-01', '-3', 'line\nbreak'],
      ],
    },
  ])
})
