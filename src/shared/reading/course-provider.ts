import { areRecognized, type Cell, withNextLines } from './cells.ts'
import { isNurse, withCapitalI } from './holder-name.ts'
import { isOrdinaryWord, type Label } from './labels.ts'
import type { Suggestion } from './page.ts'
import { type Labels, placeOf, textSuggestion, valuesOf, wholeCell } from './values.ts'

/** Words of a sentence, not of a name. */
export const sentence =
  /\b(?:has|have|was|were|successfully|certify|awarded|approved|accredited|aprobad[oa]|otorga|haber)\b/i

/** A name goes on behind them: "St. Luke's Hospital". */
const shortWords = '(?<!\\p{L})(?:St|Sta|Ste|Mt|Ft|Dr)'
/** A dot ends a name unless something is short, as in "St. Luke's" and "Lakeside CE, Inc. is". */
const nameWithout = (signs: string) =>
  `(?:[^.${signs}]|(?<=${shortWords})\\.|(?<=(?<!\\p{L})(?:Inc|Co|Corp|Ltd))\\.(?=,| \\p{Ll})){2,80}?`
const sentenceStart = `(?:^|(?<!${shortWords})[.;:·] )`

/** "Lakeside CE is accredited as a provider of …", at the beginning of a sentence. */
const accredited = new RegExp(
  `(?:${sentenceStart}|care, )(?!In )((?:\\p{Lu}|\\d)${nameWithout(';:')}),? (?:is|has been) (?:an? |jointly )?(?:(?:\\p{Lu}\\p{L}+ ){0,3}(?:Board of (?:Registered )?Nursing )?)(?:accredited|approved|authorized|provider (?:approved|accredited))\\b(?! as an approver)`,
  'u',
)
/** "Lakeside Academy presents" */
const presenting = new RegExp(`^(\\p{Lu}${nameWithout(';:,')}) (?:proudly )?presents\\b`, 'u')
/** "Lakeside CE has reported this completion" */
const reporting = new RegExp(
  `${sentenceStart}(\\p{Lu}${nameWithout(';:,')}) (?:has reported|has submitted|will report|reported|reports|submits) (?:this|your|the|all)\\b`,
  'u',
)
/** "Lakeside CE, Provider #50-1187" */
const named = new RegExp(
  `^(\\p{Lu}${nameWithout(';:,')}),? (?:an? )?(?:(?:\\p{Lu}\\p{L}+ )*(?:approved|accredited) )?[Pp]rovider (?:approved by|#|[Nn]o\\.|[Nn]umber)`,
  'u',
)

export const providerOf = (cells: readonly Cell[], labels: Labels) =>
  printedProvider(cells, labels).map((one) =>
    cells.some(({ words }) => areRecognized(words)) ? withCapitals(one) : one,
  )

/** "University of lowa": a letter that was read wrong is mended, and offered. */
function withCapitals(provider: Suggestion): Suggestion {
  const value = withCapitalI(provider.value)
  return value === provider.value ? provider : { ...provider, value, confidence: 'doubtful' }
}

function printedProvider(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const labelled = labelledProvider(cells, labels)
  if (labelled.length > 0) return labelled
  const stated = accreditedOf(cells) ?? accreditedOf(withNextLines(cells))
  return stated ? stated.map((one) => inFull(one, cells)) : letterheadOf(cells, labels)
}

/** "Provider: Lakeside Academy" */
export function labelledProvider(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const isNamed = (text: string) => isOrganization(organizationIn(text))
  const [value] = [
    ...valuesOf('provider', cells, labels, (text) => isNamed(text) && organizationWords.test(text)),
    ...valuesOf('provider', cells, labels, isNamed),
  ].filter(({ text, cell, label }) => !isNurse(text) || (cell === label.cell && !isLecture(label)))
  if (!value) return []
  const text = organizationIn(value.text)
  const start = value.start + value.text.indexOf(text)
  return [textSuggestion('provider', text, { ...value, start, end: start + text.length }, true)]
}

/** "presented by Rosa Delgado, RN" says who spoke. */
const isLecture = ({ cell, start, end }: Label) =>
  /^(?:presented|given|conducted|administered) by$/i.test(cell.text.slice(start, end))

/** "LPD is accredited", below "Lippincott Professional Development": initials are offered if nothing says what they mean. */
function inFull(short: Suggestion, cells: readonly Cell[]): Suggestion {
  if (!/^\p{Lu}{2,6}$/u.test(short.value)) return short
  const initials = (text: string) => [...text.matchAll(/(?<!\p{L})\p{Lu}/gu)].join('')
  const whole = cells.find(
    ({ text }) => initials(organizationIn(text)) === short.value && isOrganization(text),
  )
  return whole
    ? textSuggestion('provider', organizationIn(whole.text), wholeCell(whole), true)
    : { ...short, confidence: 'doubtful' }
}

/** The name at the beginning of a text, without what else is said about it. */
export const organizationIn = (text: string) =>
  text
    .replace(/^[Tt]he (?=\p{Lu})/u, '')
    .split(
      /,? (?:is|provider|approved|accredited)(?: |$)|, an?(?: |$)| ?[#·|(]| [–—-] | of (?=\p{L}+, \p{Lu})|, (?=P\.? ?O\.? Box|\d+ \p{Lu})|,? on (?=\p{L}+ \d|\d)/iu,
    )[0] ?? text

function accreditedOf(cells: readonly Cell[]): Suggestion[] | null {
  for (const cell of cells)
    for (const pattern of [accredited, named, presenting, reporting]) {
      const name = organizationIn(cell.text.match(pattern)?.[1] ?? '')
      const start = cell.text.indexOf(name)
      if (isOrganization(name) && !/^(?:BRN|BON|CEP?|ANCC)$/.test(name))
        return [textSuggestion('provider', name, { cell, start, end: start + name.length }, true)]
    }
  return null
}

export const organizationWords =
  /\b(?:institute|academy|university|college|school|hospital|medical center|health|healthcare|association|society|network|seminars?|education|learning|training|nurses|CE|council|foundation|consultants|conference|inc|llc|(?<!\bat )home|center|centre|clinic|hospice|group|systems?|library|press|publishing|publications|periodicals|collaborative|alliance|services|solutions|online|college|division|coalition|bureau|colegio|universidad|instituto|academia|asociación|enfermería)\b/i
export const otherHeadings =
  /(?<!\p{L})(?:verification|attendance|participation|completion|achievement|appreciation|receipt|confirmation|report|notice|summary|certificate|certificado|constancia|transcript|history|statement|record|department|departamento|division|office|board|continuing (?:nursing |professional )?(?:education|development)$|course|program|activity)(?!\p{L})/iu
/** A letterhead is among this many first lines of a page. */
export const HEAD_LINES = 3

/** The last word of a name, or the first one in "University of …": what makes it the name of a body. */
const bodyNoun =
  '(?:institute|academy|university|college|school|hospital|cent(?:er|re)|clinic|hospice|association|society|network|council|foundation|alliance|collaborative|coalition|partners|systems?|group|services|solutions|consultants|seminars|press|publishing|publications|library|company|inc\\.?|llc|colegio|universidad|instituto|academia|asociación|hospital)'
const bodyNounOnly = new RegExp(`^${bodyNoun}$`, 'i')
export const bodyName = new RegExp(`${bodyNoun}$|(?:^|\\s)${bodyNoun} (?:of|for|de|del|at) `, 'i')
const eventName = /\b(?:conference|symposium|congress|convention|summit)(?: \d{4})?$|\b(?:annual|webinar)\b/i

/** The body at the top of the page: the provider, if the page names no other one in a line of its own. */
function letterheadOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const names = cells.flatMap((cell) => {
    const text = organizationIn(cell.text)
    const isFree = labels.byCell
      .get(cell)
      ?.every(
        (label) => label.isWeak || isOrdinaryWord(label) || (label.start > 0 && label.kind === 'amount'),
      )
    const isName =
      organizationWords.test(text) &&
      !otherHeadings.test(text) &&
      !eventName.test(text) &&
      !sentence.test(cell.text) &&
      (text !== cell.text || !/(?<!Inc)\.$/.test(text)) &&
      isOrganization(text)
    return isFree && isName ? [{ cell, text }] : []
  })
  const bodies = names.filter(({ text }) => bodyName.test(text))
  const [first] = bodies.length > 0 ? bodies : names
  if (!first) return []
  const isHead = cells.indexOf(first.cell) < HEAD_LINES
  if (!isHead && bodies.length === 0) return []
  const isSole = (bodies.length > 0 ? bodies : names).every(({ text }) => text === first.text)
  const at = { cell: first.cell, start: 0, end: first.text.length }
  const above = bodyNounOnly.test(first.text) ? linesAbove(first.cell, cells) : []
  if (above.length === 0) return [textSuggestion('provider', first.text, at, isHead && isSole)]
  const parts = [...above.map(wholeCell), at]
  const printed = parts.map(({ cell, start, end }) => cell.text.slice(start, end)).join(' ')
  return [{ field: 'provider', value: printed, confidence: 'doubtful', printed, where: parts.map(placeOf) }]
}

/** "Lakeside CE" above "Institute": the lines of one name, in one size at one edge. */
function linesAbove(cell: Cell, cells: readonly Cell[]): Cell[] {
  const lines: Cell[] = []
  let lower = cell
  for (const other of cells.slice(0, cells.indexOf(cell)).toReversed()) {
    const gap = lower.box.y - other.box.y - other.box.height
    if (other.page !== cell.page || gap > cell.box.height || lines.length === MOST_LINES_ABOVE) break
    const isOfName =
      Math.abs(other.box.x - cell.box.x) < 0.5 * cell.box.height &&
      Math.abs(other.box.height - cell.box.height) < 0.2 * cell.box.height &&
      /^\p{Lu}[\p{L}’'& -]*$/u.test(other.text)
    if (!isOfName || gap > 0.6 * cell.box.height) continue
    lines.unshift(other)
    lower = other
  }
  return lines
}

const MOST_LINES_ABOVE = 2

/** It keeps track of hours, and gives none. */
const tracker = /(?<!\p{L})(?:CE ?Broker|NABP e-?Profile|CPE Monitor)(?!\p{L})/iu

export function isOrganization(text: string): boolean {
  return (
    /^[\p{Lu}\d]/u.test(text) &&
    /\p{L}{3}/u.test(text) &&
    text.length <= 120 &&
    !/^\S*\d{3}|[);] |\p{Ll}{2}\. |[\p{L}\d]{2}(?<!\b(?:Inc|St|Dr|Mt|Co))\. \p{Lu}/u.test(text) &&
    !/(?<!\p{L})\p{Lu}{2,4} ?\d{3}/u.test(text) &&
    !/^(?:provider|sponsor|course|activity|program)$/i.test(text) &&
    !tracker.test(text) &&
    !/^(?:approved|accredited|numbers?|name)\b|^commission on\b|\bthis\b|\bboard of\b/i.test(text)
  )
}
