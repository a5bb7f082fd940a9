import type { Fields } from '#shared/offline/outbox.ts'
import type { Question } from '#shared/offline/question.ts'

/** A change that may wait on the device until it can be sent. */
export type Change = {
  method: 'POST' | 'PATCH'
  path: string
  body: Fields | null
  file?: File
  idempotencyKey: string
  title: string
  /** The record before the change. */
  seen: Fields | null
}

/** The operations of this device without a connection. */
export type OfflineSource = {
  /** Rejects with `offline` where it does not keep the answer. */
  answer(question: Question): Promise<unknown>
  /** Resolves to the record as it will be; rejects with `storage_full` where the device has no room. */
  queue(change: Change): Promise<unknown>
  /** The document with this id, if it is kept. */
  bytes(fileId: string): Promise<Blob | null>
}

let find: () => Promise<OfflineSource | null> = async () => null
let hasSource = false
const onReached = new Set<() => void>()
/** The ids of new records, by the ids that they had while they waited: their addresses still have those. */
export const SENT_IDS = 'lanyard-sent-ids'
const MOST_SENT = 200

/** Longer than an answer takes on any usable connection. */
const PATIENCE_MS = 10_000

/** `findSource` resolves to `null` where the device keeps nothing. */
export function setOfflineSource(findSource: typeof find): void {
  find = findSource
  hasSource = true
}

export function offlineSource(): Promise<OfflineSource | null> {
  return find().catch(() => null)
}

/** Calls `listener` after each response of the server. */
export function listenToServer(listener: () => void): void {
  onReached.add(listener)
}

export function reportServer(): void {
  for (const listener of onReached) listener()
}

export function rememberSent(key: string, id: string): void {
  try {
    const sent = [...readSent(), [key, id]].slice(-MOST_SENT)
    localStorage.setItem(SENT_IDS, JSON.stringify(sent))
  } catch {
    // Without storage there is no address to find again after a reload.
  }
}

function readSent(): [key: string, id: string][] {
  try {
    return JSON.parse(localStorage.getItem(SENT_IDS) ?? '[]')
  } catch {
    return []
  }
}

/** The path with the ids that the server knows. */
export function sentPath(path: string): string {
  const sent = new Map(readSent())
  return sent.size === 0 ? path : path.replace(/[0-9a-f-]{36}/g, (id) => sent.get(id) ?? id)
}

/** Ends a read that hangs, where the device may have the answer. */
export function impatient(method: string, signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!hasSource || method !== 'GET') return signal
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
