/** Free fields of a record, by name. Imports no schema: pages that only show them load nothing else. */
export type FreeFields = Record<string, FreeValue>
export type FreeValue = string | number | boolean

export const MAX_FREE_FIELDS = 20

/** The owner's own keys of a record: text, a number, `true` or `false` under a name that is not taken. */
export function freeFieldsOf(record: object, taken: ReadonlySet<string>): FreeFields {
  const own = Object.entries(record).filter(
    (entry): entry is [string, FreeValue] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]) && !taken.has(entry[0]),
  )
  return Object.fromEntries(own)
}

/**
 * After a change: absent means unchanged, `null` removes. `null` if the change would make them too many. A client of
 * Firebase Storage may have stored more.
 */
export function mergeFreeFields(
  current: FreeFields,
  patch: object,
  taken: ReadonlySet<string>,
): FreeFields | null {
  const removed = new Set(Object.entries(patch).flatMap(([name, value]) => (value === null ? [name] : [])))
  const kept = Object.entries(current).filter(([name]) => !removed.has(name))
  const merged = { ...Object.fromEntries(kept), ...freeFieldsOf(patch, taken) }
  const most = Math.max(MAX_FREE_FIELDS, Object.keys(current).length)
  return Object.keys(merged).length > most ? null : merged
}
