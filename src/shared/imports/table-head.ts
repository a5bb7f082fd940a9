import { isAmount, isAmountName, readCourseColumns } from './course-columns.ts'
import { readCredentialColumns } from './credential-columns.ts'
import { findCertificationIn, findRoleIn, readState } from './credential-match.ts'
import { isOwnTitle, isPlainTitle } from './standing.ts'
import { isDateLike, type SheetRow } from './table-cells.ts'

export type TableKind = 'credentials' | 'courses'
/** A part of a sheet: the names of its columns, its records, and the rows that are none. */
export type Table = {
  /** Every row of the sheet that is not empty. */
  sheet: readonly SheetRow[]
  /** The row with the names; `null` if no row has them. */
  head: number | null
  header: string[]
  rows: SheetRow[]
  /** Titles, sums and notes. */
  asides: SheetRow[]
}

const LONGEST_NAME = 120
const LOOKED_AT = 60

/** The tables of a sheet, each with names of columns of its own. Titles above and sums below are left out. */
export function tablesIn(sheet: readonly SheetRow[]): Table[] {
  const heads = headsIn(sheet)
  if (heads.length > 0) return heads.map((head) => tableAt(sheet, head, heads))
  const turned = turn(sheet)
  return [turned ? tableAt(turned, 0) : tableAt(sheet, null)]
}

/** The table below a row with names, down to the next row of other names. */
export function tableAt(
  sheet: readonly SheetRow[],
  head: number | null,
  heads: readonly number[] = [],
): Table {
  const width = Math.max(0, ...sheet.map(({ cells }) => cells.length))
  const header = Array.from({ length: width }, (_, at) =>
    head === null ? '' : (namesAt(sheet, head)[at] ?? ''),
  )
  const key = header.join('\n')
  const same = (at: number) => namesAt(sheet, at).join('\n') === key.trimEnd()
  const next = heads.find((at) => head !== null && at > head && !same(at)) ?? sheet.length
  const below = sheet.slice(head === null ? 0 : head + 1, next)
  const isAside = asideTest(header)
  const table: Table = {
    sheet,
    head: head === null ? null : (sheet[head]?.line ?? null),
    header,
    rows: [],
    asides: [],
  }
  let section = head === null ? undefined : sectionAbove(sheet, head)
  for (const row of below)
    if (head !== null && isAgain(row, header)) continue
    else if (head !== null && isAside(row)) {
      table.asides.push(row)
      section = sectionIn(row) ?? section
    } else table.rows.push(section ? { ...row, section } : row)
  return table
}

/** What a line of one text says about the rows below it: nothing (`''`) if it is a usual title; `null` for other lines. */
function sectionIn({ cells }: SheetRow): string | null {
  const [text = '', ...others] = cells.filter((cell) => cell !== '')
  if (others.length > 0) return null
  return isPlainTitle(text) || readState(text).state !== null ? '' : text
}

/** The title of a sheet may name its owner: "Ann Lee", "My licenses, Ann Lee". */
function sectionAbove(sheet: readonly SheetRow[], head: number): string {
  for (const row of sheet.slice(0, head).reverse()) {
    const text = sectionIn(row)
    if (text === null) break
    if (text !== '' && !isOwnTitle(text)) return text
  }
  return ''
}

export function kindOfTable({ header, rows }: Pick<Table, 'header' | 'rows'>): TableKind {
  const cells = rows.map((row) => row.cells)
  const credential = readCredentialColumns(header, cells)
  const mayHave = (...uses: string[]) =>
    uses.some((use) => has(use) || credential.doubts.some((doubt) => doubt.use === use))
  const has = (...uses: string[]) => uses.some((use) => credential.uses.some((each) => each === use))
  const course = readCourseColumns(header, cells).uses
  const isCourse =
    header.some(isAmountName) &&
    !(mayHave('number') && mayHave('state', 'type') && !course.includes('completedAt'))
  // A course may have a number of its certificate; a credential without more than that has an end or a place.
  const isDone = course.includes('title') && course.includes('completedAt')
  const isCredential = has('expiresAt', 'state') || (mayHave('number', 'expiresAt') && !isDone)
  return !isCourse && isCredential ? 'credentials' : 'courses'
}

/** Every row that names columns; of rows one below the other, the one that names more. */
function headsIn(sheet: readonly SheetRow[]): number[] {
  const found = sheet.map((_row, at) => namesOf(sheet, at))
  const strict = found.flatMap((names, at) =>
    names.hasDate && names.share >= 0.5 && names.count >= 2 ? [at] : [],
  )
  const heads = strict
    .filter((at) => !strict.includes(at + 1) || (found[at]?.count ?? 0) > (found[at + 1]?.count ?? 0))
    .filter((at, _index, all) => !all.includes(at - 1))
  const firsts = heads.filter(
    (at, index) =>
      index === 0 || namesAt(sheet, at).join('\n') !== namesAt(sheet, heads[index - 1] ?? 0).join('\n'),
  )
  if (firsts.length > 0) return firsts
  const best = found.slice(0, LOOKED_AT).reduce((most, { count, share }, at) => {
    const least = found[most]?.count ?? 0
    return share >= 0.3 && count > least ? at : most
  }, -1)
  return best >= 0 && (found[best]?.count ?? 0) >= 2 ? [best] : []
}

type Names = { count: number; share: number; hasDate: boolean }

/** How many columns a row names. A row with a date or an amount names none. */
function namesOf(sheet: readonly SheetRow[], at: number): Names {
  const cells = sheet[at]?.cells.filter((cell) => cell !== '') ?? []
  if (
    cells.length < 2 ||
    cells.some((cell) => cell.length > LONGEST_NAME || isDateLike(cell) || isAmount(cell))
  )
    return { count: 0, share: 0, hasDate: false }
  const names = namesAt(sheet, at)
  const uses = [readCredentialColumns(names, []), readCourseColumns(names, [])].map(
    ({ uses: own, doubts }) => ({
      count: own.filter((use) => use !== null).length + doubts.length,
      hasDate: ['expiresAt', 'issuedAt', 'completedAt'].some(
        (use) => own.some((each) => each === use) || doubts.some((doubt) => doubt.use === use),
      ),
    }),
  )
  const count = Math.max(...uses.map((each) => each.count))
  return { count, share: count / cells.length, hasDate: uses.some(({ hasDate }) => hasDate) }
}

/** The names in a row. Where it is empty, or repeats a name, the row above says more: names may be in groups. */
function namesAt(sheet: readonly SheetRow[], at: number): string[] {
  const own = sheet[at]?.cells ?? []
  const before = sheet[at - 1]
  const isAdjacent = before !== undefined && before.line === (sheet[at]?.line ?? 0) - 1
  const above =
    isAdjacent && !before.cells.some((cell) => isDateLike(cell) || isAmount(cell)) ? before.cells : []
  let group = ''
  return own.map((cell, column) => {
    group = above[column] || group
    const isTwice = cell !== '' && own.filter((each) => each === cell).length > 1
    return cell === '' ? (above[column] ?? '') : isTwice && group !== cell ? `${group} ${cell}`.trim() : cell
  })
}

const isAgain = ({ cells }: SheetRow, header: readonly string[]) =>
  cells.every((cell, at) => cell === '' || cell === header[at]) &&
  cells.filter((cell) => cell !== '').length > 1

const asideWords =
  /^(?:(?:sub|grand )?total|sum\b|page \d|printed|generated|exported|created|report|source|continued|end of|as of|\*|(?:19|20)\d\d$)/i

/** Whether a row of such a table is a title, a sum or a note. */
function asideTest(header: readonly string[]): (row: SheetRow) => boolean {
  const width = header.filter((name) => name !== '').length
  return ({ cells }) => {
    const filled = cells.filter((cell) => cell !== '')
    const [first = ''] = filled
    if (filled.length === 1 && width >= 3)
      return findCertificationIn(first) === null && findRoleIn(first) === null
    return asideWords.test(first) && filled.length <= Math.max(2, width / 2)
  }
}

/** A sheet with the names in its first column, and a record in each other one. */
function turn(sheet: readonly SheetRow[]): SheetRow[] | null {
  const names = sheet.map(({ cells }) => (cells[0] ?? '').replace(/:$/, ''))
  const { count, hasDate } = namesOf([{ line: 1, cells: names }], 0)
  if (count < 3 || !hasDate || count < names.length / 3) return null
  const width = Math.max(...sheet.map(({ cells }) => cells.length))
  const records = Array.from({ length: width - 1 }, (_, at) => ({
    line: at + 2,
    cells: sheet.map(({ cells }) => cells[at + 1] ?? ''),
  }))
  return [{ line: 1, cells: names }, ...records.filter(({ cells }) => cells.some((cell) => cell !== ''))]
}
