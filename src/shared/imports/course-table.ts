import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { type EntryKind, entryKindNames } from '#shared/ceu/kinds.ts'
import { hundredths, toContactHours, type Unit, units } from '#shared/ceu/units.ts'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import {
  type DayOrder,
  parseDay,
  parseList,
  parseNumber,
  parseTopic,
} from '#shared/kernel/spreadsheet-cells.ts'
import { type AmountReading, type CellAmount, inUnitNamed, readAmount } from './amount-cells.ts'
import { plainName } from './column-guess.ts'
import { type ColumnUse, columnUses, strangeCourseCell } from './course-columns.ts'
import { isDitto, withDittos } from './ditto.ts'
import type { NewEntry } from './new-entry.ts'
import { doubtInName, doubtInNote, doubtInRemark, isMarked, isOpposite, isSum, saysYes } from './standing.ts'
import { cellFault, isMonth, isNothing, lastDayIn, type SheetRow, shortened } from './table-cells.ts'

export type SheetOptions = {
  /** Names of the columns. */
  header: readonly string[]
  uses: readonly (ColumnUse | null)[]
  order: DayOrder
  /** The chosen cycles. An entry counts in each cycle whose dates include its date, otherwise in the first cycle. */
  cycles: readonly { id: string; cycleStart: string; cycleEnd: string }[]
  today: string
  t: Translate
  /** What amounts of 1 CEU and more mean: many write CEUs and mean contact hours. `null`: the owner has not said. */
  ceusAre?: 'ceu' | 'contact_hour' | null
  /** What amounts without a unit are that may be minutes. `null`: the owner has not said. */
  bareAre?: 'minute' | 'contact_hour' | null
  /** What the owner typed for a row instead of its cells, by line. */
  own?: ReadonlyMap<number, Partial<Record<ColumnUse, string>>>
  /** Lines whose dates Excel may have read with day and month swapped. */
  swapped?: ReadonlySet<number>
}

export type ParsedRow = {
  line: number
  /** Incomplete if there are `problems`. */
  entry: Partial<NewEntry>
  /** The texts that it was read from. */
  texts: Partial<Record<ColumnUse, string>>
  /** Each `path` starts with a key of `ceuEntryInput`. */
  problems: FieldError[]
  /** Why it may not be completed, or be no course: the row is left out unless the owner includes it. */
  doubt: string | null
  /** The line of an earlier row for the same activity. */
  duplicateOf: number | null
  /** Its date is in none of the cycles. */
  isOutside: boolean
}

/** More hours of one course are as often minutes, and no course has as many as this. */
const [LONG_COURSE, LONGEST_COURSE] = [40, 500]
/** "45:00" is 45 minutes as often as 45 hours. */
const LONG_CLOCK = 10

/** Every row as an entry, with its errors. */
export function parseRows(rows: readonly SheetRow[], options: SheetOptions): ParsedRow[] {
  const seen = new Map<string, number>()
  const isSplit = splitsAmounts(rows, options.uses)
  const columns = options.uses.flatMap((use, at) => (use === 'provider' ? [at] : []))
  return withDittos(rows, columns).map((row) => {
    const { line } = row
    const { entry, problems, texts, doubt } = parseRow(row, options, isSplit)
    const isOutside = !entry.completedAt || cyclesOn(entry.completedAt, options.cycles).length === 0
    const key = duplicateKeyOf(entry)
    const duplicateOf = key === null ? null : (seen.get(key) ?? null)
    if (key !== null && duplicateOf === null) seen.set(key, line)
    return {
      line,
      entry,
      texts,
      problems,
      doubt,
      duplicateOf,
      isOutside: isOutside && entry.completedAt !== undefined,
    }
  })
}

function cyclesOn(day: string, cycles: SheetOptions['cycles']) {
  return cycles.filter(({ cycleStart, cycleEnd }) => cycleStart <= day && day <= cycleEnd)
}

function parseRow({ line, cells, section }: SheetRow, options: SheetOptions, isSplit: boolean) {
  const { uses, order, cycles, today, t, bareAre } = options
  const own = options.own?.get(line) ?? {}
  const problems: FieldError[] = []
  const report = (path: string, message: string) => {
    if (!problems.some((problem) => problem.path === path)) problems.push({ path, message })
  }
  const texts: Partial<Record<ColumnUse, string>> = {}
  for (const [at, use] of uses.entries()) if (use !== null) texts[use] = (cells[at] ?? '').trim()
  Object.assign(texts, own)
  const cellOf = (use: ColumnUse) => {
    const cell = texts[use] ?? ''
    const fault = cellFault(cell, t)
    if (fault !== null) report(pathOf(use), fault)
    return fault !== null || isNothing(cell) ? '' : cell
  }
  const amountsIn = (use: AmountUse): readonly CellAmount[] => {
    const cell = cellOf(use)
    if (cell === '') return []
    const read = readAmount(cell, unitOf(use))
    if ('fault' in read) {
      report(pathOf(use), faultText(cell, read, t))
      return []
    }
    const stated = inUnitNamed(read.stated, cell, cellOf('unit')) ?? unknownUnit(cellOf('unit'))
    if (own[use] === undefined && options.ceusAre !== 'contact_hour' && stated.some(isTooManyCeus))
      report(pathOf(use), t`“${shortened(cell)}” is more CEUs than a course has. Type the right amount.`)
    if (own[use] !== undefined || !mayBeMinutes(use, cell, read.stated, cellOf('unit'))) return stated
    if (bareAre == null) report(pathOf(use), t`“${shortened(cell)}”: hours or minutes?`)
    return bareAre === 'minute' ? stated.map(asMinutes) : stated
  }
  const unknownUnit = (unit: string): readonly CellAmount[] => {
    report('amount', faultText(unit, { fault: 'unknown unit', unit }, t))
    return []
  }
  const amounts = amountUses.flatMap(amountsIn)
  const isWhole = isSplit && units.every((unit) => own[unit] === undefined)
  const hours = readHours(
    meantAmounts(isWhole ? joined(amounts) : amounts, own.ceu === undefined ? options.ceusAre : null),
  )
  const day = lastDayIn(cellOf('completedAt'))
  const completedAt = day === '' ? null : parseDay(day, order, { is: 'past', today })
  if (day !== '' && completedAt === null)
    report(
      'completedAt',
      isMonth(day) ? t`“${shortened(day)}” has no day` : unreadableDay(shortened(day), order, t),
    )
  if (completedAt !== null && completedAt > today) report('completedAt', t`This date is in the future`)
  if (options.swapped?.has(line) && own.completedAt === undefined && /^\d{4}-/.test(day))
    report('completedAt', t`Excel may have swapped the day and the month of this date. Check it.`)
  for (const use of ['title', 'provider'] as const)
    if (own[use] === undefined && isNoName(cellOf(use)))
      report(use, t`“${shortened(cellOf(use))}” does not name it. Type the name here.`)
  const kind = readKind(cellOf('kind'))
  if (kind === null)
    report(
      'kind',
      t`“${shortened(cellOf('kind'))}” is not a known activity type. Skip this column to import every row as a course.`,
    )
  const topics = parseList(cellOf('topics')).map(parseTopic)
  const matching = completedAt === null ? [] : cyclesOn(completedAt, cycles)
  const counted = matching.length > 0 ? matching : cycles.slice(0, 1)
  const entry = {
    ...(counted[0] ? { cycleId: counted[0].id } : {}),
    counts: counted.map(({ id }) => ({ cycleId: id })),
    title: cellOf('title'),
    provider: cellOf('provider'),
    ...hours,
    ...(completedAt === null ? {} : { completedAt }),
    ...(kind ? { kind } : {}),
    topicTags: topics.map(({ topic }) => topic),
    topicHours: topics.flatMap(({ topic, hours }) => (hours === null ? [] : [{ topic, hours }])),
    holderName: cellOf('holderName') || null,
    approvedBy: cellOf('approvedBy') || null,
    providerNumber: cellOf('providerNumber') || null,
    notes: cellOf('notes') || null,
  }
  const doubt = own.status === undefined ? doubtOf(cells, texts, options, section) : null
  return { entry, texts, problems: [...problems, ...schemaProblems(entry, problems)], doubt }
}

const columnName = /^(?:(?:course|activity|class|program|training) )?(?:title|name|provider)$/i

/** A mark for the row above, the name of a column, or nothing that can be read. */
const isNoName = (cell: string) =>
  cell !== '' && (isDitto(cell) || !/\p{L}/u.test(cell) || columnName.test(cell))

/** Words anywhere in a row that say that the course was not completed, or that the row is none. */
function doubtOf(
  cells: readonly string[],
  texts: ParsedRow['texts'],
  { header, uses, t }: SheetOptions,
  section = '',
): string | null {
  const { title: label = '', provider = '', approvedBy = '', kind = '', notes = '' } = texts
  if (isSum(label)) return t`“${shortened(label)}” counts other rows, so the row is skipped.`
  const standing = uses.flatMap((use, at) => {
    const [cell, head] = [(cells[at] ?? '').trim(), header[at] ?? '']
    if (use !== 'status' || saysYes(cell, head, 'course') !== false) return []
    return isOpposite(head) ? [`${head}: ${cell}`] : [cell]
  })
  const found =
    (section || standing[0]) ??
    (isMarked(label) ? label : null) ??
    doubtInName(label) ??
    doubtInName(provider) ??
    doubtInName(approvedBy) ??
    doubtInName(kind) ??
    doubtInNote(notes) ??
    doubtInRemark(notes) ??
    strangeCourseCell(cells, { header, uses })
  return found === null
    ? null
    : t`“${shortened(found)}”: the course may not be completed, so the row is skipped.`
}

/** The schema's errors, except for fields whose cell could not be read. */
function schemaProblems(entry: Partial<NewEntry>, unreadable: readonly FieldError[]): FieldError[] {
  const parsed = ceuEntryInput.safeParse(entry)
  if (parsed.success) return []
  const paths = new Set(unreadable.map(({ path }) => path))
  const isUnreadable = (path: string) => paths.has(path) || (path === 'hours' && paths.has('amount'))
  const seen = new Set<string>()
  return fieldErrors(parsed.error).filter(({ path, message }) => {
    const [key = ''] = path.split('.')
    const id = `${key} ${message}`
    if (isUnreadable(key) || seen.has(id)) return false
    seen.add(id)
    return true
  })
}

/** Whether minutes beside hours are the rest of an hour: "Hrs" 1, "Min" 30 is one and a half. */
function splitsAmounts(rows: readonly SheetRow[], uses: SheetOptions['uses']): boolean {
  const at = uses.indexOf('contact_hour')
  if (at < 0 || uses[at + 1] !== 'minute') return false
  const pairs = rows.flatMap(({ cells }) => {
    const [hour = '', minute = ''] = [cells[at]?.trim(), cells[at + 1]?.trim()]
    return hour !== '' && minute !== '' ? [[hour, minute] as const] : []
  })
  return (
    pairs.length > 0 && pairs.every(([hour, minute]) => /^\d{1,2}$/.test(hour) && /^[0-5]?\d$/.test(minute))
  )
}

const joined = (amounts: readonly CellAmount[]): readonly CellAmount[] => {
  const hours = amounts.reduce((sum, { amount, unit }) => sum + toContactHours(amount, unit), 0)
  return amounts.length === 0 ? [] : [{ amount: hundredths(hours) / 100, unit: 'contact_hour' }]
}

const pathOf = (use: ColumnUse) =>
  use === 'contact_hour' || use === 'amount'
    ? 'hours'
    : amountUses.some((each) => each === use)
      ? 'amount'
      : use

const unitOf = (use: AmountUse): Unit => (use === 'amount' ? 'contact_hour' : use)

/** Whether a number without a unit may count minutes: the column has no unit either, or that is long for a course. */
function mayBeMinutes(use: AmountUse, cell: string, stated: readonly CellAmount[], unit: string): boolean {
  const [first] = stated
  if (first?.unit !== 'contact_hour' || unit !== '' || /\p{L}/u.test(cell)) return false
  if (cell.includes(':')) return first.amount >= LONG_CLOCK
  return use === 'amount' || (first.amount > LONG_COURSE && first.amount <= LONGEST_COURSE)
}

/** "90" hours are 90 minutes, and "45:00" is 45 minutes. */
const asMinutes = ({ amount }: CellAmount): CellAmount => ({ amount, unit: 'minute' })

/** Amounts of 1 CEU and more that mean contact hours, if the owner said so. */
function meantAmounts(
  stated: readonly CellAmount[],
  ceusAre: SheetOptions['ceusAre'],
): readonly CellAmount[] {
  if (ceusAre !== 'contact_hour') return stated
  return stated.map((each) => (isLargeCeu(each) ? { ...each, unit: 'contact_hour' as const } : each))
}

/** 10 CEUs are 100 hours. */
const isTooManyCeus = ({ amount, unit }: CellAmount) => unit === 'ceu' && amount > 10

const isLargeCeu = ({ amount, unit }: CellAmount) => unit === 'ceu' && amount >= 1

/** An amount of 1 CEU or more, of which it is not clear whether it means contact hours; `null` if there is none. */
export function doubtfulCeu(rows: readonly SheetRow[], uses: readonly (ColumnUse | null)[]): string | null {
  for (const { cells } of rows) {
    const at = (use: ColumnUse) => (uses.includes(use) ? (cells[uses.indexOf(use)] ?? '').trim() : '')
    const stated = amountUses.flatMap((use) => {
      const read = at(use) === '' ? null : readAmount(at(use), unitOf(use))
      return read && 'stated' in read ? (inUnitNamed(read.stated, at(use), at('unit')) ?? []) : []
    })
    // Hours that agree with them say what they are.
    const isSaid = stated.some(({ unit, amount }) => unit !== 'ceu' && amount > 0)
    const found = stated.find(isLargeCeu)
    if (found && !isSaid) return String(found.amount)
  }
  return null
}

/** The first amount that may be hours or minutes, and in how many rows there are such; `null` if there is none. */
export function doubtfulAmounts(
  rows: readonly SheetRow[],
  { uses, own }: Pick<SheetOptions, 'uses' | 'own'>,
): { first: string; count: number } | null {
  const found = rows.flatMap(({ line, cells }) => {
    const at = (use: ColumnUse) => (uses.includes(use) ? (cells[uses.indexOf(use)] ?? '').trim() : '')
    return (['amount', 'contact_hour'] as const).flatMap((use) => {
      const read = readAmount(at(use), 'contact_hour')
      const isOpen = own?.get(line)?.[use] === undefined && 'stated' in read
      return isOpen && mayBeMinutes(use, at(use), read.stated, at('unit')) ? [at(use)] : []
    })
  })
  const [first] = found
  return first === undefined ? null : { first, count: found.length }
}

/**
 * The first amount of less than an hour that may count CEUs, and its column; `null` if there is none. Quarters of an hour
 * are usual where the name of the column says hours.
 */
export function doubtfulFraction(
  rows: readonly SheetRow[],
  { header, uses, own }: Pick<SheetOptions, 'header' | 'uses' | 'own'>,
): { first: string; at: number } | null {
  const at = uses.indexOf('contact_hour')
  if (at < 0) return null
  const name = plainName(header[at] ?? '')
  const isVague = !/contact|hour|\bhrs?\b|\bhoras?\b/.test(name) || /\bceus?\b/.test(name)
  const others = uses.flatMap((use, index) =>
    index !== at && (use === 'unit' || amountUses.some((each) => each === use)) ? [index] : [],
  )
  for (const { line, cells } of rows) {
    const cell = (cells[at] ?? '').trim()
    const amount = parseNumber(cell)
    if (amount === null || amount <= 0 || amount >= 1 || own?.get(line)?.contact_hour !== undefined) continue
    if (others.some((index) => cells[index]?.trim())) continue
    if (isVague || (amount * 4) % 1 !== 0) return { first: cell, at }
  }
  return null
}

/** The units that a column of amounts mixes, in the order of their use; one or none if it does not. */
export function unitsIn(rows: readonly SheetRow[], at: number, use: ColumnUse | null): Unit[] {
  const column = amountUses.find((each) => each === use)
  if (column === undefined) return []
  const units = new Set<Unit>()
  for (const { cells } of rows) {
    const read = readAmount((cells[at] ?? '').trim(), unitOf(column))
    const [first] = 'stated' in read ? read.stated : []
    if (first) units.add(first.unit)
  }
  return [...units]
}

function unreadableDay(cell: string, order: DayOrder, t: Translate): string {
  return order === 'month-first'
    ? t`“${cell}” is not a date with the month first`
    : t`“${cell}” is not a date with the day first`
}

/** The columns of amounts; contact hours first. */
export const amountUses = [
  'contact_hour',
  'ceu',
  'minute',
  'cme_credit',
  'semester_credit',
  'quarter_credit',
  'amount',
] as const
type AmountUse = (typeof amountUses)[number]

/** The certificate's amount, if there is one. Hours in the same row must agree with it. A 0 counts as an empty cell. */
function readHours(stated: readonly CellAmount[]) {
  const hours = stated.find(({ unit }) => unit === 'contact_hour')?.amount ?? null
  const converted = stated.find(
    ({ unit, amount }) => unit !== 'contact_hour' && (amount !== 0 || hours === null),
  )
  return { ...(hours === null || (hours === 0 && converted) ? {} : { hours }), ...converted }
}

function faultText(cell: string, read: Exclude<AmountReading, { stated: unknown }>, t: Translate): string {
  switch (read.fault) {
    case 'not a number':
      return t`“${shortened(cell)}” is not a number`
    case 'unknown unit':
      return t`“${shortened(read.unit)}” is not a known unit. Type the amount in hours, minutes, CEUs or CME credits.`
    case 'contradiction':
      return t`“${shortened(cell)}” states two different amounts. Type only the right one.`
  }
}

const kindPatterns: readonly [EntryKind, RegExp][] = [
  ['advanced_life_support', /\b(acls|pals|nrp|tncc)\b|advanced.life.support/],
  ['bls', /\b(bls|cpr)\b|basic.life.support/],
  ['life_support', /life.support|soporte vital/],
  ['cme', /\bcme\b|medical education/],
  ['volunteer', /volunt/],
  [
    'self_study',
    /self|autoestudio|en l[íi]nea|online|on.?demand|home study|independent|e-?learning|enduring|web.?based/,
  ],
  ['academic', /academic|college|universi|semest/],
  ['preceptor', /precept/],
  ['presentation', /present|teach|enseñ|lectur|instruct|speaker/],
  ['publication', /publi|research|author|article/],
  ['course', /course|live|class|webinar|conference|workshop|seminar|in.?service|event|curso/],
  ['other', /^(other|otro)$/],
]

/** `undefined` for an empty cell, `null` for an unknown kind. */
function readKind(cell: string): EntryKind | undefined | null {
  const text = normalized(cell)
  if (text === '') return undefined
  return kindPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const normalized = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')

/** A template file: the columns and one example row. `guessColumns` and `parseRows` read it in each language. */
export function sheetTemplate(t: Translate): string {
  return [
    templateColumns.map((use) => t(columnUses[use])).join(','),
    `Ethics at the bedside,Gulf Coast Nurse Educators,2026-02-14,5,Ethics (2),${t(entryKindNames.course)},Ann O’Brien,ANCC,P0123,`,
    '',
  ].join('\r\n')
}

const templateColumns: readonly ColumnUse[] = [
  ...(['title', 'provider', 'completedAt', 'contact_hour', 'topics', 'kind', 'holderName'] as const),
  ...(['approvedBy', 'providerNumber', 'notes'] as const),
]
