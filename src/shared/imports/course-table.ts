import type { z } from 'zod'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { type EntryKind, entryKindNames } from '#shared/ceu/kinds.ts'
import { type DayOrder, parseDay, parseList, parseTopic } from '#shared/ceu/spreadsheet-cells.ts'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { type AmountReading, type CellAmount, readAmount } from './amount-cells.ts'

/** What a spreadsheet column can contain, with the name shown to a person. */
export const columnUses = {
  title: msg`Title`,
  provider: msg`Provider`,
  completedAt: msg`Date`,
  contact_hour: msg`Contact hours`,
  ceu: msg`CEUs`,
  minute: msg`Minutes`,
  cme_credit: msg`CME credits`,
  semester_credit: msg`Semester credits`,
  quarter_credit: msg`Quarter credits`,
  topics: msg`Topics`,
  kind: msg`Activity type`,
  holderName: msg`Name on the certificate`,
  approvedBy: msg`Provider approved by`,
  providerNumber: msg`Provider number`,
  notes: msg`Notes`,
} as const
export type ColumnUse = keyof typeof columnUses

/**
 * Header patterns, the more specific first: "CE provider number" is not a provider, and "contact hours" are not CEUs.
 */
const headerPatterns: readonly [ColumnUse, RegExp][] = [
  [
    'providerNumber',
    /(provider|sponsor|cep|approval|accreditation).*(number|no\b|nr\b|#|id\b)|^cep\b|n[úu]mero.*proveedor/,
  ],
  ['approvedBy', /approv|accredit|aprobad|acreditad/],
  [
    'holderName',
    /(attendee|participant|holder|learner|nurse|your) ?.*name|^name on|^(attendee|participant|holder)$|^nombre en/,
  ],
  ['ceu', /^(?!.*(hour|\bhrs?\b|hora)).*(\bceus?\b|\bce units?\b|education units?\b)/],
  // "Hours (60 min)" and "Time (hours:minutes)" are hours.
  ['minute', /^(?!.*(hour|\bhrs?\b|\bhoras?\b)).*(minut[eo]|\bmins?\b|\(m\))/],
  ['cme_credit', /\bcme\b|\bama\b|\bcat(egory)?\.? [1i]\b/],
  ['semester_credit', /\bsem(ester)?\b.*(credit|unit|hour|\bhrs?\b)/],
  ['quarter_credit', /\b(quarter|qtr)\b.*(credit|unit|hour|\bhrs?\b)/],
  ['contact_hour', /hour|\bhrs?\b|^ces?$|^ce credits?$|\bcredits?\b|\bcontact|duration|length|\bhoras?\b/],
  ['completedAt', /date|completed|\bwhen\b|\bday\b|attended|taken|fecha/],
  ['topics', /topic|subject|categor|mandat|requirement|\btemas?\b/],
  ['kind', /^(kind|type|format|delivery|activity type|course type)\b|what it was|method|^tipo\b/],
  [
    'provider',
    /provider|sponsor|organi[sz]ation|vendor|school|institution|given by|company|issuer|proveedor/,
  ],
  [
    'title',
    /^(?!.*(#|\b(no|number|id|code|tracking)\b)).*(title|course|activity|program|name|class|event|description|session|t[íi]tulo|curso)/,
  ],
  ['notes', /note|comment|remark|\bnotas?\b/],
]

/** The use of each column, guessed from its header; each use at most once; `null` if unknown. */
export function guessColumns(header: readonly string[]): (ColumnUse | null)[] {
  const uses: (ColumnUse | null)[] = header.map(() => null)
  const assigned = new Set<ColumnUse>()
  for (const [use, pattern] of headerPatterns) {
    const at = header.findIndex(
      (cell, index) => uses[index] === null && pattern.test(normalized(cell.slice(0, 100))),
    )
    if (at < 0 || assigned.has(use)) continue
    uses[at] = use
    assigned.add(use)
  }
  return uses
}

function isAmount(cell: string): boolean {
  const read = readAmount(cell, 'contact_hour')
  return !('fault' in read) || read.fault !== 'not a number'
}

/** Whether a row is a header: it names at least two columns and contains neither a date nor a number. */
export function isHeader(first: readonly string[]): boolean {
  if (guessColumns(first).filter((use) => use !== null).length < 2) return false
  return !first.some((cell) => parseDay(cell, 'month-first') !== null || isAmount(cell))
}

/** `line` is the row number that a spreadsheet shows. */
export type SheetRow = { line: number; cells: readonly string[] }
export type NewEntry = z.input<typeof ceuEntryInput>

export type SheetOptions = {
  uses: readonly (ColumnUse | null)[]
  order: DayOrder
  /** The chosen cycles. An entry counts in each cycle whose dates include its date, otherwise in the first cycle. */
  cycles: readonly { id: string; cycleStart: string; cycleEnd: string }[]
  today: string
  t: Translate
}

export type ParsedRow = {
  line: number
  /** Incomplete if there are `problems`. */
  entry: Partial<NewEntry>
  /** Each `path` starts with a key of `ceuEntryInput`. */
  problems: FieldError[]
  /** The line of an earlier row for the same activity. */
  duplicateOf: number | null
  /** Its date is in none of the cycles. */
  isOutside: boolean
}

/** Every row as an entry, with its errors. */
export function parseRows(rows: readonly SheetRow[], options: SheetOptions): ParsedRow[] {
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const { entry, problems } = parseRow(cells, options)
    const isOutside = !entry.completedAt || cyclesOn(entry.completedAt, options.cycles).length === 0
    const key = duplicateKeyOf(entry)
    const duplicateOf = key === null ? null : (seen.get(key) ?? null)
    if (key !== null && duplicateOf === null) seen.set(key, line)
    return { line, entry, problems, duplicateOf, isOutside: isOutside && entry.completedAt !== undefined }
  })
}

/** Whether all required fields of an entry are present. The schema checks the rest. */
export function isCompleteEntry(entry: Partial<NewEntry>): entry is NewEntry {
  const { cycleId, title, provider, completedAt } = entry
  return [cycleId, title, provider, completedAt].every((field) => field !== undefined)
}

function cyclesOn(day: string, cycles: SheetOptions['cycles']) {
  return cycles.filter(({ cycleStart, cycleEnd }) => cycleStart <= day && day <= cycleEnd)
}

function parseRow(cells: readonly string[], { uses, order, cycles, today, t }: SheetOptions) {
  const problems: FieldError[] = []
  const cellOf = (use: ColumnUse) => {
    const at = uses.indexOf(use)
    return at < 0 ? '' : (cells[at] ?? '').trim()
  }
  const amountsIn = (use: AmountUse): readonly CellAmount[] => {
    const cell = cellOf(use)
    if (cell === '' || cell === '-') return []
    const read = readAmount(cell, use)
    if ('stated' in read) return read.stated
    problems.push({ path: use === 'contact_hour' ? 'hours' : 'amount', message: faultText(cell, read, t) })
    return []
  }
  const hours = readHours(amountUses.flatMap(amountsIn))
  const day = cellOf('completedAt')
  const completedAt = day === '' ? null : parseDay(day, order)
  if (day !== '' && completedAt === null)
    problems.push({ path: 'completedAt', message: unreadableDay(shortened(day), order, t) })
  if (completedAt !== null && completedAt > today)
    problems.push({ path: 'completedAt', message: t`This date is in the future` })
  const kind = readKind(cellOf('kind'))
  if (kind === null)
    problems.push({
      path: 'kind',
      message: t`“${shortened(cellOf('kind'))}” is not a known activity type. Skip this column to import every row as a course.`,
    })
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
  return { entry, problems: [...problems, ...schemaProblems(entry, problems)] }
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

function unreadableDay(cell: string, order: DayOrder, t: Translate): string {
  return order === 'month-first'
    ? t`“${cell}” is not a date with the month first`
    : t`“${cell}” is not a date with the day first`
}

/** The columns of amounts; contact hours first. */
const amountUses = [
  'contact_hour',
  'ceu',
  'minute',
  'cme_credit',
  'semester_credit',
  'quarter_credit',
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
      return t`“${shortened(read.unit)}” is not a known unit. Write the amount in hours, minutes, CEUs or CME credits in your file, and choose the file again.`
    case 'contradiction':
      return t`“${shortened(cell)}” states two different amounts. Leave only the right one in your file, and choose the file again.`
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

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 30 ? `${letters.slice(0, 29).join('')}…` : text
}

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
