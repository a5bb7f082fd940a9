/** A JSON object: the body of a request, or a record. */
export type Fields = Record<string, unknown>

/**
 * A pending change on a device. A new record has the `key` of its item as its id until the server has given it one, so
 * that later items can name it.
 */
export type OutboxItem = {
  /** The `Idempotency-Key` of every try. */
  key: string
  method: 'POST' | 'PATCH'
  path: string
  body: Fields | null
  /** An upload; its bytes are stored separately. */
  file: { name: string; mimeType: string; size: number } | null
  /** The owner's name for it. */
  title: string
  /** The record as the owner saw it before the change. */
  seen: Fields | null
  queuedAt: string
  state:
    | { kind: 'waiting' }
    /** The record has changed since it was `seen`; `saved` is how it is now. */
    | { kind: 'conflict'; saved: Fields }
    | { kind: 'refused'; message: string }
}

/** The result of an attempt. `lost`: it is unknown whether the server received it. */
export type Outcome =
  | { kind: 'saved'; record: Fields | null }
  | { kind: 'lost' }
  | { kind: 'signed-out' }
  | { kind: 'conflict'; saved: Fields }
  | { kind: 'refused'; message: string }

const waiting = { kind: 'waiting' } as const

/** The item to send next: the first one that depends on nothing but a connection. */
export function nextToSend(items: readonly OutboxItem[]): OutboxItem | null {
  return items.find((item) => item.state.kind === 'waiting' && !needsEarlier(items, item)) ?? null
}

/** Whether it names a record or a file that is itself not sent yet, or changes a record that an earlier item changes. */
function needsEarlier(items: readonly OutboxItem[], item: OutboxItem): boolean {
  const earlier = items.slice(0, items.indexOf(item))
  return earlier.some((other) => names(item, other.key) || isOfSameRecord(item, other))
}

function names({ path, body }: OutboxItem, key: string): boolean {
  return JSON.stringify([path, body]).includes(key)
}

function isOfSameRecord(one: OutboxItem, other: OutboxItem): boolean {
  return one.method === 'PATCH' && other.method === 'PATCH' && one.path === other.path
}

/**
 * The items after an attempt to send the one with this key. `lost` and `signed-out` change nothing: it can be retried.
 */
export function settle(items: readonly OutboxItem[], key: string, outcome: Outcome): OutboxItem[] {
  if (outcome.kind === 'lost' || outcome.kind === 'signed-out') return [...items]
  if (outcome.kind !== 'saved')
    return items.map((item) => (item.key === key ? { ...item, state: outcome } : item))
  const sent = items.find((item) => item.key === key)
  const rest = items.filter((item) => item.key !== key)
  const { record } = outcome
  if (!sent || !record) return rest
  const id = String(record.id)
  return rest.map((item) => {
    const named = names(item, key) ? withId(item, key, id) : item
    const isAbout = named.method === 'PATCH' && named.path.endsWith(`/${id}`)
    return isAbout ? { ...named, seen: record } : named
  })
}

function withId(item: OutboxItem, key: string, id: string): OutboxItem {
  const { path, body } = item
  return { ...item, path: path.replaceAll(key, id), body: replaced(body, key, id) }
}

function replaced(body: Fields | null, key: string, id: string): Fields | null {
  return body && JSON.parse(JSON.stringify(body).replaceAll(key, id))
}

/** The owner chose their own version: it is sent again, and overwrites the saved one. */
export function keepMine(items: readonly OutboxItem[], key: string, newKey: string): OutboxItem[] {
  return items.map((item) =>
    item.key === key && item.state.kind === 'conflict'
      ? { ...item, key: newKey, seen: item.state.saved, state: waiting }
      : item,
  )
}

/**
 * The items without one item and everything that depends on it: changes of a new record are removed too, and a file is
 * removed from its record.
 */
export function discard(items: readonly OutboxItem[], key: string): OutboxItem[] {
  return items
    .filter((item) => item.key !== key && !item.path.includes(key))
    .map((item) => (names(item, key) ? { ...item, body: withoutFile(item.body, key) } : item))
}

function withoutFile(body: Fields | null, key: string): Fields | null {
  if (!body) return null
  const fileIds = Array.isArray(body.fileIds) ? body.fileIds.filter((id) => id !== key) : body.fileIds
  const main = body.fileId === key && Array.isArray(fileIds) ? (fileIds[0] ?? null) : body.fileId
  return {
    ...body,
    ...(fileIds === undefined ? {} : { fileIds }),
    ...(main === undefined ? {} : { fileId: main }),
  }
}

/** The fields in which the owner's version and the saved one differ, in the order in which they were changed. */
export function differences(item: OutboxItem): { field: string; mine: unknown; saved: unknown }[] {
  const { saved } = item.state.kind === 'conflict' ? item.state : {}
  if (!saved) return []
  return Object.entries(item.body ?? {})
    .filter(([field, mine]) => JSON.stringify(mine) !== JSON.stringify(saved[field]))
    .map(([field, mine]) => ({ field, mine, saved: saved[field] }))
}
