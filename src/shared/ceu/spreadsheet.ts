import type { z } from 'zod'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import { ceuEntryInput, contactHoursOf } from './entry.ts'
import { type EntryKind, entryKind, entryKindNames } from './kinds.ts'
import { type DayOrder, parseAmount, parseDay, parseList, parseTopic } from './spreadsheet-cells.ts'
import type { Unit } from './units.ts'

/** What a column of a spreadsheet can hold. */
export const columnUses = {
  title: 'Title',
  provider: 'Provider',
  completedAt: 'Date',
  contact_hour: 'Contact hours',
  ceu: 'CEUs',
  minute: 'Minutes',
  cme_credit: 'CME credits',
  topics: 'Topics',
  kind: 'What it was',
  holderName: 'Name on the certificate',
  approvedBy: 'Who approved the provider',
  providerNumber: 'Provider’s number',
  notes: 'Notes',
} as const
export type ColumnUse = keyof typeof columnUses

/** What its header says, the more telling first: "CE provider number" is no provider, "contact hours" no CEU. */
const headers: readonly [ColumnUse, RegExp][] = [
  ['providerNumber', /(provider|sponsor|cep|approval|accreditation).*(number|no\b|nr\b|#|id\b)|^cep\b/],
  ['approvedBy', /approv|accredit/],
  [
    'holderName',
    /(attendee|participant|holder|learner|nurse|your) ?.*name|^name on|^(attendee|participant|holder)$/,
  ],
  ['ceu', /\bceus?\b(?!.*hour)/],
  ['minute', /minute|\bmins?\b/],
  ['cme_credit', /\bcme\b/],
  ['contact_hour', /hour|\bhrs?\b|^ces?$|^ce credits?$|\bcredits?\b|\bcontact|duration|length/],
  ['completedAt', /date|completed|\bwhen\b|\bday\b|attended|taken/],
  ['topics', /topic|subject|categor|mandat|requirement/],
  ['kind', /^(kind|type|format|delivery|activity type|course type)\b|what it was|method/],
  ['provider', /provider|sponsor|organi[sz]ation|vendor|school|institution|given by|company|issuer/],
  ['title', /title|course|activity|program|name|class|event|description|session/],
  ['notes', /note|comment|remark/],
]

/** For each column what its header says that it holds, each use once; `null` where it says nothing. */
export function guessColumns(header: readonly string[]): (ColumnUse | null)[] {
  const uses: (ColumnUse | null)[] = header.map(() => null)
  const taken = new Set<ColumnUse>()
  for (const [use, pattern] of headers) {
    const at = header.findIndex(
      (cell, index) => uses[index] === null && pattern.test(plain(cell.slice(0, 100))),
    )
    if (at < 0 || taken.has(use)) continue
    uses[at] = use
    taken.add(use)
  }
  return uses
}

/** Whether a row names the columns: it says what two of them hold, and has neither a date nor a number. */
export function isHeader(first: readonly string[]): boolean {
  if (guessColumns(first).filter((use) => use !== null).length < 2) return false
  return !first.some((cell) => parseDay(cell, 'month-first') !== null || parseAmount(cell) !== null)
}

/** `line` is its number in the file, for a person. */
export type Row = { line: number; cells: readonly string[] }
export type NewEntry = z.input<typeof ceuEntryInput>

export type Reading = {
  uses: readonly (ColumnUse | null)[]
  order: DayOrder
  /** Those that she chose; an entry counts in each whose dates contain its day, else in the first. */
  cycles: readonly { id: string; cycleStart: string; cycleEnd: string }[]
  today: string
}

export type SheetRow = {
  line: number
  entry: NewEntry
  /** `path` is the schema's key. */
  problems: FieldError[]
  /** The row above that says the same. */
  twinOf: number | null
  /** Its day lies in none of the cycles. */
  isOutside: boolean
}

/** Every row as the entry that it would become, with everything that keeps it from being one. */
export function readRows(rows: readonly Row[], reading: Reading): SheetRow[] {
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const { entry, problems } = readRow(cells, reading)
    const isOutside = !entry.completedAt || cyclesOn(entry.completedAt, reading.cycles).length === 0
    const key = likenessOf(entry)
    const twinOf = key === null ? null : (seen.get(key) ?? null)
    if (key !== null && twinOf === null) seen.set(key, line)
    return { line, entry, problems, twinOf, isOutside: isOutside && entry.completedAt !== undefined }
  })
}

/** The same title, day and hours; `null` as long as one of them is missing. */
export function likenessOf(entry: {
  title?: string
  completedAt?: string
  hours?: number | undefined
  amount?: number | null
  unit?: Unit
}): string | null {
  const { title, completedAt, unit = 'contact_hour', amount = null } = entry
  const hours = contactHoursOf({ hours: entry.hours, amount, unit })
  if (!title || !completedAt || hours === null) return null
  return `${title.trim().replace(/\s+/g, ' ').toLowerCase()}\n${completedAt}\n${hours}`
}

function cyclesOn(day: string, cycles: Reading['cycles']) {
  return cycles.filter(({ cycleStart, cycleEnd }) => cycleStart <= day && day <= cycleEnd)
}

function readRow(cells: readonly string[], { uses, order, cycles, today }: Reading) {
  const problems: FieldError[] = []
  const cellOf = (use: ColumnUse) => {
    const at = uses.indexOf(use)
    return at < 0 ? '' : (cells[at] ?? '').trim()
  }
  const numberIn = (use: ColumnUse, path: string) => {
    const cell = cellOf(use)
    if (cell === '' || cell === '-') return null
    const amount = parseAmount(cell)
    if (amount === null) problems.push({ path, message: `“${shortened(cell)}” is not a number` })
    return amount
  }
  const worth = readWorth(numberIn)
  const day = cellOf('completedAt')
  const completedAt = day === '' ? null : parseDay(day, order)
  if (day !== '' && completedAt === null)
    problems.push({ path: 'completedAt', message: `“${shortened(day)}” is not a date ${orderText[order]}` })
  if (completedAt !== null && completedAt > today)
    problems.push({ path: 'completedAt', message: 'Completed in the future' })
  const kind = readKind(cellOf('kind'))
  if (kind === null)
    problems.push({
      path: 'kind',
      message: `“${shortened(cellOf('kind'))}” is no kind that is known here. Leave its column out to take all as courses.`,
    })
  const topics = parseList(cellOf('topics')).map(parseTopic)
  const inside = completedAt === null ? [] : cyclesOn(completedAt, cycles)
  const counted = inside.length > 0 ? inside : cycles.slice(0, 1)
  const entry = {
    ...(counted[0] ? { cycleId: counted[0].id } : {}),
    counts: counted.map(({ id }) => ({ cycleId: id })),
    title: cellOf('title'),
    provider: cellOf('provider'),
    ...worth,
    ...(completedAt === null ? {} : { completedAt }),
    ...(kind ? { kind } : {}),
    topicTags: topics.map(({ topic }) => topic),
    topicHours: topics.flatMap(({ topic, hours }) => (hours === null ? [] : [{ topic, hours }])),
    holderName: cellOf('holderName') || null,
    approvedBy: cellOf('approvedBy') || null,
    providerNumber: cellOf('providerNumber') || null,
    notes: cellOf('notes') || null,
  } as NewEntry
  return { entry, problems: [...problems, ...checkedBy(entry, problems)] }
}

/** The schema's own problems, but for fields of which a cell has told already why it cannot be read. */
function checkedBy(entry: NewEntry, told: readonly FieldError[]): FieldError[] {
  const parsed = ceuEntryInput.safeParse(entry)
  if (parsed.success) return []
  const paths = new Set(told.map(({ path }) => path))
  const isTold = (path: string) => paths.has(path) || (path === 'hours' && paths.has('amount'))
  const seen = new Set<string>()
  return fieldErrors(parsed.error).filter(({ path, message }) => {
    const [key = ''] = path.split('.')
    const id = `${key} ${message}`
    if (isTold(key) || seen.has(id)) return false
    seen.add(id)
    return true
  })
}

const orderText: Record<DayOrder, string> = {
  'month-first': 'with the month first',
  'day-first': 'with the day first',
}

const otherUnits = ['ceu', 'minute', 'cme_credit'] as const

/** The certificate's own amount where there is one; hours beside it must say the same. A 0 is an empty cell. */
function readWorth(numberIn: (use: ColumnUse, path: string) => number | null) {
  const hours = numberIn('contact_hour', 'hours')
  const own = otherUnits
    .map((unit) => ({ unit, amount: numberIn(unit, 'amount') }))
    .find(({ amount }) => amount !== null && (amount !== 0 || hours === null))
  const told = hours === null || (hours === 0 && own) ? {} : { hours }
  return own ? { ...told, amount: own.amount, unit: own.unit } : told
}

const kindWords: readonly [EntryKind, RegExp][] = [
  ['life_support', /\b(bls|acls|pals|nrp|cpr|tncc)\b|life support/],
  ['self_study', /self|online|on.?demand|home study|independent|e-?learning|enduring|web.?based/],
  ['academic', /academic|college|university|semester/],
  ['preceptor', /precept/],
  ['presentation', /present|teach|lectur|instruct|speaker/],
  ['publication', /publi|research|author|article/],
  ['course', /course|live|class|webinar|conference|workshop|seminar|in.?service|lecture|event/],
  ['other', /^other$/],
]

/** `undefined` where nothing is said, `null` where nothing known is. */
function readKind(cell: string): EntryKind | undefined | null {
  const said = plain(cell)
  if (said === '') return undefined
  const own = entryKind.options.find((kind) => kind === said || plain(entryKindNames[kind]) === said)
  return own ?? kindWords.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 30 ? `${letters.slice(0, 29).join('')}…` : text
}

/** A file to begin with: what the columns may be called, and one row. */
export const sheetTemplate = [
  'Title,Provider,Date,Contact hours,Topics,What it was,Name on the certificate,Who approved the provider,Provider number,Notes',
  'Ethics at the bedside,Gulf Coast Nurse Educators,2026-02-14,5,Ethics (2),Course or live event,Ann O’Brien,ANCC,P0123,',
  '',
].join('\r\n')
