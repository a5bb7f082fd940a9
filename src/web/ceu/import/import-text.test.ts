import { describe, expect, test } from 'vitest'
import { likenessOf, type SheetRow } from '#shared/ceu/spreadsheet.ts'
import { previewOf, previewText, problemText, refusedRows } from './import-text.ts'
import { refusalOfSheet, rowsOf, textOf } from './use-import-sheet.ts'

const row = (line: number, title: string, more: Partial<SheetRow> = {}): SheetRow => ({
  line,
  entry: { title, completedAt: '2026-02-14', hours: 1 } as SheetRow['entry'],
  problems: [],
  twinOf: null,
  isOutside: false,
  ...more,
})
const bad = [{ path: 'title', message: 'Required' }]
const seen = (rows: SheetRow[], leftOut = { problems: false, twins: true }, known = new Set<string>()) =>
  previewOf(rows, known, likenessOf, new Map(), leftOut)

describe('a nurse’s file', () => {
  test.each([
    [
      'Title,Hours\r\nA,1\r\n',
      [
        ['Title', 'Hours'],
        ['A', '1'],
      ],
      [1, 2],
    ],
    [
      '\uFEFFTitle;Hours\nA;1,5',
      [
        ['Title', 'Hours'],
        ['A', '1,5'],
      ],
      [1, 2],
    ],
    [
      'sep=;\r\nTitle;Hours\r\nA;1',
      [
        ['Title', 'Hours'],
        ['A', '1'],
      ],
      [2, 3],
    ],
    [
      '"sep=\t"\nTitle\tHours\nA\t1',
      [
        ['Title', 'Hours'],
        ['A', '1'],
      ],
      [2, 3],
    ],
    ['Title\tHours\n\n ,\nA\t1', [['Title', 'Hours'], [' ,'], ['A', '1']], [1, 3, 4]],
    [
      '"A ""quoted"", title",1\n\n"two\nlines",2',
      [
        ['A "quoted", title', '1'],
        ['two\nlines', '2'],
      ],
      [1, 3],
    ],
    ['', [], []],
  ])('that says %j has its rows and their numbers', (text, cells, lines) => {
    const rows = rowsOf(text)
    expect(rows.map((one) => one.cells)).toEqual(cells)
    expect(rows.map((one) => one.line)).toEqual(lines)
  })

  test('is read whichever way her spreadsheet wrote its letters', () => {
    expect(textOf(new TextEncoder().encode('Pflege é'))).toBe('Pflege é')
    expect(textOf(new Uint8Array([0x50, 0xe9]))).toBe('Pé')
    expect(textOf(new Uint8Array([0xff, 0xfe, 0x50, 0x00, 0xe9, 0x00]))).toBe('Pé')
  })

  test('that is no table is refused with what to do', () => {
    expect(refusalOfSheet(new TextEncoder().encode('PK\u0003\u0004'))).toContain('save or download it as CSV')
    expect(refusalOfSheet(new Uint8Array())).toContain('empty')
    expect(refusalOfSheet(new TextEncoder().encode('%PDF-'))).toContain('PDF')
    expect(refusalOfSheet(new TextEncoder().encode('Title'))).toBeNull()
  })
})

describe('the preview', () => {
  test('says how many rows are ready, have problems, are left out', () => {
    expect(previewText(seen([row(2, 'A'), row(3, 'B')]))).toBe('All 2 rows are ready.')
    expect(previewText(seen([row(2, 'A')]))).toBe('The one row is ready.')
    const rows = [row(2, 'A'), row(3, 'B', { problems: bad }), row(4, 'a', { twinOf: 2 })]
    expect(previewText(seen(rows))).toBe('1 of 3 rows is ready. 1 row has a problem. 1 row is left out.')
    expect(previewText(seen(rows, { problems: true, twins: false }))).toBe(
      '2 of 3 rows are ready. 1 row is left out.',
    )
  })

  test('knows what she has already', () => {
    const known = new Set([likenessOf({ title: 'A', completedAt: '2026-02-14', hours: 1 }) ?? ''])
    expect(seen([row(2, 'A'), row(3, 'B')], undefined, known).map(({ state }) => state)).toEqual([
      'left_out',
      'ready',
    ])
  })

  test('never leaves out a row as the twin of one that stays outboundHttp, too', () => {
    const rows = [row(2, 'A', { problems: bad }), row(3, 'A', { twinOf: 2 }), row(4, 'A', { twinOf: 2 })]
    expect(seen(rows, { problems: true, twins: true }).map(({ state }) => state)).toEqual([
      'left_out',
      'ready',
      'left_out',
    ])
  })

  test('puts the server’s words to the row that they are about', () => {
    const errors = [
      { path: 'entries.1.topicHours.0.hours', message: 'Too many' },
      { path: 'entries.9.title', message: 'Of no row' },
    ]
    const { byLine, rest } = refusedRows(errors, [{ line: 2 }, { line: 5 }])
    expect([...byLine]).toEqual([[5, [{ path: 'topicHours.0.hours', message: 'Too many' }]]])
    expect(rest).toEqual([errors[1]])
  })

  test('says each problem in words', () => {
    expect(problemText({ path: 'completedAt', message: 'Required' })).toBe('Date: missing')
    expect(problemText({ path: 'topicTags.0', message: 'Too long' })).toBe('Topics: Too long')
  })
})
