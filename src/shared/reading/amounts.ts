import type { Cell, Span } from './cells.ts'
import type { Value } from './values.ts'

/** Units of a certificate's amount, as CE entries store them. */
type PrintedUnit = 'contact_hour' | 'ceu' | 'minute' | 'cme_credit'
export type Amount = Span & {
  cell: Cell
  amount: string
  unit: PrintedUnit
  isTotal: boolean
}

const number = '(\\d{1,3}(?:\\.\\d{1,2})?)'
const words =
  '(?:(?:total|approved|ANCC|ANA|CNE|CE|NCPD|CEP|CME|AMA|PRA|category|1|i|nursing|continuing|education|professional|development|\\(s\\)|™|®)[\\s.]*){0,6}'

/** Before the other: "Contact Hours: 3.5"; after it: "3.5 contact hours". */
const patterns: readonly (readonly [PrintedUnit, RegExp])[] = [
  ['cme_credit', new RegExp(`(?<![\\d.$])${number}\\s*(?:AMA PRA|CME)\\s${words}(?:credits?)(?!\\w)`, 'gi')],
  [
    'cme_credit',
    new RegExp(
      `(?:AMA PRA|CME)\\s${words}credits?(?:™|®)?(?:\\s(?:awarded|earned))?\\s*[:=]?\\s*${number}(?![\\d/])`,
      'gi',
    ),
  ],
  ['ceu', new RegExp(`(?<![\\d.$])${number}\\s*(?:IACET\\s)?CEUs?(?!\\w)`, 'gi')],
  ['ceu', new RegExp(`(?<!\\w)CEUs?(?:\\s(?:awarded|earned|granted))?\\s*[:=]\\s*${number}(?![\\d/])`, 'gi')],
  [
    'contact_hour',
    new RegExp(
      `(?<![\\d.$/]|category )${number}\\s*${words}(?:contact|clock|credit)?[\\s-]?(?:hours?|hrs?\\.?|credits?)(?!\\w)`,
      'gi',
    ),
  ],
  [
    'contact_hour',
    new RegExp(
      `(?<!\\w)(?:(?:number of |total |nursing )*(?:contact|clock|credit|CE|CNE|NCPD) hours?|hours|credits?|CE credits?)(?:\\s(?:awarded|earned|granted|credited|approved))?(?:\\s?\\(s\\))?\\s*[:=]\\s*${number}(?![\\d/])`,
      'gi',
    ),
  ],
  ['minute', new RegExp(`(?<![\\d.$])${number}\\s*(?:contact\\s)?minutes?(?!\\w)`, 'gi')],
]

/** "pharmacotherapeutic hours: 0.5", "hours of which 0.5": a part of the whole. */
const partBefore = /(?:(?:of which|includ(?:es|ing))[^.;]{0,40}|pharmac[^.,;)]{0,40})$/i
const partAfter = /^[\s,(]*(?!of which|includ)(?:[a-z]+ ){0,3}pharmac/i

/** Every amount that the document states, in its order; parts of another amount are left out. */
export function amountsIn(cells: readonly Cell[]): Amount[] {
  return cells.flatMap((cell) => {
    const found: Amount[] = []
    for (const [unit, pattern] of patterns)
      for (const match of cell.text.matchAll(pattern)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (found.some((other) => other.start < span.end && span.start < other.end)) continue
        if (partBefore.test(cell.text.slice(0, span.start)) || partAfter.test(cell.text.slice(span.end)))
          continue
        const amount = String(Number(match[1]))
        if (amount === '0' || Number(amount) > 500) continue
        const isTotal = /total|awarded|earned|granted|contact|CEU/i.test(match[0])
        found.push({ ...span, cell, amount, unit, isTotal })
      }
    return found.toSorted((a, b) => a.start - b.start)
  })
}

/** The one amount that the others do not contradict: 0.3 CEUs are the same as 3 contact hours. */
export function statedAmount(amounts: readonly Amount[]): { amount: Amount; isSole: boolean } | null {
  const candidates = amounts.some(({ unit }) => unit !== 'minute')
    ? amounts.filter(({ unit }) => unit !== 'minute')
    : amounts
  const hours = candidates.filter(({ unit }) => unit === 'contact_hour')
  const ranked = (hours.length > 0 ? hours : candidates).toSorted(
    (a, b) => Number(b.isTotal) - Number(a.isTotal),
  )
  const [amount] = ranked
  if (!amount) return null
  const rivals = ranked.filter((other) => other.isTotal === amount.isTotal && other.amount !== amount.amount)
  return { amount, isSole: rivals.length === 0 }
}

/** A number alone, beside or below its label: "CEUs" and "0.3" in two columns of a table. */
export function labelledAmount({ text, label, cell, start, end }: Value): Amount[] {
  const amount = text.match(/^\d{1,3}(?:\.\d{1,2})?$/)?.[0]
  if (amount === undefined || Number(amount) === 0 || Number(amount) > 500) return []
  if (partBefore.test(label.cell.text.slice(0, label.start))) return []
  const name = label.cell.text.slice(label.start, label.end)
  const unit = unitOf(name, label.cell.text.slice(0, label.end))
  const isTotal = unit === 'ceu' || /hour|awarded|earned|total/i.test(name)
  return [{ cell, start, end, amount: String(Number(amount)), unit, isTotal }]
}

/** "AMA PRA Category 1 Credits awarded": the words before the label's own say whose credits they are. */
function unitOf(label: string, withWordsBefore: string): PrintedUnit {
  if (/(?:AMA PRA|CME)[^.,:;]*$/.test(withWordsBefore)) return 'cme_credit'
  if (/ceu/i.test(label)) return 'ceu'
  return /minute/i.test(label) ? 'minute' : 'contact_hour'
}
