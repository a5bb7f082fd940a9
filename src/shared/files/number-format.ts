/** Excel shows a number in a format; what a person reads in the sheet is this text, not the number. */

/** Longer codes are not of Excel. */
const MAX_CODE = 255
/** Excel keeps 15 digits. Of a longer number the last ones are lost. */
const MOST_DIGITS = 1e15

const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 48: '##0.0E+0' },
  ...{ 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
}
/** These are dates in every language, in other orders. */
const isBuiltInDate = (id: number) =>
  id === 14 || id === 15 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The format that Excel has for this number without naming it in the file. */
export const builtInFormat = (id: number): string => builtIn[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : '')

const withoutTexts = (code: string) => code.slice(0, MAX_CODE).replace(/"[^"]*"|\\./g, '')

/** Which parts of a date, or a time of day or length of time, a format shows; `null` for other numbers. */
export function dateParts(code: string): 'date' | 'month' | 'day of the year' | 'time' | null {
  const plain = withoutTexts(code)
    .replace(/general/gi, '')
    .toLowerCase()
  const outside = plain.replace(/\[[^\]]*\]/g, '')
  const [hasYear, hasDay] = [/y/.test(outside), /d/.test(outside)]
  if (hasYear && hasDay) return 'date'
  if (hasYear) return 'month'
  if (hasDay) return 'day of the year'
  return /h|\[m+\]|m+:s/.test(plain) ? 'time' : null
}

/** The number as the sheet shows it, but with all of its digits. */
export function shownNumber(value: number, code: string): string {
  if (Math.abs(value) >= MOST_DIGITS) return value.toExponential().toUpperCase()
  const { tokens, number } = sectionFor(value, sectionsOf(code.slice(0, MAX_CODE)))
  const has = (kind: Token['kind']) => tokens.some((token) => token.kind === kind)
  if (has('exponent')) return number.toExponential().toUpperCase()
  const isPlain =
    (tokens.length === 0 && !code.includes(';')) || has('general') || tokens.some(({ text }) => text === '?')
  return isPlain ? digitsOf(number) : filled(tokens, number)
}

const digitsOf = (number: number) => String(Number(number.toPrecision(15)))

type Token = {
  kind: 'digit' | 'point' | 'comma' | 'percent' | 'exponent' | 'general' | 'literal' | 'condition'
  text: string
}
const token = /"([^"]*)"|\\(.)|\[([^\]]*)\]|[_*].|(general|@)|(e[+-])|(.)/gisu
const kinds: Readonly<Record<string, Token['kind']>> = {
  ...{ '0': 'digit', '#': 'digit', '?': 'digit', '.': 'point', ',': 'comma', '%': 'percent' },
}

/** Sections are for positive numbers, negative ones, zero and texts. */
function sectionsOf(code: string): Token[][] {
  const sections: Token[][] = [[]]
  for (const [, quoted, escaped, bracket, general, exponent, other] of code.matchAll(token)) {
    const section = sections.at(-1)
    if (other === ';') sections.push([])
    else if (bracket !== undefined) section?.push({ kind: 'condition', text: bracket })
    else if (general !== undefined) section?.push({ kind: 'general', text: general })
    else if (exponent !== undefined) section?.push({ kind: 'exponent', text: exponent })
    else if (other !== undefined) section?.push({ kind: kinds[other] ?? 'literal', text: other })
    else if ((quoted ?? escaped) !== undefined)
      section?.push({ kind: 'literal', text: quoted ?? escaped ?? '' })
  }
  return sections
}

function sectionFor(value: number, sections: Token[][]): { tokens: Token[]; number: number } {
  const shown = (tokens: Token[] = []) => tokens.filter(({ kind }) => kind !== 'condition')
  const conditions = sections.map((tokens) => tokens.find(({ text }) => condition.test(text))?.text ?? null)
  const [first, negative, zero] = sections
  if (conditions.some((each) => each !== null)) {
    const at = conditions.findIndex((each) => each === null || meets(value, each))
    return { tokens: shown(sections[at]), number: value }
  }
  if (value < 0 && negative) return { tokens: shown(negative), number: -value }
  if (value === 0 && zero) return { tokens: shown(zero), number: 0 }
  return { tokens: shown(first), number: value }
}

/** Colors, languages and lengths of time are in brackets, too. */
const condition = /^(<=|>=|<>|<|>|=)(-?[\d.]+)$/

function meets(value: number, text: string): boolean {
  const [, sign, limit = ''] = text.match(condition) ?? []
  const by = value - Number(limit)
  switch (sign) {
    case '<':
      return by < 0
    case '<=':
      return by <= 0
    case '>':
      return by > 0
    case '>=':
      return by >= 0
    case '=':
      return by === 0
    case '<>':
      return by !== 0
    default:
      return false
  }
}

function filled(tokens: readonly Token[], number: number): string {
  const count = tokens.filter(({ kind }) => kind === 'percent').length
  const value = Number((Math.abs(number) * 100 ** count).toPrecision(15))
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const before = point < 0 ? tokens : tokens.slice(0, point)
  const after = point < 0 ? [] : tokens.slice(point + 1)
  const places = after.filter(({ kind }) => kind === 'digit').length
  // A format that rounds would lose what the cell holds.
  const fixed = Number(value.toFixed(places)) === value ? value.toFixed(places) : digitsOf(value)
  const [whole = '', decimals = ''] = fixed.split('.')
  const slots = before.filter(({ kind }) => kind === 'digit')
  if (slots.length + places === 0) return textOf(tokens)
  const digits = whole === '0' && slots.every(({ text }) => text !== '0') ? '' : whole
  const start = wholePart(before, isGrouped(before) ? grouped(digits) : digits, slots.length)
  const optional = after.findLastIndex(({ kind, text }) => kind === 'digit' && text === '0') < 0
  const end = optional ? decimals.replace(/0+$/, '') : decimals
  const rest = after.filter(({ kind }) => kind !== 'digit' && kind !== 'comma')
  return `${number < 0 ? '-' : ''}${start}${end === '' ? '' : `.${end}`}${textOf(rest)}`
}

const textOf = (tokens: readonly Token[]) =>
  tokens.map(({ kind, text }) => (kind === 'literal' || kind === 'percent' ? text : '')).join('')

const isGrouped = (tokens: readonly Token[]) =>
  tokens.some(
    ({ kind }, at) =>
      kind === 'comma' && tokens[at - 1]?.kind === 'digit' && tokens[at + 1]?.kind === 'digit',
  )

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Digits fill the places from the right; the first place takes all that are left. */
function wholePart(tokens: readonly Token[], digits: string, slots: number): string {
  let [left, place, text] = [digits, slots, '']
  for (const { kind, text: own } of tokens.toReversed()) {
    if (kind === 'literal' || kind === 'percent') text = own + text
    if (kind !== 'digit') continue
    place -= 1
    const taken = place === 0 ? left : left.slice(-1)
    left = place === 0 ? '' : left.slice(0, -1)
    text = (taken === '' && own === '0' ? '0' : taken) + text
  }
  return text
}
