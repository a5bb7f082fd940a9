import { hundredths, toContactHours, type Unit } from '#shared/ceu/units.ts'
import { MAX_CELL, parseNumber } from '#shared/kernel/spreadsheet-cells.ts'

export type CellAmount = { amount: number; unit: Unit }

/** The amounts in a cell, or why they are unclear. In that case the owner is asked. */
export type AmountReading =
  | { stated: readonly CellAmount[] }
  | { fault: 'not a number' }
  | { fault: 'unknown unit'; unit: string }
  | { fault: 'contradiction' }

const education = 'continuing (?:nursing |professional )?(?:education|development)'
/** Words before the unit that do not change its meaning: "ANCC contact hours", "CE hours". */
const kinds = `(?:(?:ancc|ana|nursing|approved|total|contact|clock|ceu?|cne|cpe|cpd|ncpd|${education}) )*`
const hours = '(?:h|hs|hrs?|hours?|horas?)'

/** Spellings of a unit, in lower case without dots and marks. `column`: the unit of the column applies. */
const unitPatterns: readonly [Unit | 'column', RegExp][] = [
  ['minute', /^(?:contact |clock )?(?:m|mins?|minutes?|minutos?)$/],
  ['semester_credit', /^(?:semester|sem) (?:credits?|units?|hrs?|hours?|credit hours?)$/],
  ['quarter_credit', /^(?:quarter|qtr) (?:credits?|units?|hrs?|hours?|credit hours?)$/],
  [
    'cme_credit',
    /^(?:créditos? (?:de )?)?(?:(?:ama|pra|cme|category i|cat i) ?)+(?:credits?|cr|units?|hrs?|hours?)?$/,
  ],
  [
    'ceu',
    new RegExp(`^(?:iacet )?(?:ceus?|ce units?|${education} units?|uecs?|unidades de educación continua)$`),
  ],
  [
    'contact_hour',
    new RegExp(`^${kinds}(?:credit )?(?:${hours}(?: (?:de )?contacto)?|chs?|cehs?|ces?|cne|ncpd|contact)$`),
  ],
  ['contact_hour', /^(?:(?:ancc|ana|nursing|ce|cne|cpd|ncpd|contact) )+credits?$/],
  ['column', /^(?:credits?|cr|créditos?)?$/],
]

const plain = (unit: string) =>
  unit
    .toLowerCase()
    .replace(/\(s\)|[.™®*’']/g, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** `null` for a word that is not a known unit. */
function unitOf(word: string, column: Unit): Unit | null {
  const name = plain(word)
  // The empty unit pattern is for a number alone.
  const found = name === '' ? 'column' : unitPatterns.find(([, pattern]) => pattern.test(name))?.[0]
  return found === 'column' ? column : (found ?? null)
}

const fractionMarks: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
}

const clock = /^(\d{1,3}):([0-5]\d)(?::00)?\s*(?:h|hrs?\.?|hours?|horas?)?$/i
const hoursAndMinutes =
  /^(\d{1,3})\s*(?:h|hs|hrs?|hours?|horas?)\.?,?\s*(?:and|y|&)?\s*(\d{1,2})\s*(?:m|mins?|minutes?|minutos?)?\.?$/i
const withFraction = /^(?:(\d{1,3})\s+(?:and\s+)?)?(1\/2|[12]\/3|[13]\/4)(?!\d)(.*)$/i
/** "3/4" alone may be the 4th of March. */
const bareFraction = /^\d\/\d$/
const withNumber = /^\+?(\d[\d.,\s]*|[.,]\d+)(.*)$/

/**
 * The amount in a cell of a column whose numbers are in `column`: "1.5", "90 min", "0.5 CEU", "1:30", "1 hr 30 min",
 * "1½", "90 minutes (1.5 contact hours)". A unit in the cell wins over the unit of the column.
 */
export function readAmount(text: string, column: Unit): AmountReading {
  if (text.length > MAX_CELL) return { fault: 'not a number' }
  const stated: CellAmount[] = []
  for (const part of partsOf(text)) {
    const read = readPart(part, column)
    if ('fault' in read) return read
    stated.push(...read.stated)
  }
  const [first, ...others] = stated.map(({ amount, unit }) => hundredths(toContactHours(amount, unit)))
  return others.every((each) => each === first) ? { stated } : { fault: 'contradiction' }
}

/** "90 minutes (1.5 contact hours)" and "1.5 hours / 0.15 CEU" state an amount twice, "2 contact hour(s)" once. */
function partsOf(text: string): string[] {
  const twice =
    text.trim().match(/^([^()]*\d[^()]*)\(\s*([^()]*\d[^()]*)\)$/) ??
    text.trim().match(/^(.*\d.*\p{L}\.?)\s*[/=]\s*([\d.,]*\d[^/=]*)$/u)
  const [, one, other] = twice ?? []
  return one === undefined || other === undefined ? [text.trim()] : [one.trim(), other.trim()]
}

function readPart(part: string, column: Unit): AmountReading {
  const [, wholeHours, minutes] = part.match(clock) ?? part.match(hoursAndMinutes) ?? []
  if (wholeHours !== undefined && minutes !== undefined) {
    // "1:30" is unclear in a column of CEUs or of minutes.
    if (part.includes(':') && column !== 'contact_hour') return { fault: 'not a number' }
    const total = Number(wholeHours) * 60 + Number(minutes)
    return { stated: [{ amount: toContactHours(total, 'minute'), unit: 'contact_hour' }] }
  }
  if (bareFraction.test(part)) return { fault: 'not a number' }
  const fraction = part
    .replace(/[½⅓⅔¼¾]/g, (mark) => ` ${fractionMarks[mark]}`)
    .trim()
    .match(withFraction)
  if (fraction) {
    const [, whole = '0', name = '', unit = ''] = fraction
    const [over = 0, under = 1] = name.split('/').map(Number)
    return inUnit(hundredths(Number(whole) + over / under) / 100, unit, column)
  }
  const [, digits = '', unit = ''] = part.match(withNumber) ?? []
  const amount = parseNumber(digits.trim())
  return amount === null ? { fault: 'not a number' } : inUnit(amount, unit, column)
}

function inUnit(amount: number, written: string, column: Unit): AmountReading {
  const word = written
    .trim()
    .replace(/^[([]\s*(.*?)\s*[)\]]$/, '$1')
    .replace(/\b(cat(?:egory)?)\.?\s*1\b/i, '$1 i')
  // "5-6", "$5", "5%" and "5 or 6" are not amounts.
  if (!/^(?:\p{L}\D*)?$/u.test(word)) return { fault: 'not a number' }
  const unit = unitOf(word, column)
  return unit === null ? { fault: 'unknown unit', unit: word } : { stated: [{ amount, unit }] }
}

/** An amount without a unit of its own, in the unit that another column names; `null` if that is not a known unit. */
export function inUnitNamed(
  stated: readonly CellAmount[],
  cell: string,
  unit: string,
): readonly CellAmount[] | null {
  if (unit === '' || /\p{L}|:/u.test(cell)) return stated
  const named = unitOf(unit.slice(0, MAX_CELL).replace(/\b(cat(?:egory)?)\.?\s*1\b/i, '$1 i'), 'contact_hour')
  return named === null ? null : stated.map(({ amount }) => ({ amount, unit: named }))
}
