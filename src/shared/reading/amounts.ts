import { areRecognized, type Cell, overlaps, type Span, wordsIn } from './cells.ts'
import type { Value } from './values.ts'

/** Units of a certificate's amount, as CE entries store them. */
type PrintedUnit = 'contact_hour' | 'ceu' | 'minute' | 'cme_credit'
/** `rank`: what was earned counts more than an amount without a word, and what may be earned at most counts least. */
export type Amount = Span & { cell: Cell; amount: string; unit: PrintedUnit; rank: number }

const MOST_HOURS = 500
const spelled = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen twenty',
]
  .join(' ')
  .split(' ')
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const parts: Record<string, number> = { quarter: 0.25, half: 0.5, 'three quarters': 0.75 }
const inWords = `(?:${[...spelled.slice(1), ...tens].toReversed().join('|')})(?:-(?:one|two|three|four|five|six|seven|eight|nine))?(?: and (?:a |one[- ])?(?:half|quarter|three[- ]quarters))?`

const partOfHour =
  '(?:(?:one[- ]|an? )?half|(?:one[- ]|a )quarter|three[- ]quarters)(?: (?:of )?(?:an?|one))?'
const number = `(\\d{1,3}(?:\\.\\d{1,2})?|${partOfHour}|${inWords})(?:\\s?\\((?:\\d[\\d.]*|${inWords})\\)|(?<=\\(\\d[\\d.]*)\\))?(?:\\s(?:out )?of (?:a |the )?(?:possible |maximum |total |available )+(?:of )?\\d{1,3}(?:\\.\\d{1,2})?)?`
const words =
  '(?:(?:total|approved|awarded|earned|ANCC|ANA|CNE|CE|NCPD|CEP|CME|AMA|PRA|category|1|i|nursing|nurse|continuing|education|professional|development|live|enduring|\\(s\\)|™|®)[\\s.]*){0,6}'

/** Before the other: "Contact Hours: 3.5"; after it: "3.5 contact hours". */
const patterns: readonly (readonly [PrintedUnit, RegExp])[] = [
  ['cme_credit', new RegExp(`(?<![\\d.$])${number}\\s*(?:AMA PRA|CME)\\s${words}(?:credits?)(?!\\w)`, 'gi')],
  [
    'cme_credit',
    new RegExp(
      `(?:AMA PRA|CME)\\s${words}credits?(?:™|®)?(?:\\s(?:awarded|earned|claimed))?\\s*[:=]?\\s*${number}(?![\\d/])`,
      'gi',
    ),
  ],
  ['ceu', new RegExp(`(?<![\\d.$])${number}\\s*(?:IACET\\s)?CEUs?(?!\\w)`, 'gi')],
  [
    'ceu',
    new RegExp(
      `(?<!\\w|(?<!\\d)1 )CEUs?(?:\\s(?:awarded|earned|granted))?\\s*[:=]\\s*${number}(?![\\d/])`,
      'gi',
    ),
  ],
  [
    'contact_hour',
    new RegExp(
      `(?<![\\d.$/\\p{L}-]|category )${number}[\\s-]*${words}(?:contact|clock|credit)?[\\s-]?(?:hours?|hrs?\\.?|CH|CE|CNE|NCPD|credits?|horas?(?:\\s(?:de\\s)?contacto)?)(?!\\w)`,
      'giu',
    ),
  ],
  [
    'contact_hour',
    new RegExp(
      `(?<!\\w)(?:(?:number of |total |nursing )*(?:contact|clock|credit|CE|CNE|NCPD) hours?|hours|credits?|CE credits?)(?:\\s(?:awarded|earned|granted|credited|approved|claimed))?(?:\\s?\\(s\\))?\\s*[:=]\\s*${number}(?![\\d/])`,
      'gi',
    ),
  ],
  [
    'minute',
    new RegExp(
      `(?<![\\d.$])${number}[\\s-]*(?:contact\\s)?min(?:utes?|s?\\.?)(?:\\sof\\s(?:\\p{L}+\\s){0,3}contact(?:\\stime)?)?(?![\\p{L}\\d_])`,
      'giu',
    ),
  ],
]

/** "pharmacotherapeutic hours: 0.5", "hours of which 0.5", "based on 60 minutes": a part of the whole, or a measure. */
const partBefore =
  /(?:(?:of which|of these|includ(?:es|ing)|of a possible|out of)[^.;]{0,40}|pharmac[^.,;)]{0,40}|(?:based on|equals?|per|(?:(?:\b[56]0 |^)min(?:ute)?s? ?|\b1 CEU ?|^)=|within|at least|every|for each|hour of) (?:an? )?|next[^.;]{0,60}|(?:each|every|per|for) (?:50|60)[ -]min(?:ute)?s?\.?,? |(?:\ban?|\bone|\beach|\b1) (?:contact |credit |clock |CE )?(?:hour|credit|unit) (?:is|means|represents|stands for) |(?:\b[56]0[ -]min(?:ute)?s?\.?(?: of \p{L}+)?,? ?)(?:is|are|=|to|equals?|per|counts? as|represents?|makes?) (?:the |each )?)$/iu
const partAfter =
  /^(?:[\s,(]*(?!of which|includ|all\b)(?:[a-z]+ ){0,6}pharmac| (?:is|are|to|counts? as|represents?|makes?) (?:an?|one|each|the|1) (?:contact |credit |clock |CE )?(?:hour|credit|unit)\b| (?:is|means|represents|stands for) (?:50|60|fifty|sixty)\b|[- ]*(?:per|hour\b|contact hour\b|equals?\b|= ?(?:\d|an?\b|one\b)))/i

/** What stands before and after an amount says that it is a part of another one, or a measure. */
export const isPart = (before: string, after: string) => partBefore.test(before) || partAfter.test(after)

/** "Provider Number CEP 15567, for 3.3 contact hours": what one board credits, which may be more or less. */
const ofBoard = /(?:\bCEP|\bprovider|#|\bnumber|\bno\.) ?[A-Z]{0,4}[ -]?\d[\w-]*,? for (?:up to )?$/i

/** "Pharmacists: ACPE 0000-26-011, 0.8 CEU": what nurses earn may be more or less. */
const ofOthers =
  /\b(?:physicians?|pharmacists?|pharmacy technicians?|social workers?|psychologists?|dentists?|dietitians?|therapists?)(?: \([^()]*\))?:(?!.*(?:\bnurs|[.;] \p{Lu}))|-[LH]\d\d-[PT],? (?:for )?$/iu

/** Every amount that the document states, in its order; parts of another amount are left out. */
export function amountsIn(cells: readonly Cell[]): Amount[] {
  return cells.flatMap((cell) => {
    const found: Amount[] = []
    for (const [unit, pattern] of patterns)
      for (const match of cell.text.matchAll(pattern)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (found.some((other) => other.start < span.end && span.start < other.end)) continue
        const [before, after] = [cell.text.slice(0, span.start), cell.text.slice(span.end)]
        if (isPart(before, after) || ofOthers.test(before)) continue
        const amount = amountOf(match[1] ?? '')
        if (amount === null) continue
        const rank =
          rankOf(clauseAround(`${nameOf(cell, cells)} ${before}`, match[0], after), match[0]) -
          (ofBoard.test(before) ? 0.5 : 0)
        found.push({ ...span, cell, amount, unit, rank })
      }
    return found.toSorted((a, b) => a.start - b.start)
  })
}

/** "Total earned", at the left. */
const nameOf = ({ row, column }: Cell, cells: readonly Cell[]) =>
  cells.find((other) => other.row === row && other.column === column - 1)?.text ?? ''

/** What stands close to an amount, as far as commas and dots. */
const clauseAround = (before: string, stated: string, after: string) =>
  [
    before
      .split(/[.,;] /)
      .at(-1)
      ?.slice(-30),
    stated,
    after.split(/[.,;] |[.,;]$/)[0]?.slice(0, 12),
  ].join('')

function rankOf(sentence: string, stated: string): number {
  if (/\bmax(?:imum)?\b|\bup to\b|\bavailable\b/i.test(sentence)) return -1
  if (/claim|award|earn|grant|receiv/i.test(sentence)) return 2
  return /total|contact|CEU/i.test(stated) ? 1 : 0
}

/** "3.50", "three and one-half" */
function amountOf(text: string): string | null {
  const value = /^\d/.test(text) ? Number(text) : spelledAmount(text.toLowerCase())
  return value > 0 && value <= MOST_HOURS ? String(value) : null
}

function spelledAmount(text: string): number {
  const isPart = /half|quarter/.test(text) && !text.includes(' and ')
  const [whole = '', part = ''] = isPart ? ['', text] : text.split(' and ')
  const fraction = Object.entries(parts).find(([name]) =>
    part
      .replace('-', ' ')
      .replace(/^(?:an?|one) /, '')
      .startsWith(name),
  )
  const [ten = '', one = 'zero'] = whole.split('-')
  const units = spelled.includes(ten) ? spelled.indexOf(ten) : (tens.indexOf(ten) + 2) * 10
  return (whole === '' ? 0 : units + spelled.indexOf(one)) + (fraction?.[1] ?? 0)
}

/** The one amount that the others do not contradict: 0.3 CEUs are the same as 3 contact hours. */
export function statedAmount(amounts: readonly Amount[]): { amount: Amount; isSole: boolean } | null {
  const longer = amounts.filter(({ unit }) => unit !== 'minute')
  const candidates = longer.length > 0 ? longer : amounts
  const hours = candidates.filter(({ unit }) => unit === 'contact_hour')
  const ranked = (hours.length > 0 ? hours : candidates).toSorted((a, b) => b.rank - a.rank)
  const [amount] = ranked
  if (!amount) return null
  const rivals = ranked.filter((other) => other.rank === amount.rank && other.amount !== amount.amount)
  const isSame = amounts.some(
    ({ unit, amount: minutes }) => unit === 'minute' && Number(minutes) === 60 * Number(amount.amount),
  )
  return {
    amount: isSame ? { ...amount, rank: Math.max(amount.rank, 1) } : amount,
    isSole: rivals.length === 0,
  }
}

/** A number alone, beside or below its label: "CEUs" and "0.3" in two columns of a table. */
export function labelledAmount(value: Value, cells: readonly Cell[]): Amount[] {
  const { label } = value
  const isInside = value.cell === label.cell && value.start > label.end
  // "3 contact hours (0.3 CEU)"
  if (isInside && label.cell.text.slice(label.end, value.start).includes('(')) return []
  if (partBefore.test(label.cell.text.slice(0, label.start))) return []
  const name = label.cell.text.slice(label.start, label.end)
  const unit = unitOf(name, label.cell.text.slice(0, label.end))
  const columns = cells.filter((cell) => cell.row === value.cell.row && isAmount(cell.text))
  if (value.cell.row !== label.cell.row || columns.length < 2)
    return amountAt(value, unit, rankOf(label.cell.text, name.replace(/hour/i, 'total')))
  // "Maximum" and "Claimed" above two numbers of one row.
  return columns.flatMap((cell) =>
    amountAt(
      { cell, text: cell.text, start: 0, end: cell.text.length },
      unit,
      rankOf(headOf(cell, cells), ''),
    ),
  )
}

function amountAt(
  { cell, text, start, end }: Omit<Value, 'label'>,
  unit: PrintedUnit,
  rank: number,
): Amount[] {
  const amount = amountOf(text.match(amountOnly)?.[1] ?? '')
  return amount === null ? [] : [{ cell, start, end, amount, unit, rank }]
}

/** "Claimed" beside "Maximum", above a column of numbers. */
const claimedHead = /\b(?:claimed|awarded|earned|received|credited)\b/i
const offeredHead = /\b(?:max(?:imum)?|available|possible|offered|approved|scheduled)\b/i
const LONGEST_HEAD = 30
const WITHIN = 0.005

/** What a table of sessions says was claimed in all, and whether that is the sum of the sessions. */
export function claimedAmount(cells: readonly Cell[]): { amount: Amount; isSum: boolean } | null {
  const isHead = (cell: Cell, pattern: RegExp) => cell.text.length <= LONGEST_HEAD && pattern.test(cell.text)
  const most = cells.find((cell) => isHead(cell, offeredHead) && !claimedHead.test(cell.text))
  const total = cells.find(
    ({ page, row, text }) => most?.page === page && most.row < row && /^(?:grand )?total\b/i.test(text),
  )
  if (!most || !total) return null
  const inColumn = (head: Cell) =>
    cells.filter(
      ({ page, row, box, text }) =>
        page === head.page && row > head.row && row <= total.row && overlaps(box, head.box) && isAmount(text),
    )
  const [own, ...others] = cells.filter(
    ({ row, box, text }) => row === total.row && isAmount(text) && !overlaps(box, most.box),
  )
  if (!own || others.length > 0 || !inColumn(most).some(({ row }) => row === total.row)) return null
  const head = cells.find((cell) => cell.row === most.row && isHead(cell, claimedHead))
  const at = { cell: own, start: 0, end: own.text.length }
  const unit = unitOf(head?.text ?? '', headOf(own, cells))
  const [amount] = amountAt({ ...at, text: own.text }, unit, CLAIMED)
  if (!amount) return null
  const sum = (head ? inColumn(head) : []).reduce(
    (all, { row, text }) => (row < total.row ? all + Number.parseFloat(text) : all),
    0,
  )
  // The numbers of a picture may have lost their points, and cannot be added.
  const isPicture = head !== undefined && areRecognized(own.words)
  return { amount, isSum: isPicture || Math.abs(Number(amount.amount) - sum) < WITHIN }
}

/** More than any other amount of the document. */
const CLAIMED = 3

/** The nearest text above a number that is none itself. */
const headOf = ({ row, box, page }: Cell, cells: readonly Cell[]) =>
  cells.findLast(
    (other) =>
      other.page === page && other.row < row && overlaps(other.box, box) && !/^[\d.]+$/.test(other.text),
  )?.text ?? ''

const amountOnly =
  /^(\d{1,3}(?:\.\d{1,2})?)(?: ?(?:hours?|hrs?|h)\.?)?(?: \((?:which )?(?:includ|of which)[^()]*\)?)?$/i

export const isAmount = (text: string) => amountOnly.test(text)

/** "AMA PRA Category 1 Credits awarded": the words before the label's own say whose credits they are. */
function unitOf(label: string, withWordsBefore: string): PrintedUnit {
  if (/(?:AMA PRA|CME)[^.,:;]*$/.test(withWordsBefore)) return 'cme_credit'
  if (/ceu/i.test(label)) return 'ceu'
  return /minute/i.test(label) ? 'minute' : 'contact_hour'
}

/** In pictures, decimal points get lost: "1.5" is read as "15", with confidence. */
export const mayLackPoint = ({ cell, unit, ...span }: Amount) =>
  unit !== 'minute' &&
  /(?<![\d.])\d\d+(?![\d.])/.test(cell.text.slice(span.start, span.end)) &&
  areRecognized(wordsIn(cell, span))
