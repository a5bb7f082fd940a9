import { amountsIn, labelledAmount, statedAmount } from './amounts.ts'
import { approverOf, providerNumberOf } from './approver.ts'
import type { Cell } from './cells.ts'
import type { Label } from './labels.ts'
import type { Suggestion } from './page.ts'
import { isSure, type Labels, placeOf, textSuggestion, type Value, valuesOf } from './values.ts'

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

const sentence = /\b(?:has|have|was|were|successfully|certify|awarded|contact hours?|approved|accredited)\b/i

function titleOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const values = valuesOf('title', cells, labels).filter(({ text }) => isTitle(text))
  const named = values.find(({ label }) => /title|name|entitled|titled/i.test(labelText(label)))
  const value =
    named ?? values.find(({ label }) => /complet|attend|particip/i.test(labelText(label))) ?? values[0]
  if (!value) return []
  const title = value.text.replace(/\s+(?:on|and)$/i, '')
  return [withNextLine(value, title, cells, labels)]
}

const labelText = ({ cell, start, end }: Label) => cell.text.slice(start, end)

function isTitle(text: string): boolean {
  return (
    text.length >= 6 &&
    text.length <= 200 &&
    /[a-z]{3}/i.test(text) &&
    !sentence.test(text) &&
    /^[\p{Lu}\d]/u.test(text) &&
    !/^\W*\d/.test(text)
  )
}

/** A long title goes on in the next line, in the same size. */
function withNextLine(value: Value, title: string, cells: readonly Cell[], labels: Labels): Suggestion {
  const next = cells[cells.indexOf(value.cell) + 1]
  const isWrapped =
    next !== undefined &&
    value.end >= value.cell.text.length - 1 &&
    isContinuation(value.cell, next) &&
    /^\p{Lu}[\p{L}\s,:&-]+$/u.test(next.text) &&
    (labels.byCell.get(next) ?? []).length === 0 &&
    (/(?:\b(?:and|of|the|in|for|to|with|a|on)|[:,&-])$/i.test(title) ||
      / and$/i.test(value.text) ||
      isFullLine(value.cell, cells))
  if (!isWrapped || next === undefined)
    return textSuggestion('title', title, { ...value, end: value.start + title.length }, true)
  const first = textSuggestion('title', value.text, value, true)
  const more = { cell: next, start: 0, end: next.text.length }
  return {
    ...first,
    value: `${value.text} ${next.text}`,
    printed: `${first.printed} ${next.text}`,
    confidence: isSure(more) ? first.confidence : 'doubtful',
    where: [...first.where, placeOf(more)],
  }
}

/** It reaches the right edge of the text: what follows did not fit. */
function isFullLine({ page, box }: Cell, cells: readonly Cell[]): boolean {
  const own = cells.filter((cell) => cell.page === page)
  const left = Math.min(...own.map((cell) => cell.box.x))
  const right = Math.max(...own.map((cell) => cell.box.x + cell.box.width))
  return box.x + box.width > left + 0.85 * (right - left)
}

function isContinuation(a: Cell, b: Cell): boolean {
  const gap = b.box.y - (a.box.y + a.box.height)
  const isSameSize = Math.abs(a.box.height - b.box.height) < 0.3 * a.box.height
  return a.page === b.page && a.row !== b.row && isSameSize && gap < 1.2 * a.box.height
}

/** "Lakeside CE is accredited as a provider of …", in front of the sentence. */
const accredited =
  /^(?:provider:?\s+)?(.{3,80}?),?\s+(?:is (?:an )?)(?:accredited|approved)(?: as)?(?: a)?(?: provider)?\b/i

function providerOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const [value] = valuesOf('provider', cells, labels).filter(({ text }) => isOrganization(text))
  if (value) {
    const text = value.text.split(/,? (?:is|an?|provider|approved)(?: |$)/i)[0] ?? value.text
    return [textSuggestion('provider', text, { ...value, end: value.start + text.length }, true)]
  }
  for (const cell of cells) {
    const name = cell.text.match(accredited)?.[1]
    if (name && isOrganization(name)) {
      const start = cell.text.indexOf(name)
      return [textSuggestion('provider', name, { cell, start, end: start + name.length }, true)]
    }
  }
  return []
}

function isOrganization(text: string): boolean {
  return (
    /^[\p{Lu}\d]/u.test(text) &&
    text.length >= 3 &&
    text.length <= 120 &&
    !/^(?:approved|accredited|number|this)\b/i.test(text)
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
