import type { SheetRow } from './table-cells.ts'

/** The persons that a column names, each once. Tables of a unit or an agency list several. */
export function peopleIn(rows: readonly SheetRow[], column: number): string[] {
  if (column < 0) return []
  const byName = new Map<string, string>()
  for (const { cells } of rows) {
    const name = cells[column] ?? ''
    const key = personKey(name)
    if (key !== '' && !byName.has(key)) byName.set(key, name)
  }
  return [...byName.values()]
}

/** Equal for one person in capitals, with the family name first, or without accents. */
export const personKey = (name: string) =>
  name
    .slice(0, 100)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word.length > 1)
    .sort()
    .join(' ')
