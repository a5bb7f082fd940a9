import type { z } from 'zod'
import { credentialInput, type Kind } from '#shared/credentials/credential.ts'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type DayOrder, lastEnd, parseDay, parseList, parseNumber } from '#shared/kernel/spreadsheet-cells.ts'
import { type CredentialUse, isEndName, isOtherDate, strangeCell } from './credential-columns.ts'
import {
  basic,
  findIssuerIn,
  isOtherType,
  isTeacher,
  readCertification,
  readLicenseName,
  readRole,
  readState,
  readStateCell,
  readType,
} from './credential-match.ts'
import { withDittos } from './ditto.ts'
import {
  doubtInName,
  doubtInNote,
  isHarmlessNote,
  isMarked,
  isOpposite,
  isOver,
  isSum,
  saysNone,
  saysYes,
} from './standing.ts'
import {
  cellFault,
  daysIn,
  isMonth,
  isNever,
  isNothing,
  numberFault,
  type SheetRow,
  shortened,
} from './table-cells.ts'

/** Before it nobody who works now had a license: programs write such dates instead of none. */
const EARLIEST = '1940-01-01'

export type NewCredential = z.input<typeof credentialInput>
/** What the owner typed for a row instead of its cells. */
export type OwnCells<Use extends string> = Partial<Record<Use, string>>
export type CredentialRow = {
  /** The row number that a spreadsheet shows. */
  line: number
  kind: Kind
  /** Incomplete if there are `problems`. */
  input: Partial<NewCredential> & { kind: Kind }
  /** The texts that it was read from. */
  texts: OwnCells<CredentialUse>
  problems: FieldError[]
  /** Why it may not be held, or be no record: the row is left out unless the owner includes it. */
  doubt: string | null
}

export type CredentialTable = {
  /** Names of the columns. */
  header: readonly string[]
  uses: readonly (CredentialUse | null)[]
  order: DayOrder
  today: string
  t: Translate
  /** By line. */
  own?: ReadonlyMap<number, OwnCells<CredentialUse>>
  /** Lines whose dates Excel may have read with day and month swapped. */
  swapped?: ReadonlySet<number>
}

/** Every row as a license or a certification. Names are matched with the catalogs. */
export function parseCredentialRows(rows: readonly SheetRow[], table: CredentialTable): CredentialRow[] {
  const columns = table.uses.flatMap((use, at) => (use === 'issuer' || use === 'state' ? [at] : []))
  return withDittos(rows, columns).map((row) => parseRow(row, table))
}

type CellOf = (use: CredentialUse) => string
type Report = (path: string, message: string) => void

function parseRow({ line, cells, section }: SheetRow, table: CredentialTable): CredentialRow {
  const { uses, t } = table
  const own = table.own?.get(line) ?? {}
  const problems: FieldError[] = []
  const report: Report = (path, message) => {
    if (!problems.some((problem) => problem.path === path)) problems.push({ path, message })
  }
  const texts = Object.fromEntries(
    uses.flatMap((use, at) => (use === null ? [] : [[use, (cells[at] ?? '').trim()]])),
  ) as OwnCells<CredentialUse>
  Object.assign(texts, own)
  const cellOf: CellOf = (use) => {
    const cell = texts[use] ?? ''
    const fault = cellFault(cell, t)
    if (fault !== null) report(use, fault)
    return fault !== null || isNothing(cell) ? '' : cell
  }
  const [name, type] = [cellOf('name'), cellOf('type')]
  const [state, issuer, said] = [cellOf('state'), cellOf('issuer'), cellOf('kind')]
  const kind = kindOf({ name, type, state, issuer, said })
  const number = plainNumber(cellOf('number')) || (kind === 'license' ? numberIn(name, type) : '')
  const fault = own.number === undefined ? numberFault(number, t) : null
  if (fault !== null) report('number', fault)
  const [label] = own.number === undefined && kind === 'license' ? number.split(/[\s.:-]/) : []
  const [typed, labeled] = [readType(type || name).role, readType(label ?? '').role]
  const isBasic = [typed, labeled].some((role) => role !== null && basic.has(role))
  if (typed !== null && labeled !== null && typed !== labeled && isBasic)
    report('number', t`“${shortened(number)}” names another type. Type the number of this card.`)
  const dates = datesOf(cellOf, own, { ...table, line }, report)
  const other = own.expiresAt === undefined ? otherEnd(cells, dates, table) : null
  if (other !== null) report('expiresAt', t`“${shortened(other)}” may be the right date. Check it.`)
  const card = { number: number || null, ...dates }
  const named =
    kind === 'license' ? licenseOf(cellOf, own, t, report) : certificationOf(cellOf, own, t, report)
  const rest = { tags: parseList(cellOf('tags')), notes: cellOf('notes') || null }
  const input = { kind, ...card, ...rest, ...named } as CredentialRow['input']
  const read = credentialInput.safeParse(input)
  for (const { path, message } of read.success ? [] : fieldErrors(read.error)) report(path, message)
  // Lists of the states where one may practice have neither.
  const isBare = kind === 'license' && Object.values(card).every((value) => !value)
  if (isBare && table.own?.get(line) === undefined && problems.length === 0)
    report('number', t`Neither a number nor a date. Check that you hold it.`)
  const doubt = own.status === undefined ? doubtOf(cells, texts, input, table, section) : null
  return { line, kind, input, texts, problems, doubt }
}

const namingUses = ['name', 'type', 'state', 'issuer', 'number', 'issuedAt', 'tags', 'kind'] as const

/** Words anywhere in a row that say that the credential is not held, or that the row is none. */
function doubtOf(
  cells: readonly string[],
  texts: OwnCells<CredentialUse>,
  { expiresAt }: CredentialRow['input'],
  { header, uses, today, t }: CredentialTable,
  section = '',
): string | null {
  const label = [texts.name, texts.type].find((cell) => cell && isSum(cell))
  if (label) return t`“${shortened(label)}” counts other rows, so the row is skipped.`
  const isPast = typeof expiresAt === 'string' && expiresAt < today
  const standing = uses.flatMap((use, at) => {
    const [cell, head] = [(cells[at] ?? '').trim(), header[at] ?? '']
    if (use !== 'status' || saysYes(cell, head, 'credential') !== false) return []
    if (isPast && /^(?:n|no|false|0|not current|inactiv[eao])$/i.test(cell)) return []
    return isOpposite(head) ? [`${head}: ${cell}`] : [cell]
  })
  const beside = namingUses.flatMap((use) => doubtInName(withoutCompact(texts[use] ?? '')) ?? [])
  const noted = doubtInNote(texts.notes ?? '')
  const above = section === '' ? [] : [section]
  const found = [...above, ...standing, ...beside, ...(noted === null ? [] : [noted])].find(
    (words) => !(isPast && isOver(words)),
  )
  if (found !== undefined) return t`“${shortened(found)}”: you may not hold it, so the row is skipped.`
  const marked = [texts.name, texts.type].find(
    (cell) => cell && (isMarked(cell) || /\?$|^[^\p{L}\d].*[^\p{L}\d]$/u.test(cell)),
  )
  const remark =
    texts.notes && !isNothing(texts.notes) && !isHarmlessNote(texts.notes) && !saysNone(texts.notes)
      ? texts.notes
      : null
  const strange = marked ?? remark ?? strangeCell(cells, { header, uses })
  return strange === null ? null : t`“${shortened(strange)}” may matter, so the row is skipped. Look at it.`
}

/** "Not compact" says nothing about the license itself. */
const withoutCompact = (cell: string) =>
  cell.slice(0, 300).replace(/\b(?:not|non?)\b[ -]?(?:a )?(?:compact|multi-? ?state)/gi, '')

/**
 * A cell with a date that may be the expiration instead: a later one that is read as nothing else, or one of a column
 * that is named like an end in a row without an expiration.
 */
function otherEnd(
  cells: readonly string[],
  { expiresAt, neverExpires }: { expiresAt: string | null; neverExpires: boolean },
  { header, uses, order, today }: CredentialTable,
): string | null {
  if (neverExpires || !uses.includes('expiresAt')) return null
  const found = cells.find((cell, at) => {
    const [use, head] = [uses[at], header[at] ?? '']
    if (use === 'issuedAt' || use === 'expiresAt' || use === 'newExpiresAt' || use === 'number') return false
    if (use === null && isOtherDate(head)) return false
    const dates = daysIn(cell).flatMap((date) => parseDay(date, order, { is: 'end', today }) ?? [])
    return expiresAt === null ? isEndName(head) && dates.length > 0 : dates.some((date) => date > expiresAt)
  })
  return found ?? null
}

/** Without what names it: "#RN 93-4567", "RN: 812345", "Lic. no. 4567". */
const plainNumber = (cell: string) =>
  cell
    .replace(
      /^(?:\p{L}{1,4}|licen[cs]e(?: (?:number|no\.?))?|lic\.? ?no\.?|n[úu]m(?:ber)?)\s*[:#]\s*(?=.*\d)/iu,
      '',
    )
    .replace(/^(?:#|(?:no|nr|num|lic)\.? (?=\S*\d))\s*#?(?=.*\d)/i, '')

/** "RN 556677" in a table without a column of numbers. */
const numberIn = (name: string, type: string) =>
  readLicenseName(name).number ?? readLicenseName(type).number ?? ''

function datesOf(
  cellOf: CellOf,
  own: OwnCells<CredentialUse>,
  table: CredentialTable & { line: number },
  report: Report,
) {
  const { header, uses, order, today, t, swapped, line } = table
  const read = (use: 'issuedAt' | 'expiresAt' | 'newExpiresAt') => {
    const cell = use === 'newExpiresAt' && own.expiresAt !== undefined ? '' : cellOf(use)
    const isEnd = use !== 'issuedAt'
    if (cell === '' || (isEnd && isNever(cell))) return null
    const text = shortened(cell)
    const day = parseDay(isEnd ? withoutWords(cell) : cell, order, { is: isEnd ? 'end' : 'past', today })
    if (day === null) report(use, isMonth(cell) ? t`“${text}” has no day` : t`“${text}” is not a date`)
    else if (use === 'issuedAt' && day > today) report(use, t`This date is in the future`)
    else if (day < EARLIEST) report(use, t`“${text}” is too long ago. Programs write such a date for none.`)
    else if (day > lastEnd(today))
      report(use, t`“${text}” is more than 20 years away. Programs write such a date for none.`)
    else if (swapped?.has(line) && own[use] === undefined && /^\d{4}-/.test(cell) && day.slice(8) <= '12')
      report(use, t`Excel may have swapped the day and the month of this date. Check it.`)
    return day
  }
  const [issuedAt, end, newEnd] = [read('issuedAt'), read('expiresAt'), read('newExpiresAt')]
  const other = cellOf('newExpiresAt')
  if (newEnd !== null && end !== null && newEnd < end)
    report('expiresAt', t`“${shortened(other)}” may be the right date. Check it.`)
  const expiresAt = newEnd ?? end
  const head = header[uses.indexOf('expiresAt')] ?? ''
  // Of a renewal that is past, it may be the day on which it was renewed.
  if (own.expiresAt === undefined && /renewal/i.test(head) && expiresAt !== null && expiresAt < today)
    report('expiresAt', t`“${shortened(head)}” is in the past. Check whether it expired.`)
  const isSaid = isNever(cellOf('expiresAt')) || isYes(cellOf('neverExpires'))
  return { issuedAt, expiresAt, neverExpires: expiresAt === null && isSaid }
}

/** "Exp. 05/31/2027", "thru 5/31/27". */
const withoutWords = (cell: string) =>
  cell
    .slice(0, 60)
    .replace(
      /^(?:exp(?:ires?|ired|iration)?|(?:renewed|extended)(?= (?:thru|through|until|to)\b)|valid|thru|through|until|to|vence)\b[.:]?\s+(?:(?:on|thru|through|until|to|el)\s+)?/i,
      '',
    )

const isYes = (cell: string) => /^(?:y|yes|s[íi]|true|1|x)$/i.test(cell)

function licenseOf(cellOf: CellOf, own: OwnCells<CredentialUse>, t: Translate, report: Report) {
  const [name, type, state] = [cellOf('name'), cellOf('type'), cellOf('state')]
  const [typed, said] = [readType(type), readType(name)]
  const role = type === '' ? said : typed
  const text = type || name
  if (role.isSeveral) report('type', t`“${shortened(text)}” names several types. Make a row of each.`)
  const isOther = isOtherType(text)
  const isUnknown = typed.role === null && (type !== '' || said.role === null)
  if (
    (isOther || isUnknown || readLicenseName(text, type === '' ? readRole : readType).isUnclear) &&
    text !== '' &&
    own.type === undefined
  )
    report('type', t`“${shortened(text)}” may be another license. Check the type.`)
  const place = state === '' ? readPlace(cellOf('issuer'), name) : readStateCell(state)
  if (place.isSeveral)
    report('state', t`“${shortened(state || name)}” names several states. Make a row of each.`)
  else if (state !== '' && place.state === null) report('state', t`Choose a state`)
  const years = yearsIn(cellOf('renewalCycle'))
  const asked = cellOf('multistate')
  const multistate = multistateIn(asked)
  if (multistate === 'unclear') report('multistate', t`“${shortened(asked)}”: yes or no?`)
  const isMultistate =
    typeof multistate === 'boolean'
      ? multistate
      : own.multistate === undefined && asked === ''
        ? multistateBeside(`${type} ${type === '' ? name : ''} ${state}`)
        : null
  const named = readLicenseName(name)
  const saysMore = named.saysMore || (named.number !== null && cellOf('number') !== '')
  return {
    title: name !== '' && (saysMore || own.name !== undefined) ? name : null,
    type: isOther ? text : (typed.role ?? (type || (said.role ?? ''))),
    state: place.state ?? state,
    issuer: cellOf('issuer') || null,
    ...(years === null || years <= 0 || years > 20 ? {} : { renewalCycle: years }),
    ...(isMultistate === null ? {} : { multistate: isMultistate }),
  }
}

/** The state of a license without a column of states: of its board, or in its name. */
function readPlace(issuer: string, name: string) {
  const ofIssuer = readState(issuer)
  if (ofIssuer.state !== null) return ofIssuer
  const state = readLicenseName(name).state
  return state === null ? readState(name) : { state, isSeveral: false }
}

/** What a text says besides something else, such as "RN (compact)" or "TX, single state". */
function multistateBeside(text: string): boolean | null {
  if (/\bssl\b/i.test(text.slice(0, 200))) return false
  if (/\bmsl\b|\be?nlc\b/i.test(text.slice(0, 200))) return true
  if (/\b(?:non?|not)\b[ -]?(?:a )?(?:compact|multi)|\bsingle[ -]?state/i.test(text.slice(0, 200)))
    return false
  return /multi-?\s?state|\bcompact\b/i.test(text.slice(0, 200)) ? true : null
}

/** What a cell of a column about it says; `null` for nothing. */
function multistateIn(cell: string): boolean | 'unclear' | null {
  const text = cell.slice(0, 100)
  if (text === '') return null
  if (
    /\?|\bonly\b|\blost\b|removed|\b(?:until|was|were|used to|formerly|ex)\b|\d{2}/i.test(text) ||
    (doubtInNote(text) && !/^no\b/i.test(text))
  )
    return 'unclear'
  if (/\b(?:non?|not|single|ss)\b.*(?:compact|multi)|\bsingle\b|non-?compact/i.test(text)) return false
  if (/^ssl$/i.test(text)) return false
  if (/multi-?\s?state|\bcompact\b|^msl$/i.test(text)) return true
  if (/^(?:y|yes|s[íi]|true|1|x|ms|multi)(?!\p{L})/iu.test(text)) return true
  return /^(?:n|no|false|0|ss)(?!\p{L}|\/)/iu.test(text) ? false : 'unclear'
}

/** "2", "2 years", "24 months"; `null` for anything else. */
function yearsIn(cell: string): number | null {
  const [, number = '', unit = ''] =
    cell.slice(0, 60).match(/^(?:every )?([\d.,]+)\s*(\p{L}*)\.?(?:\(s\))?$/iu) ?? []
  const count = parseNumber(number)
  if (count === null || /^(?:|y|yrs?|years?|años?)$/i.test(unit)) return count
  return /^(?:m|mos?|months?|meses|mes)$/i.test(unit) ? Math.round((count * 100) / 12) / 100 : null
}

function certificationOf(cellOf: CellOf, own: OwnCells<CredentialUse>, t: Translate, report: Report) {
  const name = cellOf('name') || cellOf('type')
  const { known, isSeveral, saysMore } = readCertification(name)
  const level = cellOf('name') === '' ? '' : cellOf('type')
  if (isSeveral) report('name', t`“${shortened(name)}” names several certifications. Make a row of each.`)
  else if ((saysMore || isTeacher(level)) && own.name === undefined)
    report('name', t`“${shortened(name)}” may be another certification. Check the name.`)
  const issuer = cellOf('issuer')
  const { issuers = [] } = known ?? {}
  const [only = '', ...others] = issuers
  const found = findIssuerIn(issuer || name, issuers)
  return {
    name: known?.name ?? name,
    code: known?.code ?? null,
    issuer: found ?? (issuer || (others.length === 0 ? only : '')),
  }
}

/**
 * The kind in the row; otherwise a certification if the row matches the catalog, or a license if the row contains a
 * state or a role.
 */
function kindOf(texts: Record<'name' | 'type' | 'state' | 'issuer' | 'said', string>): Kind {
  const { name, type, state, issuer, said } = texts
  if (/licen[cs]/i.test(said)) return 'license'
  if (/cert/i.test(said)) return 'certification'
  if (/licen[cs]e/i.test(type) || /licen[cs]e/i.test(name)) return 'license'
  const isState = readState(state).state !== null
  const isBoard = /board|junta/i.test(issuer) && readState(issuer).state !== null
  // Beside a state it is the license of that name.
  if (isState && /^(?:crna|cnm)$/i.test(name || type)) return 'license'
  if (name !== '' && readCertification(name).known) return 'certification'
  if ((isState || isBoard) && (readType(type).role !== null || isOtherType(type))) return 'license'
  if (name === '' && readCertification(type).known) return 'certification'
  return isState || readType(type).role || readRole(name).role ? 'license' : 'certification'
}
