import {
  type Box,
  boxAround,
  MAX_PAGES,
  MAX_WORD_LENGTH,
  MAX_WORDS,
  type ReadPage,
  type Word,
} from './page.ts'
import { withoutLetterSpacing } from './spaced-letters.ts'

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
/** In print whose letters are all equally wide, spaces are wider: a gap is as many times the usual one. */
const WIDER = 1.5
const WIDEST_GAP = 1.6
const FEWEST_GAPS = 8
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
    const lines = rowsOf(words).map(withoutLetterSpacing)
    const gap = Math.min(Math.max(GAP, WIDER * usualGap(lines)), WIDEST_GAP)
    for (const line of lines) {
      const parts = splitAtGaps(line, WIDEST_GAP).flatMap((part) =>
        splitAtGaps(part, Math.max(gap, gapOf(part, line))),
      )
      for (const [column, part] of parts.entries())
        cells.push({ page: page.number, row, column, ...joinedWords(part) })
      row += 1
    }
  }
  return withParagraphs(cells)
}

const isPlaced = ({ x, y, width, height }: Box) => [x, y, width, height].every(Number.isFinite)
/** Of "ń" in two characters, one is no letter. */
const trimmed = (word: Word): Word => ({
  ...word,
  text: word.text.trim().slice(0, MAX_WORD_LENGTH).normalize('NFC'),
})
const middle = ({ box }: Word) => box.y + box.height / 2

/**
 * Words whose middles are within half a line of each other are one row, unless they would lie on each other: handwriting,
 * or a word in large print, reaches into the next line.
 */
function rowsOf(words: readonly Word[]): Word[][] {
  const rows: { middle: number; height: number; words: Word[] }[] = []
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    // A dash is low, but belongs to its line.
    const [row] = rows
      .slice(-2)
      .filter((one) => {
        const reach = 0.5 * Math.max(one.height, word.box.height)
        return middle(word) - one.middle <= reach && !one.words.some((other) => isOn(word, other))
      })
      .toSorted((a, b) => Number(isTaller(a, word)) - Number(isTaller(b, word)))
    if (row) {
      row.words.push(word)
      row.middle += (middle(word) - row.middle) / row.words.length
      row.height = Math.max(row.height, word.box.height)
    } else rows.push({ middle: middle(word), height: word.box.height, words: [word] })
  }
  return rows.map((row) => row.words.toSorted((a, b) => a.box.x - b.box.x))
}

/** A large word beside two lines is as close to the second one. */
const isTaller = ({ height }: { height: number }, { box }: Word) => height > 2 * box.height

/** Two words of different lines: most of the narrower one is below the other. */
function isOn({ box: a }: Word, { box: b }: Word): boolean {
  const both = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  return (
    both > 0.5 * Math.min(a.width, b.width) &&
    Math.min(a.height, b.height) > 0.3 * Math.max(a.height, b.height)
  )
}

/** The first quartile of all gaps, in line heights: those in tables are wide. */
function usualGap(lines: readonly (readonly Word[])[]): number {
  const gaps = lines.flatMap(gapsOf)
  if (gaps.length < FEWEST_GAPS) return 0
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0
}

/**
 * Print of a typewriter has wide spaces, all about the same: such a line is one cell. So is such a part of a line between
 * wider spaces, whose own must be more alike. So must those of a PDF, where they are measured and not recognized.
 */
function gapOf(part: readonly Word[], line: readonly Word[]): number {
  const gaps = gapsOf(part)
  const isWhole = part.length === line.length && areRecognized(line)
  const widest = isWhole ? WIDEST_GAP : MOST_UNEVEN * Math.min(...gaps)
  const isEven =
    gaps.length >= FEWEST_EVEN &&
    gaps.every((gap) => gap > NARROWEST_EVEN && gap <= Math.min(widest, WIDEST_GAP))
  return isEven ? WIDEST_GAP : 0
}

const FEWEST_EVEN = 3
const NARROWEST_EVEN = 0.5
const MOST_UNEVEN = 1.5

const gapsOf = (line: readonly Word[]) =>
  line.slice(1).map(({ box }, at) => (box.x - rightOf(line[at]?.box ?? box)) / box.height)

const rightOf = ({ x, width }: Box) => x + width

function splitAtGaps(line: readonly Word[], gap: number): Word[][] {
  const parts: Word[][] = []
  let end = Number.NEGATIVE_INFINITY
  let height = 0
  for (const word of line) {
    const last = parts.at(-1)
    // A dash is as high as its line.
    height = /[\p{L}\d]/u.test(word.text) ? word.box.height : Math.max(height, word.box.height)
    if (last && last.length < MAX_CELL_WORDS && word.box.x - end <= gap * height) last.push(word)
    else parts.push([word])
    end = Math.max(end, rightOf(word.box))
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

/** Like the words of a cell, they bound the text that patterns run over. */
const MAX_PARAGRAPH_WORDS = 200
/** A line of running text has this many small words. */
const FEWEST_SMALL_WORDS = 3
const smallWord = /(?<!\p{L})\p{Ll}{2,}(?!\p{L})/gu

/** The lines of a paragraph as one cell: a sentence goes on in the next line. */
function withParagraphs(cells: readonly Cell[]): Cell[] {
  const whole: Cell[] = []
  let last: Cell | null = null
  for (const cell of cells) {
    const before = whole.at(-1)
    const isShort = before !== undefined && before.words.length + cell.words.length <= MAX_PARAGRAPH_WORDS
    if (last && isShort && isOfParagraph(last, cell, cells))
      whole[whole.length - 1] = joinedCells(before, cell)
    else whole.push(cell)
    last = cell
  }
  return whole
}

const isRunning = ({ text }: Cell) => [...text.matchAll(smallWord)].length >= FEWEST_SMALL_WORDS

/** The line reaches the right edge of the text: the next word did not fit. */
export function isFull({ page, box }: Cell, cells: readonly Cell[]): boolean {
  const own = cells.filter((cell) => cell.page === page)
  const left = Math.min(...own.map((cell) => cell.box.x))
  const right = Math.max(...own.map((cell) => cell.box.x + cell.box.width))
  return box.x + box.width > left + 0.85 * (right - left)
}

/** Lines without anything beside them, close together, in one size, at the same edge or in the same middle. */
function isOfParagraph(line: Cell, next: Cell, cells: readonly Cell[]): boolean {
  const [a, b] = [line.box, next.box]
  const gap = b.y - (a.y + a.height)
  const isUnfinished = !/[.:]$/.test(line.text) && /^\p{Ll}/u.test(next.text) && isRunning(next)
  const isAligned = [0, 0.5].some((part) => Math.abs(a.x + part * a.width - b.x - part * b.width) < a.height)
  return (
    line.page === next.page &&
    next.row === line.row + 1 &&
    isAligned &&
    gap > -0.4 * a.height &&
    gap < (isUnfinished ? 1.2 : 0.8) * Math.min(a.height, b.height) &&
    Math.abs(a.height - b.height) < 0.35 * a.height &&
    isRunning(line) &&
    (isRunning(next) || /^\p{Ll}/u.test(next.text) || (isFull(line, cells) && /\p{L}{3}/u.test(next.text))) &&
    !/^[\p{L} ]{2,30}:/u.test(next.text) &&
    cells.every(({ row, column }) => column === 0 || (row !== line.row && row !== next.row))
  )
}

/** The words that a part of the cell's text touches. */
export function wordsIn({ words }: Cell, { start, end }: Span): Cell['words'] {
  return words.filter((word) => word.start < end && word.start + word.text.length > start)
}

/** Words that were recognized in a picture: those of a PDF are certain, those of a picture never. */
export const areRecognized = (words: readonly Word[]) => words.some(({ confidence }) => confidence < PRINTED)

const PRINTED = 100

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
