/** Moves every instant in a value by this many milliseconds, including instants in joined rows. */
export function shiftDates<T>(value: T, by: number): T
export function shiftDates(value: unknown, by: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + by)
  if (Array.isArray(value)) return value.map((item: unknown) => shiftDates(item, by))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftDates(item, by)]))
}
