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
 * After a conflict in no field, it is sent again for the record as it is now.
 */
export function settle(items: readonly OutboxItem[], key: string, outcome: Outcome): OutboxItem[] {
  if (outcome.kind === 'lost' || outcome.kind === 'signed-out') return [...items]
  if (outcome.kind === 'conflict') {
    const { saved } = outcome
    return items.map((item) =>
      item.key !== key
        ? item
        : isMergeable(item, saved)
          ? { ...item, seen: saved }
          : { ...item, state: outcome },
    )
  }
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

/** What the owner chose where both set the same fields. */
export type Choice = 'mine' | 'saved'

/** The owner chose: what is left of the change is sent again, and overwrites the saved version. */
export function decide(
  items: readonly OutboxItem[],
  key: string,
  choice: Choice,
  newKey: string,
): OutboxItem[] {
  return items.flatMap((item) => {
    if (item.key !== key || item.state.kind !== 'conflict') return [item]
    const { saved } = item.state
    const body = decided(item, saved, choice)
    return body ? [{ ...item, body, key: newKey, seen: saved, state: waiting }] : []
  })
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

/** A change, and the record before it. */
type Change = Pick<OutboxItem, 'body' | 'seen'>
/** A field with its value in the owner's change and in the saved record. */
export type Difference = { field: string; mine: unknown; saved: unknown }

/**
 * The fields that this change and another one, which was saved since then, set to different values, in the order in which
 * they were changed. All other fields of both changes are kept.
 */
export function differences({ body, seen }: Change, saved: Fields): Difference[] {
  return Object.entries(body ?? {})
    .filter(([field, mine]) => {
      const [wanted, before, now] = [mine, seen?.[field], saved[field]].map((value) => asSet(value, mine))
      return wanted !== now && (seen === null || before !== now)
    })
    .map(([field, mine]) => ({ field, mine, saved: saved[field] }))
}

/** A value as JSON. Of the parts of a list, only what `mine` sets: a record calculates more. */
function asSet(value: unknown, mine: unknown): string {
  const first: unknown = Array.isArray(mine) ? mine[0] : null
  return JSON.stringify(value ?? null, typeof first === 'object' && first ? Object.keys(first) : null)
}

/** Whether the change can be sent for the record as it is now, without asking the owner. */
export function isMergeable(change: Change, saved: Fields): boolean {
  // The same version was refused: it would be refused again.
  return saved.updatedAt !== change.seen?.updatedAt && differences(change, saved).length === 0
}

/** What is to be sent after the choice; `null` if nothing is left. */
export function decided(change: Change, saved: Fields, choice: Choice): Fields | null {
  const asked = new Set(choice === 'saved' ? differences(change, saved).map(({ field }) => field) : [])
  const left = Object.entries(change.body ?? {}).filter(([field]) => !asked.has(field))
  return left.length === 0 ? null : Object.fromEntries(left)
}
