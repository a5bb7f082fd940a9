import { editsBetween } from '#shared/kernel/near-names.ts'
import { isNothing } from './table-cells.ts'

/** How a column is recognized as a use: by its name, the more specific patterns first, and by what it holds. */
export type ColumnRule<Use extends string> = {
  use: Use
  names: readonly RegExp[]
  not?: RegExp
  /** Whether the column holds such values. Gets the values that are not empty, and the names of all columns. */
  fits?: (values: readonly string[], context: { name: string; names: readonly string[] }) => boolean
  /** Of several such columns the first is used; otherwise the owner is asked. */
  takesFirst?: boolean
  /** All words that the name may have. A column with another word is not used. */
  words?: ReadonlySet<string>
  /** Without a column that is named so, the owner is asked about those with other words. */
  asks?: boolean
}

/** Several columns have equally good names for one use. None of them has it until the owner chooses. */
export type ColumnDoubt<Use extends string> = { use: Use; at: number[] }

const LOOKED_AT = 200

/** "licenseNumber", "LICENSE_NO." and "Núm. de licencia" are "license number", "license no" and "num de licencia". */
export const plainName = (name: string) =>
  name
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[_\s.]+/g, ' ')
    .trim()

const headWords =
  'license|state|number|expiration|expires|issued|certification|certificate|credential|course|provider|hours|completed|title|status'.split(
    '|',
  )

/** "Lisense numbr" is "license number". */
const spelled = (name: string) =>
  name.replace(/\p{L}{4,}/gu, (word) => {
    const most = word.length < 8 ? 1 : 2
    // A licensee is no license.
    const isNear = (each: string) =>
      each[0] === word[0] && !word.startsWith(each) && editsBetween(word, each) <= most
    return headWords.find(isNear) ?? word
  })

const dateFormat =
  /\b(?:m{1,2}[\s/.-]?d{1,2}|d{1,2}[\s/.-]?m{1,2})[\s/.-]?(?:yyyy|yy|aaaa|aa)\b|\byyyy[\s/.-]?mm[\s/.-]?dd\b|\b60[ -]?min(?:ute)?s?\b/g

/** Whether every word of a name is one of these. How dates are written does not count. */
const hasOnly = (name: string, words: ReadonlySet<string>) =>
  name
    .replace(dateFormat, ' ')
    .split(/[^\p{L}\d#%]+/u)
    .every((word) => word === '' || words.has(word) || words.has(spelled(word)))

/** The use of each column. Names that say nothing are read once more as if they were misspelled. */
export function guessUses<Use extends string>(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly ColumnRule<Use>[],
): { uses: (Use | null)[]; doubts: ColumnDoubt<Use>[] } {
  const names = header.map(plainName)
  const guess = usesOf(names, rows, rules)
  const isOpen = (at: number) =>
    guess.uses[at] === null && !guess.doubts.some((doubt) => doubt.at.includes(at))
  const corrected = names.map((name, at) => (isOpen(at) ? spelled(name) : name))
  const again = usesOf(corrected, rows, rules)
  return guess.uses.every((use, at) => use === null || again.uses[at] === use) ? again : guess
}

function usesOf<Use extends string>(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly ColumnRule<Use>[],
): { uses: (Use | null)[]; doubts: ColumnDoubt<Use>[] } {
  const uses: (Use | null)[] = names.map(() => null)
  const doubts: ColumnDoubt<Use>[] = []
  const doubtful = new Set<number>()
  const doubt = (use: Use, at: number[]) => {
    doubts.push({ use, at })
    for (const each of at) doubtful.add(each)
  }
  const valuesAt = (at: number) =>
    rows.slice(0, LOOKED_AT).flatMap((cells) => (cells[at]?.trim() ? [cells[at].trim()] : []))
  // Names with other words, which say that a column is of something else.
  const strange = new Set<number>()
  for (const { use, names: patterns, not, fits, takesFirst, words, asks } of rules) {
    if (uses.includes(use) || doubts.some((each) => each.use === use)) continue
    const isOpen = (name: string, at: number) =>
      uses[at] === null && !doubtful.has(at) && name !== '' && !not?.test(name) && (words || !strange.has(at))
    const others = new Set<number>()
    for (const pattern of patterns) {
      const named = names.flatMap((name, at) =>
        isOpen(name, at) && pattern.test(name) && (!fits || fits(valuesAt(at), { name, names })) ? [at] : [],
      )
      const found = named.filter((at) => !words || hasOnly(names[at] ?? '', words))
      for (const at of named) if (!found.includes(at)) others.add(at)
      const [first, ...more] = found
      if (first === undefined) continue
      if (more.length === 0 || takesFirst) uses[first] = use
      else doubt(use, found)
      break
    }
    for (const at of others) strange.add(at)
    if (asks && others.size > 0 && !uses.includes(use) && !doubts.some((each) => each.use === use))
      doubt(use, [...others])
  }
  return { uses, doubts }
}

/** Whether at least `share` of the values are such. An empty column may hold anything. */
export const mostly = (values: readonly string[], is: (value: string) => boolean, share = 0.5) =>
  values.length === 0 || values.filter(is).length / values.length >= share

/** The columns of a table: their names, and what each is used for. */
export type Columns = { header: readonly string[]; uses: readonly (string | null)[] }

/** The cells of a row that hold something and that no use is for. None in a table whose columns have no names. */
export function unusedCells(
  cells: readonly string[],
  { header, uses }: Columns,
): { head: string; cell: string }[] {
  if (!header.some((name) => name !== '')) return []
  return cells.flatMap((cell, at) =>
    uses[at] || cell === '' || isNothing(cell) ? [] : [{ head: header[at] ?? '', cell }],
  )
}
