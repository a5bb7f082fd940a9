/** Free fields of a record, by name. Imports no schema: pages that only show them load nothing else. */
export type FreeFields = Record<string, string>

export const MAX_FREE_FIELDS = 20

/** The owner's own keys of a record: text under a name that is not taken. */
export function freeFieldsOf(record: object, taken: ReadonlySet<string>): FreeFields {
  const own = Object.entries(record).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !taken.has(entry[0]),
  )
  return Object.fromEntries(own)
}

/** After a change: absent means unchanged, `null` removes. `null` if there would be too many. */
export function mergeFreeFields(
  current: FreeFields,
  patch: object,
  taken: ReadonlySet<string>,
): FreeFields | null {
  const removed = new Set(Object.entries(patch).flatMap(([name, value]) => (value === null ? [name] : [])))
  const kept = Object.entries(current).filter(([name]) => !removed.has(name))
  const merged = { ...Object.fromEntries(kept), ...freeFieldsOf(patch, taken) }
  return Object.keys(merged).length > MAX_FREE_FIELDS ? null : merged
}
