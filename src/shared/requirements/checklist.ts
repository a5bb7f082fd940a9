import { cleanText } from '#shared/kernel/text.ts'
import { ageIn, validThroughIn } from './checklist-dates.ts'
import { ceIn, certificationIn, healthIn, isForm, licenseIn } from './checklist-words.ts'
import { type ItemInput, LAST_DAY, MAX_ITEMS } from './item.ts'

/** More is not read; a checklist has a page or two. */
const MAX_TEXT = 40_000
const MAX_TITLE = 200
/** What patterns look at in one line: some take longer than its length. */
const MAX_LINE = 2000

export type ReadChecklist = {
  items: ItemInput[]
  /** Lines after the hundredth item. */
  leftOut: number
}

/**
 * The items of a checklist as agencies send them: one a line, with bullets, numbers or boxes. A line that is not
 * understood becomes a document to check; nothing is dropped but headings and empty lines.
 */
export function readChecklist(text: string): ReadChecklist {
  const items = text
    .slice(0, MAX_TEXT)
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .flatMap((line) => splitCells(line.slice(0, MAX_LINE)))
    .map(withoutMark)
    .filter((line) => line !== '' && !isHeading(line))
    .flatMap(readLine)
  return { items: items.slice(0, MAX_ITEMS), leftOut: Math.max(0, items.length - MAX_ITEMS) }
}

/** A pasted table has tabs between its cells; the first cell is the requirement, and the others are details. */
function splitCells(line: string): string[] {
  return [
    line
      .split('\t')
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' - '),
  ]
}

const mark =
  /^(?:[\s>|]|[-–—*+•●○▪◦‣·►✓✔☐☑☒□■✅]|\[[ xX]?\]|\((?:[ xX]?|\d{1,2}|[a-zA-Z])\)|\d{1,2}[.)](?=\s|[A-Za-z])|[a-zA-Z][.)]\s|_{2,})+/u

/** Without the bullet, number or box before it, and the blank to tick after it. */
function withoutMark(line: string): string {
  return cleanText(line)
    .replace(mark, '')
    .replace(/[\s:;,|]*(_{2,}|\.{3,})\s*$/, '')
    .replace(/[;,|]+$/, '')
    .trim()
}

const headingWords =
  /^(requirements?|required( documents?| items?)?|documents?|credentials?|licens(es?|ure)|certifications?|medical|health|immunizations?|compliance|onboarding|paperwork|forms?|education|misc(ellaneous)?|other|checklist|vaccinations?|background|pre-?employment)\b/i

/** "LICENSURE", "Medical records:", "Please provide the following:": a heading is not a requirement. */
function isHeading(line: string): boolean {
  const isKnown = itemOf(line) !== null
  if (/:$/.test(line)) return !isKnown || /^(please|the following|you)\b/i.test(line)
  if (isKnown) return false
  const words = line.split(/\s+/).length
  if (words <= 6 && /\b(documents|packet|checklist|requirements)$/i.test(line)) return true
  return (
    words <= 4 &&
    headingWords.test(line) &&
    !/\d/.test(line) &&
    line.length < 45 &&
    !/\b(copy|card|proof)\b/i.test(line)
  )
}

function readLine(line: string): ItemInput[] {
  const parts = partsOf(line)
  const read = parts.map((part) => itemOf(part))
  const isList =
    parts.length > 1 && read.every((item) => item !== null) && new Set(read.map(meaningOf)).size > 1
  if (isList) {
    const rules = rulesIn(line)
    return read.flatMap((item, index) =>
      item
        ? [{ ...rulesFor(item, rules), ...item, title: titleOf(parts[index] ?? ''), ...checkOf(line) }]
        : [],
    )
  }
  const item = itemOf(line)
  return [
    item
      ? { ...rulesFor(item, rulesIn(line)), ...item, title: titleOf(line), ...checkOf(line) }
      : { kind: 'document', title: titleOf(line), needsCheck: true, ...rulesIn(line) },
  ]
}

/** Two parts that mean the same are one item: "Rubella, mumps", "CPR/BLS". */
function meaningOf(item: ItemInput | null): string {
  if (item?.kind === 'certification') return item.code === 'CPR' ? 'BLS' : item.code
  return item?.kind === 'health' ? item.record : (item?.title ?? '')
}

/** "BLS, ACLS & PALS": several items in a line, if each is understood on its own. */
function partsOf(line: string): string[] {
  const [before = ''] = line.split(/ - |\(/)
  if (licenseIn(line) || ceIn(line)) return [line]
  const parts = before.split(/\s*(?:,|;|&|\+|\/|\band\b)\s*/i).filter(Boolean)
  return parts.length > 1 ? parts : [line]
}

/** The requirement in a line; `null` if it is not understood. */
function itemOf(line: string): ItemInput | null {
  const title = titleOf(line)
  const license = licenseIn(line)
  if (license) return { kind: 'license', title, ...license }
  const ce = ceIn(line)
  if (ce) return { kind: 'ce', title, ...ce }
  const code = certificationIn(line)
  if (code) return { kind: 'certification', title, code }
  const record = healthIn(line)
  // "Flu shot or signed declination" asks for the shot.
  const isFormAlone = record === null || /\b(form|declination|waiver)\b/i.test(line)
  if (isForm(line) && isFormAlone && !/\bor\b/i.test(line)) return { kind: 'form', title }
  return record ? { kind: 'health', title, record } : null
}

/** A program cannot decide whether it is required at all. */
const checkOf = (line: string): { needsCheck?: true } =>
  /\b(prefer|if applicable|if required|if needed|optional|or equivalent)/i.test(line)
    ? { needsCheck: true }
    : {}

type Rules = Pick<ItemInput, 'issuedWithin' | 'validThrough'>

function rulesIn(line: string): Rules {
  const validThrough = validThroughIn(line)
  const issuedWithin = ageIn(line)
  return { ...(issuedWithin ? { issuedWithin } : {}), ...(validThrough ? { validThrough } : {}) }
}

/** By default a license or card is required through the last day: an expired one is of no use to the unit. */
function rulesFor({ kind }: ItemInput, rules: Rules): Rules {
  const isCard = kind === 'license' || kind === 'certification'
  return isCard && rules.validThrough === undefined ? { ...rules, validThrough: LAST_DAY } : rules
}

function titleOf(line: string): string {
  return [...line].slice(0, MAX_TITLE).join('').trim()
}
