/** Points: a word wider than that, such as a web address, may break. */
const MAX_WORD = 150
/** Widths are sums of fractions. */
const HAIR = 0.01

/** The smallest width of a column in which no word of these widths breaks, except an extremely long one. */
export function leastWidth(words: readonly number[]): number {
  return words.reduce((most, width) => (width > MAX_WORD ? most : Math.max(most, width)), 0) + HAIR
}

/** The requested width of a column, and the smallest width in which no word of it breaks. */
type Wanted = { width: number; least: number }

/**
 * Widens columns in which a word would break by narrowing the widest ones; the total stays the same. A column gives up
 * only space that its own words do not need.
 */
export function fitColumns(columns: readonly Wanted[]): number[] {
  const widths = columns.map(({ width, least }) => Math.max(width, least))
  const sum = columns.reduce((total, { width }) => total + width, 0)
  let over = widths.reduce((total, width) => total + width, 0) - sum
  const widestFirst = [...columns.keys()].sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
  for (const index of widestFirst) {
    const { least = 0 } = columns[index] ?? {}
    const given = Math.min(over, Math.max(0, (widths[index] ?? 0) - least))
    widths[index] = (widths[index] ?? 0) - given
    over -= given
  }
  if (over <= 0) return widths
  // The words do not fit at all: every column is narrowed by the same amount.
  const scale = sum / (sum + over)
  return widths.map((width) => width * scale)
}
