import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { utf8, utf16 } from '#testing/import-table-files.ts'
import { readTable } from './table-sheet.ts'

const rowsOf = async (bytes: Uint8Array) => {
  const read = await readTable(bytes, 'table')
  return read.kind === 'sheets' ? read.sheets[0]?.rows : read
}
const reasonOf = async (bytes: Uint8Array, name = 'table') => {
  const read = await readTable(bytes, name)
  return read.kind === 'refused' ? read.reason : read.kind
}

describe('a table', () => {
  const two = [
    ['Title', 'Hours'],
    ['A', '1'],
  ]

  test.each<[string, string[][], number[]]>([
    ['Title,Hours\r\nA,1\r\n', two, [1, 2]],
    ['\uFEFFTitle;Hours\nA;1', two, [1, 2]],
    ['sep=;\r\nTitle;Hours\r\nA;1', two, [2, 3]],
    ['"sep=\t"\nTitle\tHours\nA\t1', two, [2, 3]],
    ['Title\tHours\n\n \t\nA\t1', two, [1, 4]],
    [
      'My hours, this year\nTitle;Hours\nA;1\nB;2',
      [['My hours, this year'], ...two, ['B', '2']],
      [1, 2, 3, 4],
    ],
    [
      '"A ""quoted"", title",1\n\n"two\nlines",2',
      [
        ['A "quoted", title', '1'],
        ['two\nlines', '2'],
      ],
      [1, 3],
    ],
    [
      `A,="0012"\nB,'0013`,
      [
        ['A', '0012'],
        ['B', '0013'],
      ],
      [1, 2],
    ],
    ['A\u00a0,\u200b1', [['A', '1']], [1]],
    [`’90s nursing,'Tis the season`, [[`’90s nursing`, `'Tis the season`]], [1]],
  ])('that says %j has its rows and their numbers', async (text, cells, lines) => {
    expect(await rowsOf(utf8(text))).toEqual(cells.map((row, at) => ({ line: lines[at], cells: row })))
  })

  test.each([
    ['UTF-8', utf8('Pflege é,1')],
    ['Windows-1252', Uint8Array.from('Pflege é,1', (letter) => letter.charCodeAt(0))],
    ['UTF-16', utf16('Pflege é,1', 'little', true)],
    ['UTF-16, the other order', utf16('Pflege é,1', 'big', true)],
    ['UTF-16 without a mark', utf16('Pflege é,1', 'little', false)],
    ['UTF-16, the other order, without a mark', utf16('Pflege é,1', 'big', false)],
  ])('is read in %s', async (_encoding, bytes) => {
    expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['Pflege é', '1'] }])
  })

  test('in a web page has cells over several columns and rows, and no scripts', async () => {
    const html = `<!DOCTYPE html><script>if (a<b && "</td>") c('</table>')</script><table><tr><td colspan=2>Title<td rowspan="2">X</tr>
      <tr><td>a<br>b</td><td>c&nbsp;&amp;&eacute;</td></tr></table>`
    expect(await rowsOf(utf8(html))).toEqual([
      { line: 1, cells: ['Title', '', 'X'] },
      { line: 2, cells: ['a b', 'c &é', 'X'] },
    ])
  })
})

const zip = (member: string, text = '') => zipSync({ [member]: [strToU8(text), { level: 0 }] })
const openDocument = zipSync({
  mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'.repeat(20)),
  'content.xml': strToU8('<office:document-content/>'),
  'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
})

test.each<[string, Uint8Array, RegExp]>([
  ['an empty file', new Uint8Array(), /empty/],
  ['an old workbook, or one with a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), /password/],
  ['a very old workbook', new Uint8Array([0x09, 0x04, 0x06, 0x00, 0, 0]), /very old/],
  ['a binary workbook', zip('xl/workbook.bin'), /binary/],
  ['an OpenDocument file', zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'), /OpenDocument/],
  ['an OpenDocument file without its type', openDocument, /OpenDocument.*XLSX or CSV/],
  ['a Numbers file', zip('Index/Document.iwa'), /Numbers/],
  ['a Word document', zip('word/document.xml'), /Word/],
  ['a text document', utf8('{\\rtf1 Licenses}'), /RTF/],
  ['a saved web page', utf8('MIME-Version: 1.0\r\nContent-Type: multipart/related'), /web page/],
  ['a page that asks to sign in', utf8('<html><body>Please sign in</body></html>'), /without a table/],
  ['a calendar', utf8('BEGIN:VCALENDAR\nEND:VCALENDAR'), /calendar/],
  ['a link to a Google sheet', utf8('{"url": "https://docs.google.com/x"}'), /link to a Google sheet/],
  ['JSON', utf8('[{"state": "TX"}]'), /JSON/],
  ['another XML', utf8('<?xml version="1.0"?><licenses/>'), /XML/],
  ['SYLK', utf8('ID;PWXL;N;E'), /SYLK/],
  ['a file without rows', utf8('\n\n,,\n'), /no rows/],
])('%s is refused with its true reason', async (_what, bytes, reason) => {
  expect(await reasonOf(bytes)).toMatch(reason)
})

test('a damaged workbook says so', async () => {
  expect(await reasonOf(utf8('PK\u0003\u0004 and no more'), 'cards.xlsx')).toMatch(/damaged/)
})

test.each<[string, Uint8Array]>([
  ['a PDF', utf8('%PDF-1.7')],
  ['a PDF behind a mark', utf8('\uFEFF%PDF-1.7')],
  ['a PDF behind headers', utf8('HTTP/1.1 200 OK\r\n\r\n%PDF-1.7')],
  ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10])],
  ['another ZIP', zip('a.jpg')],
])('%s is no table', async (_what, bytes) => {
  expect(await reasonOf(bytes)).toBe('other')
})
