import {
  type Box,
  boxAround,
  MAX_PAGES,
  MAX_WORD_LENGTH,
  MAX_WORDS,
  type ReadPage,
  type Word,
} from './page.ts'

/** Words next to each other on one line. A wide gap starts the next cell of the row. */
export type Cell = {
  page: number
  row: number
  column: number
  text: string
  /** `start`: where the word begins in `text`. */
  words: readonly (Word & { start: number })[]
  box: Box
}
export type Span = { start: number; end: number }

/** A gap of more than this many line heights separates two cells. */
const GAP = 0.8
/** No line of a card has more: it bounds the text that patterns run over. */
const MAX_CELL_WORDS = 40

/** The cells of all pages, row by row from the top. */
export function cellsOf(pages: readonly ReadPage[]): Cell[] {
  const cells: Cell[] = []
  let left = MAX_WORDS
  let row = 0
  for (const page of pages.slice(0, MAX_PAGES)) {
    const words = page.words
      .map(trimmed)
      .filter(({ text, box }) => text !== '' && isPlaced(box))
      .slice(0, left)
    left -= words.length
    for (const line of rowsOf(words)) {
      for (const [column, part] of splitAtGaps(line).entries())
        cells.push({ page: page.number, row, column, ...joinedWords(part) })
      row += 1
    }
  }
  return cells
}

const isPlaced = ({ x, y, width, height }: Box) => [x, y, width, height].every(Number.isFinite)
const trimmed = (word: Word): Word => ({ ...word, text: word.text.trim().slice(0, MAX_WORD_LENGTH) })
const middle = ({ box }: Word) => box.y + box.height / 2

/** Words whose middles are within half a line of each other are one row. */
function rowsOf(words: readonly Word[]): Word[][] {
  const rows: { middle: number; height: number; words: Word[] }[] = []
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const last = rows.at(-1)
    // A dash is low, but belongs to its line.
    const reach = 0.5 * Math.max(last?.height ?? 0, word.box.height)
    if (last && middle(word) - last.middle <= reach) {
      last.words.push(word)
      last.middle += (middle(word) - last.middle) / last.words.length
      last.height = Math.max(last.height, word.box.height)
    } else rows.push({ middle: middle(word), height: word.box.height, words: [word] })
  }
  return rows.map((row) => row.words.toSorted((a, b) => a.box.x - b.box.x))
}

function splitAtGaps(line: readonly Word[]): Word[][] {
  const parts: Word[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of line) {
    const last = parts.at(-1)
    if (last && last.length < MAX_CELL_WORDS && word.box.x - end <= GAP * word.box.height) last.push(word)
    else parts.push([word])
    end = Math.max(end, word.box.x + word.box.width)
  }
  return parts
}

function joinedWords(line: readonly Word[]): Pick<Cell, 'text' | 'words' | 'box'> {
  let start = 0
  const words = line.map((word) => {
    const placed = { ...word, start }
    start += word.text.length + 1
    return placed
  })
  const text = line.map((word) => word.text).join(' ')
  return { text, words, box: boxAround(line.map((word) => word.box)) }
}

/** The words that a part of the cell's text touches. */
export function wordsIn({ words }: Cell, { start, end }: Span): Cell['words'] {
  return words.filter((word) => word.start < end && word.start + word.text.length > start)
}

/** The box of a part of the text, by the share of each word's letters. */
export function boxOf(cell: Cell, span: Span): Box {
  const boxes = wordsIn(cell, span).map(({ text, box, start }) => {
    const from = Math.max(span.start - start, 0)
    const to = Math.min(span.end - start, text.length)
    const letter = box.width / text.length
    return { ...box, x: box.x + from * letter, width: (to - from) * letter }
  })
  return boxes.length > 0 ? boxAround(boxes) : cell.box
}

/** Each cell, together with the line below it: a sentence or a column's head may continue there. */
export function withNextLines(cells: readonly Cell[]): Cell[] {
  return cells.map((cell, at) => {
    const next = cells.slice(at, at + MAX_COLUMNS).find((other) => isBelow(other, cell))
    return next ? joinedCells(cell, next) : cell
  })
}

/** Most cells between a cell and the one below it. */
const MAX_COLUMNS = 20

function isBelow(other: Cell, { page, box }: Cell): boolean {
  const gap = other.box.y - (box.y + box.height)
  const isNear = gap > -0.4 * box.height && gap < box.height
  return isNear && other.page === page && overlaps(box, other.box)
}

function joinedCells(cell: Cell, next: Cell): Cell {
  const from = cell.text.length + 1
  return {
    ...cell,
    text: `${cell.text} ${next.text}`,
    words: [...cell.words, ...next.words.map((word) => ({ ...word, start: word.start + from }))],
    box: boxAround([cell.box, next.box]),
  }
}

export const overlaps = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width
