import type { z } from 'zod'
import { type DayOrder, parseDay, parseList, parseNumber } from '#shared/ceu/spreadsheet-cells.ts'
import { credentialInput, type Kind } from '#shared/credentials/credential.ts'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { findCertificationIn, findRoleIn, findStateIn } from './credential-match.ts'

/** What a column of a table of credentials can contain, with the name shown to a person. */
export const credentialUses = {
  name: msg`Name of the credential`,
  type: msg`License type`,
  state: msg`State`,
  number: msg`Number`,
  issuer: msg`Issued by`,
  issuedAt: msg`Issued on`,
  expiresAt: msg`Expires on`,
  renewalCycle: msg`Renewed every (years)`,
  multistate: msg`Multistate`,
  tags: msg`Tags`,
  notes: msg`Notes`,
  kind: msg`License or certification`,
} as const
export type CredentialUse = keyof typeof credentialUses

/** Header patterns, the more specific first: "License number" is not a name, "Issued by" not a date. */
const patterns: readonly [CredentialUse, RegExp][] = [
  ['multistate', /multi ?state|compact|multiestatal/],
  ['renewalCycle', /renewal (cycle|period|years)|renewed every|renewal years|se renueva cada/],
  [
    'expiresAt',
    /\bexp(?:ir|\b)|valid (through|thru|until|to)|good (through|thru|until)|end date|renew|due|vencim|(?<!no )\bvence\b|(v[áa]lida|vigente) hasta/,
  ],
  [
    'issuer',
    /issuer|issued by|issuing|board|organi[sz]ation|authority|agency|\bbody\b|emisora|emitida por|\bjunta\b/,
  ],
  ['number', /number|\bno\b(?! vence)|\bnr\b|#|\bid\b|n[úu]mero|n\.º/],
  [
    'issuedAt',
    /issue|effective|start date|obtained|earned|received|original|certified on|\bdate\b|emisi[óo]n|^fecha$/,
  ],
  ['state', /\bstate\b|jurisdiction|\bestado\b/],
  [
    'kind',
    /^(kind|category|record type|credential kind|license or certification|licencia o certificaci[óo]n)$/,
  ],
  [
    'type',
    /license type|licence type|^type$|^role$|profession|discipline|credential type|tipo de licencia|^tipo$/,
  ],
  ['tags', /\btags?\b|label|etiqueta/],
  ['notes', /note|comment|remark|\bnotas?\b|comentario/],
  [
    'name',
    /name|title|credential|certif|licen[cs]e|description|\bitem\b|nombre|t[íi]tulo|credencial|licencia/,
  ],
]

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')

/** The use of each column by its header, each use at most once; `null` if unknown. */
export function guessCredentialColumns(header: readonly string[]): (CredentialUse | null)[] {
  const uses: (CredentialUse | null)[] = header.map(() => null)
  for (const [use, pattern] of patterns) {
    const at = header.findIndex(
      (cell, index) => uses[index] === null && pattern.test(plain(cell.slice(0, 100))),
    )
    if (at >= 0) uses[at] = use
  }
  return uses
}

/** Whether a table contains credentials rather than courses: a course has hours, and does not expire. */
export function isCredentialHeader(header: readonly string[]): boolean {
  const cells = header.map(plain)
  const isCourse = cells.some((cell) =>
    /hours?\b|\bceus?\b|\bcredits?\b|course|\bhoras?\b|\bcursos?\b/.test(cell),
  )
  const uses = guessCredentialColumns(header)
  return !isCourse && (uses.includes('expiresAt') || uses.includes('state') || uses.includes('number'))
}

export type NewCredential = z.input<typeof credentialInput>
export type CredentialRow = {
  /** The row number that a spreadsheet shows. */
  line: number
  kind: Kind
  /** Incomplete if there are `problems`. */
  input: Partial<NewCredential> & { kind: Kind }
  problems: FieldError[]
}

export type CredentialTable = { uses: readonly (CredentialUse | null)[]; order: DayOrder; t: Translate }

/** Every row as a license or a certification. Names are matched with the catalogs. */
export function parseCredentialRows(
  rows: readonly { line: number; cells: readonly string[] }[],
  table: CredentialTable,
): CredentialRow[] {
  return rows.map(({ line, cells }) => ({ line, ...parseRow(cells, table) }))
}

function parseRow(
  cells: readonly string[],
  { uses, order, t }: CredentialTable,
): Omit<CredentialRow, 'line'> {
  const problems: FieldError[] = []
  const cellOf = (use: CredentialUse) => (cells[uses.indexOf(use)] ?? '').trim()
  const dateOf = (use: 'issuedAt' | 'expiresAt') => {
    const cell = cellOf(use)
    if (cell === '' || cell === '-' || isNever(cell)) return null
    const day = parseDay(cell, order)
    if (day === null) problems.push({ path: use, message: t`“${shortened(cell)}” is not a date` })
    return day
  }
  const name = cellOf('name')
  const kind = kindOf({ name, type: cellOf('type'), state: cellOf('state'), said: cellOf('kind') })
  const expiresAt = dateOf('expiresAt')
  const neverExpires = expiresAt === null && isNever(cellOf('expiresAt'))
  const card = {
    number: cellOf('number') || null,
    ...{ issuedAt: dateOf('issuedAt'), expiresAt, neverExpires },
    tags: parseList(cellOf('tags')),
    notes: cellOf('notes') || null,
  }
  const named = kind === 'license' ? licenseOf(cellOf, name) : certificationOf(cellOf, name)
  const input = { kind, ...card, ...named } as CredentialRow['input']
  const read = credentialInput.safeParse(input)
  const unreadable = new Set(problems.map(({ path }) => path))
  const refused = read.success ? [] : fieldErrors(read.error).filter(({ path }) => !unreadable.has(path))
  return { kind, input, problems: [...problems, ...refused] }
}

type CellOf = (use: CredentialUse) => string

function licenseOf(cellOf: CellOf, name: string) {
  const type = cellOf('type')
  const place = cellOf('state') || cellOf('issuer') || name
  const years = yearsIn(cellOf('renewalCycle'))
  const multistate = cellOf('multistate')
  return {
    title: name || null,
    type: findRoleIn(type) ?? (type || (findRoleIn(name) ?? '')),
    state: findStateIn(place)?.code ?? cellOf('state'),
    issuer: cellOf('issuer') || null,
    ...(years === null || years <= 0 || years > 20 ? {} : { renewalCycle: years }),
    ...(multistate === ''
      ? {}
      : { multistate: /^(?:(?:y|yes|s[íi]|true|1|x)(?!\p{L})|multi|compact)/iu.test(multistate) }),
  }
}

/** "2", "2 years", "24 months"; `null` for anything else. */
function yearsIn(cell: string): number | null {
  const [, number = '', unit = ''] = cell.match(/^(?:every )?([\d.,]+)\s*(\p{L}*)\.?(?:\(s\))?$/iu) ?? []
  const count = parseNumber(number)
  if (count === null || /^(?:|y|yrs?|years?|años?)$/i.test(unit)) return count
  return /^(?:m|mos?|months?|meses|mes)$/i.test(unit) ? Math.round((count * 100) / 12) / 100 : null
}

function certificationOf(cellOf: CellOf, name: string) {
  const said = name || cellOf('type')
  const known = findCertificationIn(said)
  const issuer = cellOf('issuer')
  const [only, ...others] = known?.issuers ?? []
  return {
    name: known?.name ?? said,
    code: known?.code ?? null,
    issuer: issuer || (others.length === 0 ? (only ?? '') : ''),
  }
}

/**
 * The kind in the row; otherwise a certification if the row matches the catalog, or a license if the row contains a
 * state or a role.
 */
function kindOf({
  name,
  type,
  state,
  said,
}: {
  name: string
  type: string
  state: string
  said: string
}): Kind {
  if (/licen[cs]/i.test(said)) return 'license'
  if (/cert/i.test(said)) return 'certification'
  if (/licen[cs]e/i.test(type) || /licen[cs]e/i.test(name)) return 'license'
  if (findCertificationIn(name || type)) return 'certification'
  return findStateIn(state) || findRoleIn(type) || findRoleIn(name) ? 'license' : 'certification'
}

const isNever = (cell: string) =>
  /^(never|none|no expir|does not expire|lifetime|n\/?a\b|no vence|nunca)/i.test(cell)

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 30 ? `${letters.slice(0, 29).join('')}…` : text
}

type Compared = {
  kind: Kind
  type?: string | null
  state?: string | null
  name?: string | null
  code?: string | null
  number?: string | null
  expiresAt?: string | null
}

/** Equal for credentials that are probably the same: kind, type and state or code, number, expiration date. */
export function credentialKeyOf({ kind, type, state, name, code, number, expiresAt }: Compared): string {
  const what = kind === 'license' ? [type, state] : [code || name]
  return [kind, ...what, (number ?? '').replace(/[^a-z0-9]/gi, ''), expiresAt ?? '']
    .map((part) => (part ?? '').trim().toLowerCase())
    .join('\n')
}
