import { amountsIn, labelledAmount, statedAmount } from './amounts.ts'
import { approverOf, providerNumberOf } from './approver.ts'
import { type Cell, overlaps, withNextLines } from './cells.ts'
import { isOrdinaryWord, type Label } from './labels.ts'
import type { Suggestion } from './page.ts'
import { datesIn } from './printed-dates.ts'
import { isSure, type Labels, placeOf, standsBelow, textSuggestion, type Value, valuesOf } from './values.ts'

/** Title, provider, approver and amount of a CE certificate. */
export function courseSuggestions(cells: readonly Cell[], labels: Labels): Suggestion[] {
  return [
    ...titleOf(cells, labels),
    ...providerOf(cells, labels),
    ...approverOf(cells, labels),
    ...providerNumberOf(cells, labels),
    ...amountOf(cells, labels),
  ]
}

const sentence = /\b(?:has|have|was|were|successfully|certify|awarded|approved|accredited)\b/i

function titleOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const titles = valuesOf('title', cells, labels)
    .map((value) => withOtherLines(value, cells, labels))
    .filter(({ text }) => isTitle(text))
  const labelled = (pattern: RegExp) => titles.find(({ label }) => pattern.test(labelText(label)))
  const title = labelled(/title|name/i) ?? labelled(/complet|attend|particip/i) ?? titles[0]
  return title ? [titleSuggestion(title)] : []
}

const labelText = ({ cell, start, end }: Label) => cell.text.slice(start, end)

function isTitle(text: string): boolean {
  return (
    text.length >= 6 &&
    text.length <= 200 &&
    /[a-z]{3}/i.test(text) &&
    !sentence.test(text) &&
    /^\p{Lu}/u.test(text)
  )
}

type Part = { cell: Cell; start: number; end: number }
type Title = { text: string; printed: string; label: Label; parts: readonly Part[] }

/**
 * A long title takes more than one line, in the same size: the lines after it, or the lines before it if its label is
 * below.
 */
function withOtherLines({ cell, label, start, end }: Value, cells: readonly Cell[], labels: Labels): Title {
  const isAbove = standsBelow(label, labels)
  const before = isAbove ? linesOfTitle(cell, cells, labels, -1).toReversed() : []
  const after = !isAbove && end >= cell.text.length - 1 ? linesOfTitle(cell, cells, labels, 1) : []
  // A colon at the end of a line is a part of the title.
  const own: Part = { cell, start, end: after.length > 0 ? cell.text.length : end }
  const parts = [...before.map(wholeLine), own, ...after.map(wholeLine)]
  const printed = parts.map((part) => part.cell.text.slice(part.start, part.end)).join(' ')
  return { label, parts, printed, text: printed.replace(/ (?:on|and)$/i, '') }
}

const wholeLine = (cell: Cell): Part => ({ cell, start: 0, end: cell.text.length })

const titleSuggestion = ({ text, printed, parts }: Title): Suggestion => ({
  field: 'title',
  value: text,
  confidence: parts.every(isSure) ? 'confident' : 'doubtful',
  printed,
  where: parts.map(placeOf),
})

/** The most lines that a title takes. */
const OTHER_LINES = 2

function linesOfTitle(cell: Cell, cells: readonly Cell[], labels: Labels, side: -1 | 1): Cell[] {
  const lines: Cell[] = []
  for (let last: Cell | null = cell; last && lines.length < OTHER_LINES; ) {
    last = lineOfTitle(last, cells, labels, side)
    if (last) lines.push(last)
  }
  return lines
}

/** The line above (-1) or below (1) this one, if the title continues there. */
function lineOfTitle(cell: Cell, cells: readonly Cell[], labels: Labels, side: -1 | 1): Cell | null {
  const others = side === 1 ? cells : cells.toReversed()
  const other = others.find(
    ({ page, row, box }) => page === cell.page && (row - cell.row) * side > 0 && overlaps(box, cell.box),
  )
  if (!other || labels.byCell.get(other)?.some(isOfOtherField)) return null
  const [upper, lower] = side === 1 ? [cell, other] : [other, cell]
  return isNextLine(upper, lower) || (side === 1 && isContinued(cell, other, cells)) ? other : null
}

/** "in Long-Term Care" continues a title; "Provider" alone names another field. */
const isOfOtherField = (label: Label) => !label.isWeak && (label.start === 0 || !isOrdinaryWord(label))

/** Closer together than two fields, and in the same column. */
function isNextLine(upper: Cell, lower: Cell): boolean {
  const gap = lower.box.y - (upper.box.y + upper.box.height)
  const aside = [0, 0.5, 1].map((part) =>
    Math.abs(upper.box.x + part * upper.box.width - (lower.box.x + part * lower.box.width)),
  )
  return (
    isSameSize(upper, lower) &&
    gap < 0.45 * upper.box.height &&
    Math.min(...aside) < 0.6 * upper.box.height &&
    /^[\p{L}\d(&]/u.test(lower.text) &&
    ![upper, lower].some(({ text }) => sentence.test(text) || datesIn(text).length > 0)
  )
}

function isContinued(cell: Cell, next: Cell, cells: readonly Cell[]): boolean {
  const gap = next.box.y - (cell.box.y + cell.box.height)
  return (
    isSameSize(cell, next) &&
    gap < 1.2 * cell.box.height &&
    /^\p{Lu}[\p{L}\s,:&-]+$/u.test(next.text) &&
    (/(?:\b(?:and|of|the|in|for|to|with|a|on)|[:,&-])$/i.test(cell.text) || isFullLine(cell, cells))
  )
}

const isSameSize = ({ box: a }: Cell, { box: b }: Cell) => Math.abs(a.height - b.height) < 0.3 * a.height

/** The line reaches the right edge of the text: the next word did not fit. */
function isFullLine({ page, box }: Cell, cells: readonly Cell[]): boolean {
  const own = cells.filter((cell) => cell.page === page)
  const left = Math.min(...own.map((cell) => cell.box.x))
  const right = Math.max(...own.map((cell) => cell.box.x + cell.box.width))
  return box.x + box.width > left + 0.85 * (right - left)
}

/** "Lakeside CE is accredited as a provider of …", in front of the sentence. */
const accredited = /^(.{3,80}?),? is (?:an )?(?:accredited|approved)\b/i

function providerOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const [value] = valuesOf('provider', cells, labels).filter(({ text }) => isOrganization(text))
  if (value) {
    const text = value.text.split(/,? (?:is|provider|approved)(?: |$)|, an?(?: |$)/i)[0] ?? value.text
    return [textSuggestion('provider', text, { ...value, end: value.start + text.length }, true)]
  }
  return accreditedOf(cells) ?? accreditedOf(withNextLines(cells)) ?? letterheadOf(cells, labels)
}

function accreditedOf(cells: readonly Cell[]): Suggestion[] | null {
  for (const cell of cells) {
    const name = cell.text.match(accredited)?.[1]
    if (name && isOrganization(name))
      return [textSuggestion('provider', name, { cell, start: 0, end: name.length }, true)]
  }
  return null
}

const organizationWords =
  /\b(?:institute|academy|university|college|school|hospital|medical center|health|healthcare|association|society|network|seminars?|education|learning|training|nurses|CE|council|foundation|consultants|conference|inc|llc)\b/i
const otherHeadings =
  /\b(?:certificate|transcript|statement|record|department|division|office|board|continuing education|course|program|activity)\b/i
/** A letterhead is among this many first lines of a page. */
const HEAD_LINES = 3

/** The organization at the top of the page: usually the provider, but not always. */
function letterheadOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const cell = cells
    .slice(0, HEAD_LINES)
    .find(
      (one) =>
        organizationWords.test(one.text) &&
        !otherHeadings.test(one.text) &&
        isOrganization(one.text) &&
        labels.byCell.get(one)?.every(({ isWeak }) => isWeak),
    )
  return cell ? [textSuggestion('provider', cell.text, wholeLine(cell), false)] : []
}

function isOrganization(text: string): boolean {
  return (
    /^[\p{Lu}\d]/u.test(text) &&
    text.length >= 3 &&
    text.length <= 120 &&
    !/^(?:approved|accredited|number)\b|\bthis\b/i.test(text)
  )
}

function amountOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const labelled = valuesOf('amount', cells, labels).flatMap(labelledAmount)
  const found = statedAmount([...amountsIn(cells), ...labelled])
  if (!found) return []
  const { amount, isSole } = found
  const isCertain = isSole && amount.isTotal
  return [
    textSuggestion('amount', amount.amount, amount, isCertain),
    textSuggestion('unit', amount.unit, amount, isCertain),
  ]
}
