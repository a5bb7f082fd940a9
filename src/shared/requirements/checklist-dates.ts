import { parseDay } from '#shared/kernel/spreadsheet-cells.ts'
import { type AgeLimit, LAST_DAY } from './item.ts'

const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  six: 6,
  twelve: 12,
}

const amount = String.raw`(\d{1,3}|an?|one|two|three|six|twelve)(?:\s*\(\d{1,3}\))?`
const unit = '(day|week|month|mo|year|yr)s?'
const agePatterns = [
  new RegExp(
    String.raw`\b(?:within|in|during|over|from)\s+(?:the\s+)?(?:last|past|previous|prior)?\s*${amount}[\s-]*${unit}\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:last|past|previous|prior)\s+${amount}[\s-]*${unit}\b`, 'i'),
  new RegExp(
    String.raw`(?:\b(?:less than|no(?:t)? (?:more|older|later) than|at most|under)|<)\s*${amount}[\s-]*${unit}\b`,
    'i',
  ),
  new RegExp(String.raw`\(\s*${amount}[\s-]*${unit}\s*\)`, 'i'),
]

/** "within 12 months", "within last year", "not older than 6 months", "dated within 30 days", "annual". */
export function ageIn(line: string): AgeLimit | null {
  for (const pattern of agePatterns) {
    const [, count = '', of = ''] = pattern.exec(line) ?? []
    const limit = limitOf(count, of)
    if (limit) return limit
  }
  if (/\b(?:within|in|during)\s+(?:the\s+)?(?:last|past)\s+(year|month)\b/i.test(line))
    return { amount: /month/i.test(line) ? 1 : 12, unit: 'months' }
  return /\b(annual|yearly)\b/i.test(line) && !/annually renewed/i.test(line)
    ? { amount: 12, unit: 'months' }
    : null
}

function limitOf(count: string, of: string): AgeLimit | null {
  const value = numbers[count.toLowerCase()] ?? Number(count)
  if (of === '' || !Number.isInteger(value) || value < 1) return null
  const name = of.toLowerCase()
  const limit: AgeLimit = name.startsWith('d')
    ? { amount: value, unit: 'days' }
    : name.startsWith('w')
      ? { amount: value * 7, unit: 'days' }
      : { amount: value * (name.startsWith('y') ? 12 : 1), unit: 'months' }
  return limit.amount <= 600 ? limit : null
}

const lastDay =
  /\b(?:through(?:out)?|until|thru|for)\s+(?:the\s+)?(?:entire\s+|full\s+|whole\s+)?(?:(?:end|last day|length|duration|completion)(?:\s+of)?\s*)?(?:the\s+|your\s+)?(?:contract|assignment|placement|school year)\b/i
const through =
  /\b(?:valid|good|current|active|effective)?\s*(?:through|thru|until|to)\s+(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? \d{1,2},? \d{4})/i

/** `last_day` for "through the end of the assignment", the date of "valid through 12/31/2027"; `null` without either. */
export function validThroughIn(line: string): string | null {
  const [, day = ''] = through.exec(line) ?? []
  return (day && parseDay(day, 'month-first')) || (lastDay.test(line) ? LAST_DAY : null)
}
