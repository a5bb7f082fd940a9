import { boxOf, type Cell, overlaps, wordsIn } from './cells.ts'
import type { LabelKind } from './label-wordings.ts'
import { endsName, isInSentence, isOpen, isOrdinaryWord, type Label } from './labels.ts'
import type { Place, Suggestion } from './page.ts'

/** The text that a label names, on its line, in the next cell, or below it. */
export type Value = { text: string; label: Label; cell: Cell; start: number; end: number }

const BELOW = 3

/** All labels of a document, and whether they are below the values that they name. */
export type Labels = { byCell: ReadonlyMap<Cell, readonly Label[]>; labelsBelow: boolean }

/**
 * The text of each label of this kind, in the order of the document: the nearest one that `fits`, so that a sentence or
 * a stain beside a label does not hide the value below it. Labels without such a text are left out.
 */
export function valuesOf(
  kind: LabelKind,
  cells: readonly Cell[],
  labels: Labels,
  fits: (text: string) => boolean,
): Value[] {
  return [...labels.byCell.values()].flat().flatMap((label): Value[] => {
    if (label.kind !== kind || endsName(label)) return []
    const value = textsFor(label, cells, labels).find(({ text }) => fits(text))
    return value ? [value] : []
  })
}

/** On the line of the label, or around it. */
function textsFor(label: Label, cells: readonly Cell[], labels: Labels): Value[] {
  if (!isOpen(label)) return [valueInCell(label, labels)]
  const around = cellsAround(label, cells, labels).flatMap((cell) =>
    cell && !isHead(cell, labels) ? [trimmedValue(label, cell, 0, cell.text.length)] : [],
  )
  // "CN2208816 Certification #", but not "Commission on Accreditation. Provider".
  return endsSentence(label) || /^$|[.;]\s*$/.test(label.cell.text.slice(0, label.start))
    ? around
    : [trimmedValue(label, label.cell, 0, label.start), ...around]
}

/** "For passing the test of the article" */
const endsSentence = ({ kind, cell, start }: Label) =>
  kind === 'title' && /(?<!\p{L})\p{Ll}+\s*$/u.test(cell.text.slice(0, start))

function valueInCell(label: Label, labels: Labels): Value {
  const next = labels.byCell.get(label.cell)?.find((one) => !one.isWeak && endsValueOf(label, one))
  return trimmedValue(label, label.cell, label.end, next?.start ?? label.cell.text.length)
}

/** Where the value of a label may be, the most probable place first. */
function cellsAround(label: Label, cells: readonly Cell[], labels: Labels): (Cell | undefined)[] {
  const { row, column } = label.cell
  const inRow = (at: number) => cells.find((cell) => cell.row === row && cell.column === at)
  const [beside, below, above] = [inRow(column + 1), neighbor(label, cells, 1), neighbor(label, cells, -1)]
  if (standsBelow(label, labels)) return [above, beside, below]
  // "2.5" and "Contact hours" in two cells, or one above the other: what no other text can be.
  if (isStrict(label)) return [beside, below, inRow(column - 1), above]
  return isInSentence(label) ? [below, beside] : [beside, below]
}

const isStrict = ({ kind }: Label) => kind === 'amount' || kind === 'number'

/** Whether the label is below the value that it names. */
export const standsBelow = (label: Label, { labelsBelow }: Labels) =>
  labelsBelow && isOpen(label) && !isInSentence(label)

/** Whether a later label of the cell begins where the value of this label ends. */
function endsValueOf({ cell, end }: Label, next: Label): boolean {
  const isEmpty = cell.text.slice(end, next.start).trim() === ''
  return next.start >= end && (isEmpty || !isOrdinaryWord(next))
}

/** The nearest cell above (-1) or below (1) the label, in the same column. */
function neighbor(label: Label, cells: readonly Cell[], side: -1 | 1): Cell | undefined {
  const { box, cell } = label
  const width = endsSentence(label) ? cell.box : box
  const gapTo = (other: Cell) =>
    side === -1 ? box.y - (other.box.y + other.box.height) : other.box.y - (box.y + box.height)
  return cells
    .filter(
      (other) =>
        other.page === cell.page &&
        (other.row - cell.row) * side > 0 &&
        gapTo(other) < BELOW * Math.max(box.height, other.box.height) &&
        overlaps(other.box, width),
    )
    .toSorted((a, b) => gapTo(a) - gapTo(b))[0]
}

/** Sentences may end like a head. */
const LONGEST_HEAD = 40

/** Whether the cell only names a field, or begins with the name of one, or is in a row of such names. */
function isHead(cell: Cell, labels: Labels): boolean {
  const own = labels.byCell.get(cell)?.filter((label) => !label.isWeak && !endsName(label)) ?? []
  const isShort = cell.text.length <= LONGEST_HEAD
  // "Attachments:", with a value beside it.
  if (/^[^:]{2,30}:$/.test(cell.text) && hasBeside(cell, labels)) return true
  const isNamed = own.some((label) =>
    isOrdinaryWord(label)
      ? label.start === 0 && isOpen(label)
      : label.start === 0 || (isShort && isOpen(label)),
  )
  return isNamed || (!/\d/.test(cell.text) && headsInRow(cell.row, labels) >= FEWEST_HEADS)
}

const hasBeside = ({ row, column }: Cell, { byCell }: Labels) =>
  [...byCell.keys()].some((other) => other.row === row && other.column === column + 1)

/** "Session", "Day / time" and "Credit": not every head of a table is known, and none has a long number. */
const FEWEST_HEADS = 2

function headsInRow(row: number, labels: Labels): number {
  const own = [...labels.byCell].filter(([cell]) => cell.row === row)
  if (own.some(([{ text }]) => /\d{3}/.test(text))) return 0
  return own.filter(([, [first]]) => first?.start === 0 && !first.isWeak && isOpen(first)).length
}

/** The text between two places of a cell, without the punctuation around it. */
export function trimmedValue(label: Label, cell: Cell, from: number, to: number): Value {
  const rest = cell.text.slice(from, to).replace(/^(?:[\s:;.,#_*“”«»"()–—-]|(?:is|was) (?=\S*\d))+/, '')
  const start = to - rest.length
  const text = rest.replace(/[\s:;,_*“”«»"(–—-]+$/, '')
  return { text, label, cell, start, end: start + text.length }
}

export const wholeCell = (cell: Cell) => ({ cell, start: 0, end: cell.text.length })

export function placeOf({ cell, start, end }: { cell: Cell; start: number; end: number }): Place {
  return { page: cell.page, box: boxOf(cell, { start, end }) }
}

/** A word that was read with less confidence may be wrong. */
const SURE = 80

export function isSure({ cell, start, end }: { cell: Cell; start: number; end: number }): boolean {
  return wordsIn(cell, { start, end }).every(({ confidence }) => confidence >= SURE)
}

/** Confident only if every word of it was read with confidence. */
export function textSuggestion(
  field: Suggestion['field'],
  value: string,
  at: { cell: Cell; start: number; end: number },
  isCertain: boolean,
): Suggestion {
  return {
    field,
    value,
    confidence: isCertain && isSure(at) ? 'confident' : 'doubtful',
    printed: at.cell.text.slice(at.start, at.end),
    where: [placeOf(at)],
  }
}
