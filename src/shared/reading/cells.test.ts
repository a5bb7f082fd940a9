import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import { boxOf, type Cell, cellsOf, overlaps, withNextLines, wordsIn } from './cells.ts'
import type { Box, ReadPage } from './page.ts'

type Placed = [text: string, x: number, y: number, width: number, height: number]

function placedPage(words: readonly Placed[], number = 1): ReadPage {
  return {
    number,
    width: 1000,
    height: 1000,
    words: words.map(([text, x, y, width, height]) => ({
      text,
      page: number,
      confidence: 90,
      box: { x, y, width, height },
    })),
  }
}
const cellsIn = (...words: Placed[]) => cellsOf([placedPage(words)])
const textsOf = (cells: readonly Cell[]) => cells.map(({ row, column, text }) => `${row}.${column} ${text}`)
const repeated = (count: number, text = 'RN') =>
  Array.from({ length: count }, (_, at): Placed => [text, 0, at * 30, 16, 20])

describe('the cells of a page', () => {
  test('are rows from the top, each from the left, in whatever order the words were read', () => {
    const cells = cellsOf([readPage(['License No.  884213', 'Registered Nurse'])])
    expect(textsOf(cells)).toEqual(['0.0 License No.', '0.1 884213', '1.0 Registered Nurse'])
    const mixed: Placed[] = [
      ['Nurse', 95, 100, 40, 20],
      ['Expires', 0, 200, 56, 20],
      ['Registered', 0, 100, 80, 20],
      ['Texas', 0, 0, 40, 20],
    ]
    expect(textsOf(cellsIn(...mixed))).toEqual(['0.0 Texas', '1.0 Registered Nurse', '2.0 Expires'])
  })

  test('have their place and their words', () => {
    const [cell] = cellsIn(['Registered', 0, 100, 80, 20], ['Nurse', 90, 98, 40, 24])
    expect(cell).toMatchObject({ page: 1, box: { x: 0, y: 98, width: 130, height: 24 } })
    expect(cell?.words.map(({ text, start }) => [text, start])).toEqual([
      ['Registered', 0],
      ['Nurse', 11],
    ])
  })

  test('have each letter with its accent in one character', () => {
    expect(textsOf(cellsIn(['Szczepan\u0301ski', 0, 0, 90, 20]))).toEqual(['0.0 Szczepa\u0144ski'])
  })

  test('of several pages go on counting their rows', () => {
    const cells = cellsOf([placedPage(repeated(2)), placedPage(repeated(1, 'LPN'), 2)])
    expect(cells.map(({ page, row, text }) => [page, row, text])).toEqual([
      [1, 0, 'RN'],
      [1, 1, 'RN'],
      [2, 2, 'LPN'],
    ])
  })

  test('begin anew behind a gap as wide as four fifths of a line is high', () => {
    const gap = (width: number) =>
      cellsIn(['Issued', 0, 0, 48, 20], ['Expires', 48 + width, 0, 56, 20]).length
    expect([gap(5), gap(16), gap(17), gap(200)]).toEqual([1, 1, 2, 2])
    // A dash is low, but its line is not.
    expect(textsOf(cellsIn(['Rounds', 0, 0, 48, 20], ['-', 57, 9, 8, 3], ['Who', 74, 0, 24, 20]))).toEqual([
      '0.0 Rounds - Who',
    ])
  })

  test('take the wide spaces of a part of a line for spaces, if they are alike', () => {
    const line = (...edges: number[]) =>
      textsOf(
        cellsIn(
          ['Topic', 0, 0, 60, 20],
          ...['Safe', 'Lifting', 'Every', 'Day'].map((text, at): Placed => [text, edges[at] ?? 0, 0, 60, 20]),
        ),
      )
    expect(line(300, 378, 458, 537)).toEqual(['0.0 Topic', '0.1 Safe Lifting Every Day'])
    expect(line(300, 378, 468, 547)).toEqual(['0.0 Topic', '0.1 Safe', '0.2 Lifting', '0.3 Every', '0.4 Day'])
  })

  test('take the wide spaces of a typewriter for spaces', () => {
    const line = (y: number) =>
      ['Prevention', 'of', 'Medical', 'Errors'].map((text, at): Placed => [text, at * 96, y, 80, 16])
    const texts = textsOf(cellsIn(...line(0), ...line(30), ...line(60)))
    expect(texts[0]).toBe('0.0 Prevention of Medical Errors')
  })

  test('of a PDF begin anew at a wider space, although all are as wide as on a typewriter', () => {
    const { words, ...page } = placedPage([
      ['Sepsis', 0, 0, 40, 12],
      ['Update', 47, 0, 40, 12],
      ['03/14/2026', 102, 0, 69, 12],
      ['2.0', 188, 0, 19, 12],
    ])
    const printed = { ...page, words: words.map((word) => ({ ...word, confidence: 100 })) }
    expect(textsOf(cellsOf([printed]))).toEqual(['0.0 Sepsis Update', '0.1 03/14/2026', '0.2 2.0'])
  })

  test('are not cut where a word lies within a longer one', () => {
    const cells = cellsIn(['Certification', 0, 0, 130, 20], ['—', 20, 9, 10, 2], ['Period', 140, 0, 60, 20])
    expect(textsOf(cells)).toEqual(['0.0 Certification — Period'])
  })

  test('have forty words at most', () => {
    const words = Array.from({ length: 41 }, (_, at): Placed => ['RN', at * 20, 0, 16, 20])
    expect(cellsIn(...words).map((cell) => cell.words.length)).toEqual([40, 1])
  })
})

describe('a row', () => {
  test.each<[what: string, words: Placed[]]>([
    [
      'with a dash that is low and in the middle of its line',
      [
        ['2025', 0, 100, 30, 20],
        ['–', 35, 109, 10, 2],
        ['2027', 50, 100, 30, 20],
      ],
    ],
    [
      'with a dash above the middle of its line',
      [
        ['2025', 0, 100, 30, 20],
        ['–', 35, 102, 10, 2],
        ['2027', 50, 100, 30, 20],
      ],
    ],
    [
      'with a dash and a dot at its foot',
      [
        ['No', 0, 100, 30, 20],
        ['–', 35, 110, 10, 2],
        ['.', 50, 116, 4, 4],
      ],
    ],
    [
      'whose words are half a line apart',
      [
        ['Texas', 0, 100, 40, 20],
        ['Board', 45, 110, 40, 20],
      ],
    ],
    [
      'of a crooked scan',
      Array.from({ length: 9 }, (_, at): Placed => ['Nurse', at * 50, 100 + at * 2, 45, 20]),
    ],
  ])('%s is one row', (_, words) => {
    expect(new Set(cellsIn(...words).map(({ row }) => row))).toEqual(new Set([0]))
  })

  test.each<[what: string, words: Placed[]]>([
    [
      'more than half a line apart',
      [
        ['Texas', 0, 100, 40, 20],
        ['Board', 0, 111, 40, 20],
      ],
    ],
    [
      'in lines of small print',
      [
        ['Texas', 0, 100, 40, 6],
        ['Board', 0, 105, 40, 6],
      ],
    ],
    [
      'in three lines that follow each other closely',
      [
        ['Texas', 0, 100, 40, 20],
        ['Board', 50, 109, 40, 20],
        ['Nursing', 100, 118, 40, 20],
      ],
    ],
  ])('ends between words %s', (_, words) => {
    expect(cellsIn(...words).at(-1)?.row).toBe(1)
  })
})

test('handwriting that reaches into the next line does not mix two lines', () => {
  expect(
    textsOf(
      cellsIn(
        ['Amelia', 0, 100, 60, 34],
        ['Director', 70, 102, 60, 14],
        ['Nurses', 0, 120, 50, 14],
        ['Association', 60, 119, 80, 14],
      ),
    ),
  ).toEqual(['0.0 Amelia Director', '1.0 Nurses Association'])
})

describe('the lines of a paragraph', () => {
  const lines = (...texts: string[]) => cellsOf([readPage(texts)]).map(({ text }) => text)
  const first = 'This is to confirm that Rosa Delgado attended the'

  test('are one cell', () => {
    const [cell] = cellsOf([readPage([first, 'webinar on March 3, 2026.'])])
    expect(cell?.text).toBe(`${first} webinar on March 3, 2026.`)
    const start = cell?.text.indexOf('March') ?? -1
    expect(cell && boxOf(cell, { start, end: start + 5 })).toMatchObject({ x: 11 * 8, y: 30, width: 5 * 8 })
  })

  test('are no field, and nothing beside another text', () => {
    expect(lines(first, 'Date: March 3, 2026')).toHaveLength(2)
    expect(lines(first, '03/03/2026')).toHaveLength(2)
    expect(lines('Course Title', 'of the and for nurses')).toHaveLength(2)
    expect(lines(`${first}  Austin`, 'webinar on March 3, 2026.')).toHaveLength(3)
  })
})

describe('what is not looked at', () => {
  test.each([
    ['x', ['Expires', Number.NaN, 0, 50, 20]],
    ['y', ['Expires', 0, Number.NEGATIVE_INFINITY, 50, 20]],
    ['width', ['Expires', 0, 0, Number.POSITIVE_INFINITY, 20]],
    ['height', ['Expires', 0, 0, 50, Number.NaN]],
  ] as [string, Placed][])('is a word without %s', (_, word) => {
    expect(textsOf(cellsIn(word, ['RN', 0, 0, 16, 20]))).toEqual(['0.0 RN'])
  })

  test('are blanks, and letters after the first 120 of a word', () => {
    expect(textsOf(cellsIn([' ', 0, 0, 8, 20], ['', 10, 0, 8, 20], [' RN ', 20, 0, 16, 20]))).toEqual([
      '0.0 RN',
    ])
    expect(cellsIn(['1'.repeat(130), 0, 0, 900, 20])[0]?.text).toHaveLength(120)
  })

  test('are pages after the tenth, and words after the first 4000', () => {
    const pages = Array.from({ length: 11 }, (_, at) => placedPage(repeated(1), at + 1))
    expect(cellsOf(pages).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(cellsOf([1, 2, 3].map((number) => placedPage(repeated(1500), number)))).toHaveLength(4000)
  })
})

describe('a part of a cell', () => {
  const [cell] = cellsIn(
    ['Expires', 100, 50, 70, 20],
    ['on', 175, 50, 20, 20],
    ['Friday', 200, 54, 60, 20],
  ) as [Cell]
  test.each([
    [0, 7, ['Expires'], { x: 100, y: 50, width: 70, height: 20 }],
    [1, 3, ['Expires'], { x: 110, y: 50, width: 20, height: 20 }],
    [6, 9, ['Expires', 'on'], { x: 160, y: 50, width: 25, height: 20 }],
    [8, 10, ['on'], { x: 175, y: 50, width: 20, height: 20 }],
    [8, 13, ['on', 'Friday'], { x: 175, y: 50, width: 45, height: 24 }],
    [0, 17, ['Expires', 'on', 'Friday'], { x: 100, y: 50, width: 160, height: 24 }],
    [7, 8, [], { x: 100, y: 50, width: 160, height: 24 }],
  ])('from %i to %i touches its words and has its place', (start, end, words, box) => {
    expect(wordsIn(cell, { start, end }).map(({ text }) => text)).toEqual(words)
    expect(boxOf(cell, { start, end })).toEqual(box)
  })
})

describe('the next line', () => {
  const lines = (second: Placed, ...others: Placed[]) =>
    withNextLines(cellsIn(['Expiration', 100, 0, 80, 20], second, ...others)).map(({ text }) => text)

  test('is joined where it stands close below', () => {
    const [joined, last] = withNextLines(cellsIn(['Expiration', 100, 0, 80, 20], ['Date', 120, 24, 32, 20]))
    expect(joined).toMatchObject({ text: 'Expiration Date', box: { x: 100, y: 0, width: 80, height: 44 } })
    expect(joined?.words.map(({ text, start }) => [text, start])).toEqual([
      ['Expiration', 0],
      ['Date', 11],
    ])
    expect(last?.text).toBe('Date')
  })

  test.each([
    [11, false],
    [12, false],
    [13, true],
    [39, true],
    [40, false],
  ])('at %i below the top of a line that is 20 high: %s', (y, isJoined) => {
    expect(lines(['Date', 100, y, 32, 20])[0]).toBe(isJoined ? 'Expiration Date' : 'Expiration')
  })

  test('is that of its own column', () => {
    expect(lines(['Date', 180, 24, 32, 20])).toEqual(['Expiration', 'Date'])
    expect(lines(['Date', 68, 24, 32, 20])).toEqual(['Expiration', 'Date'])
    expect(lines(['Name', 0, 24, 32, 20], ['Date', 120, 24, 32, 20])[0]).toBe('Expiration Date')
    expect(lines(['Issued', 300, 0, 48, 20], ['Date', 120, 24, 32, 20])[0]).toBe('Expiration Date')
  })

  test('is on the same page', () => {
    const pages = [placedPage([['Expiration', 0, 0, 80, 20]]), placedPage([['Date', 0, 24, 32, 20]], 2)]
    expect(withNextLines(cellsOf(pages)).map(({ text }) => text)).toEqual(['Expiration', 'Date'])
  })
})

test.each<[Box, boolean]>([
  [{ x: 0, y: 0, width: 10, height: 1 }, false],
  [{ x: 0, y: 0, width: 11, height: 1 }, true],
  [{ x: 19, y: 0, width: 5, height: 1 }, true],
  [{ x: 20, y: 0, width: 5, height: 1 }, false],
  [{ x: 0, y: 0, width: 50, height: 1 }, true],
])('%j is over the columns from 10 to 20: %s', (box, isOver) => {
  expect(overlaps(box, { x: 10, y: 900, width: 10, height: 1 })).toBe(isOver)
})

test('a large word beside two lines is in one of them, and the others stay whole', () => {
  const cells = cellsIn(
    ['NORTH', 20, 50, 80, 23],
    ['XIV', 430, 48, 90, 64],
    ['PRAIRIE', 20, 78, 100, 23],
    ['CARE', 130, 78, 60, 23],
  )
  expect(textsOf(cells)).toEqual(['0.0 NORTH', '0.1 XIV', '1.0 PRAIRIE CARE'])
})
