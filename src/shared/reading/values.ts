import { boxOf, type Cell, overlaps, wordsIn } from './cells.ts'
import { endsName, isInSentence, isOpen, isOrdinaryWord, type Label, type LabelKind } from './labels.ts'
import type { Place, Suggestion } from './page.ts'

/** The text that a label names, on its line, in the next cell, or below it. */
export type Value = { text: string; label: Label; cell: Cell; start: number; end: number }

const BELOW = 3

/** All labels of a document, and whether they are below the values that they name. */
export type Labels = { byCell: ReadonlyMap<Cell, readonly Label[]>; labelsBelow: boolean }

/** The text of each label of this kind, in the order of the document; labels without a text are left out. */
export function valuesOf(kind: LabelKind, cells: readonly Cell[], labels: Labels): Value[] {
  return [...labels.byCell.values()].flat().flatMap((label): Value[] => {
    if (label.kind !== kind || endsName(label)) return []
    const value = valueOfLabel(label, cells, labels)
    return value ? [value] : []
  })
}

function valueOfLabel(label: Label, cells: readonly Cell[], labels: Labels): Value | null {
  if (!isOpen(label)) {
    const next = labels.byCell.get(label.cell)?.find((one) => !one.isWeak && endsValueOf(label, one))
    return trimmedValue(label, label.cell, label.end, next?.start ?? label.cell.text.length)
  }
  const { row, column } = label.cell
  const beside = cells.find((cell) => cell.row === row && cell.column === column + 1)
  const hasBeside = beside && !beginsWithLabel(beside, labels)
  const isAbove = standsBelow(label, labels)
  const found = hasBeside && !isAbove ? beside : verticalNeighbor(label, cells, isAbove)
  if (!found || beginsWithLabel(found, labels)) return null
  return trimmedValue(label, found, 0, found.text.length)
}

/** Whether the label is below the value that it names. */
export const standsBelow = (label: Label, { labelsBelow }: Labels) =>
  labelsBelow && isOpen(label) && !isInSentence(label)

/** Whether a later label of the cell begins where the value of this label ends. */
function endsValueOf({ cell, end }: Label, next: Label): boolean {
  const isEmpty = cell.text.slice(end, next.start).trim() === ''
  return next.start >= end && (isEmpty || !isOrdinaryWord(next))
}

/** The nearest cell below the label, or above it, in the same column. */
function verticalNeighbor({ box, cell }: Label, cells: readonly Cell[], isAbove: boolean): Cell | undefined {
  const gapTo = (other: Cell) =>
    isAbove ? box.y - (other.box.y + other.box.height) : other.box.y - (box.y + box.height)
  return cells
    .filter(
      (other) =>
        other.page === cell.page &&
        (isAbove ? other.row < cell.row : other.row > cell.row) &&
        gapTo(other) < BELOW * Math.max(box.height, other.box.height) &&
        overlaps(other.box, box),
    )
    .toSorted((a, b) => gapTo(a) - gapTo(b))[0]
}

function beginsWithLabel(cell: Cell, labels: Labels): boolean {
  const first = labels.byCell.get(cell)?.find(({ isWeak }) => !isWeak)
  return first !== undefined && first.start === 0
}

/** The text between two places of a cell, without the punctuation around it. */
export function trimmedValue(label: Label, cell: Cell, from: number, to: number): Value {
  const rest = cell.text.slice(from, to).replace(/^[\s:;.,#_*“”"()–—-]+/, '')
  const start = to - rest.length
  const text = rest.replace(/[\s:;,_*“”"(–—-]+$/, '')
  return { text, label, cell, start, end: start + text.length }
}

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
