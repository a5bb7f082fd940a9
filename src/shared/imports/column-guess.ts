import { editsBetween } from '#shared/kernel/near-names.ts'

/** How a column is recognized as a use: by its name, the more specific patterns first, and by what it holds. */
export type ColumnRule<Use extends string> = {
  use: Use
  names: readonly RegExp[]
  not?: RegExp
  /** Whether the column holds such values. Gets the values that are not empty, and the names of all columns. */
  fits?: (values: readonly string[], context: { name: string; names: readonly string[] }) => boolean
  /** Of several such columns the first is used; otherwise the owner is asked. */
  takesFirst?: boolean
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
  return corrected.some((name, at) => name !== names[at]) ? usesOf(corrected, rows, rules) : guess
}

function usesOf<Use extends string>(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly ColumnRule<Use>[],
): { uses: (Use | null)[]; doubts: ColumnDoubt<Use>[] } {
  const uses: (Use | null)[] = names.map(() => null)
  const doubts: ColumnDoubt<Use>[] = []
  const doubtful = new Set<number>()
  const valuesAt = (at: number) =>
    rows.slice(0, LOOKED_AT).flatMap((cells) => (cells[at]?.trim() ? [cells[at].trim()] : []))
  for (const { use, names: patterns, not, fits, takesFirst } of rules) {
    if (uses.includes(use) || doubts.some((doubt) => doubt.use === use)) continue
    const isOpen = (name: string, at: number) =>
      uses[at] === null && !doubtful.has(at) && name !== '' && !not?.test(name)
    for (const pattern of patterns) {
      const found = names.flatMap((name, at) =>
        isOpen(name, at) && pattern.test(name) && (!fits || fits(valuesAt(at), { name, names })) ? [at] : [],
      )
      const [first, ...others] = found
      if (first === undefined) continue
      if (others.length === 0 || takesFirst) uses[first] = use
      else {
        doubts.push({ use, at: found })
        for (const at of found) doubtful.add(at)
      }
      break
    }
  }
  return { uses, doubts }
}

/** Whether at least `share` of the values are such. An empty column may hold anything. */
export const mostly = (values: readonly string[], is: (value: string) => boolean, share = 0.5) =>
  values.length === 0 || values.filter(is).length / values.length >= share
