import { boxOf, type Cell, type Span, withNextLines } from './cells.ts'
import { type LabelKind, ordinaryWords, weakDate, wordings } from './label-wordings.ts'
import type { Box } from './page.ts'

export type Label = Span & { kind: LabelKind; cell: Cell; box: Box; isWeak: boolean }

/** The recognizer reads English: "expedición" becomes "expedicién" or "expedici6n". */
const withSpanishEndings = (text: string) => text.replace(/(?<=\p{L}[cs]i)[é6](?=n(?!\p{L}))/giu, 'ó')

/** The labels in a cell, in their order. */
export function labelsIn(cell: Cell): Label[] {
  const found: Label[] = []
  let rest = withSpanishEndings(cell.text)
  const take = (kind: LabelKind, pattern: RegExp, isWeak: boolean) => {
    rest = rest.replace(pattern, (label, start: number) => {
      const span = { start, end: start + label.length }
      found.push({ ...span, kind, cell, box: boxOf(cell, span), isWeak })
      return ' '.repeat(label.length)
    })
  }
  for (const [kind, pattern] of wordings) take(kind, pattern, false)
  take('completedAt', weakDate, true)
  return found.toSorted((a, b) => a.start - b.start)
}

/**
 * The label may be an ordinary word of a title or a name, as in "Lessons From the Field": nothing shows that a value
 * follows.
 */
export function isOrdinaryWord({ cell, start, end }: Label): boolean {
  const isFollowed = /^\s*(?:[:=#]|\(?\d)/.test(cell.text.slice(end))
  return !isFollowed && ordinaryWords.test(cell.text.slice(start, end))
}

/**
 * "is hereby granted to", "for completion of": the value follows the label, wherever the other labels of the document
 * are.
 */
export function isInSentence({ cell, start, end }: Label): boolean {
  const text = cell.text.slice(start, end)
  return (
    /\b(?:to|that|of|in|for|the|known|completed|attended|attending|entitled|titled|called)$/i.test(text) ||
    /^(?:(?:has|have|having|successfully|satisfactorily|for) |complet(?:ed|ing) the )/i.test(text)
  )
}

/** The last word of a name: "Trauma Nursing Core Course". */
export function endsName(label: Label): boolean {
  return (
    (label.kind === 'title' || label.kind === 'provider') &&
    isOpen(label) &&
    isOrdinaryWord(label) &&
    /\p{Lu}[\p{L}’'-]* $/u.test(label.cell.text.slice(0, label.start))
  )
}

/** No value follows the label in its cell: only punctuation, or more of the label, as in "License No. / State". */
export function isOpen({ cell, end }: Label): boolean {
  return /^[\s:.#_*()-]*(?:[/(&][^:\d]{0,30}|\([^()]{0,40}\))?$/.test(cell.text.slice(end))
}

/** Labels that begin on one line and end on the next, such as a narrow column's head. */
export function wrappedLabels(cells: readonly Cell[]): Label[] {
  return withNextLines(cells).flatMap((joined, at) => {
    const first = cells[at]?.text.length ?? 0
    return labelsIn(joined).filter(({ start, end }) => start < first && end > first)
  })
}
