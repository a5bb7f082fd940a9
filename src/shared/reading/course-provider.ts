import { type Cell, withNextLines } from './cells.ts'
import { isOrdinaryWord } from './labels.ts'
import type { Suggestion } from './page.ts'
import { type Labels, textSuggestion, valuesOf, wholeCell } from './values.ts'

/** Words of a sentence, not of a name. */
export const sentence =
  /\b(?:has|have|was|were|successfully|certify|awarded|approved|accredited|aprobad[oa]|otorga|haber)\b/i

/** "Lakeside CE is accredited as a provider of …", at the beginning of a sentence. */
const accredited =
  /(?:^|[.;:·] |care, )(?!In )((?:\p{Lu}|\d)[^.;:]{2,80}?),? (?:is|has been) (?:an? |jointly )?(?:(?:\p{Lu}\p{L}+ ){0,3}(?:Board of (?:Registered )?Nursing )?)(?:accredited|approved|authorized|provider (?:approved|accredited))\b/u
/** "Lakeside CE, Provider #50-1187" */
const named =
  /^(\p{Lu}[^.;:,]{2,80}?),? (?:an? )?(?:(?:\p{Lu}\p{L}+ )*(?:approved|accredited) )?[Pp]rovider (?:approved by|#|[Nn]o\.|[Nn]umber)/u

export function providerOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const [value] = valuesOf('provider', cells, labels, (text) => isOrganization(organizationIn(text)))
  if (value) {
    const text = organizationIn(value.text)
    const start = value.start + value.text.indexOf(text)
    return [textSuggestion('provider', text, { ...value, start, end: start + text.length }, true)]
  }
  return accreditedOf(cells) ?? accreditedOf(withNextLines(cells)) ?? letterheadOf(cells, labels)
}

/** The name at the beginning of a text, without what else is said about it. */
export const organizationIn = (text: string) =>
  text
    .replace(/^the (?=\p{Lu})/u, '')
    .split(
      /,? (?:is|provider|approved|accredited)(?: |$)|, an?(?: |$)| ?[#·|(]| [–—-] | of (?=\p{L}+, \p{Lu})|,? on (?=\p{L}+ \d|\d)/iu,
    )[0] ?? text

function accreditedOf(cells: readonly Cell[]): Suggestion[] | null {
  for (const cell of cells)
    for (const pattern of [accredited, named]) {
      const name = organizationIn(cell.text.match(pattern)?.[1] ?? '')
      const start = cell.text.indexOf(name)
      if (isOrganization(name))
        return [textSuggestion('provider', name, { cell, start, end: start + name.length }, true)]
    }
  return null
}

export const organizationWords =
  /\b(?:institute|academy|university|college|school|hospital|medical center|health|healthcare|association|society|network|seminars?|education|learning|training|nurses|CE|council|foundation|consultants|conference|inc|llc|home|center|centre|clinic|hospice|group|systems?|library|press|publishing|publications|periodicals|collaborative|alliance|services|solutions|online|college|division|coalition|bureau|colegio|universidad|instituto|academia|asociación|enfermería)\b/i
export const otherHeadings =
  /(?<!\p{L})(?:certificate|certificado|constancia|transcript|history|statement|record|department|departamento|division|office|board|continuing (?:nursing |professional )?(?:education|development)$|course|program|activity)(?!\p{L})/iu
/** A letterhead is among this many first lines of a page. */
export const HEAD_LINES = 3

/** The organization at the top of the page: the provider, if the page names no other one in a line of its own. */
function letterheadOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const names = cells.filter(
    (cell) =>
      organizationWords.test(cell.text) &&
      !otherHeadings.test(cell.text) &&
      !sentence.test(cell.text) &&
      !/(?<!Inc)\.$/.test(cell.text) &&
      isOrganization(cell.text) &&
      labels.byCell.get(cell)?.every((label) => label.isWeak || isOrdinaryWord(label)),
  )
  const [first] = names
  if (!first || cells.indexOf(first) >= HEAD_LINES) return []
  const isSole = names.every(({ text }) => text === first.text)
  return [textSuggestion('provider', first.text, wholeCell(first), isSole)]
}

export function isOrganization(text: string): boolean {
  return (
    /^[\p{Lu}\d]/u.test(text) &&
    /\p{L}{3}/u.test(text) &&
    text.length <= 120 &&
    !/^\S*\d{3}|[);] |\p{Ll}{2}\. /u.test(text) &&
    !/^(?:approved|accredited|numbers?|name)\b|\bthis\b|\bboard of\b/i.test(text)
  )
}
