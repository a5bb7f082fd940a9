import { isTemporary } from '#shared/http/errors.ts'
import { type Fields, nextToSend, type OutboxItem, type Outcome, settle } from '#shared/offline/outbox.ts'
import { readProblem, versionHeader } from '#web/http/api.ts'
import { rememberSent } from '#web/http/offline-source.ts'
import type { Device } from './database.ts'
import { openBytes } from './device.ts'
import { bytesOf, listWaiting, saveWaiting, withOutbox } from './outbox-store.ts'

/** A request that hangs would keep other tabs from sending. */
const PATIENCE_MS = 60_000

/**
 * Sends the queued items in order, as long as the server responds. Resolves to the number that was saved. If the page
 * is killed at any moment, an item is either sent and removed, or will be sent again with the same key.
 */
export function sendOutbox(device: Device, isStillOwner: () => Promise<boolean>): Promise<number> {
  return withOutbox(async () => {
    let count = 0
    for (;;) {
      const items = await listWaiting(device)
      const item = nextToSend(items)
      // Someone else may have signed in in another tab: the record would become theirs.
      if (!item || !(await isStillOwner())) return count
      const outcome = await send(device, item)
      if (outcome.kind === 'lost' || outcome.kind === 'signed-out') return count
      await saveWaiting(device, items, settle(items, item.key, outcome))
      if (outcome.kind !== 'saved') continue
      count += 1
      if (item.method === 'POST' && outcome.record) rememberSent(item.key, String(outcome.record.id))
    }
  })
}

async function send(device: Device, item: OutboxItem): Promise<Outcome> {
  try {
    return await outcomeOf(item, await fetch(item.path, await requestOf(device, item)))
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return { kind: 'lost' }
    throw error
  }
}

async function requestOf(
  device: Device,
  { key, method, path, body, file, seen }: OutboxItem,
): Promise<RequestInit> {
  const init = { method, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS) } as const
  const headers: Record<string, string> = {
    ...{ Accept: 'application/json', 'Idempotency-Key': key },
    ...(method === 'PATCH' ? versionHeader(seen) : {}),
  }
  if (!file) {
    headers['Content-Type'] = 'application/json'
    return { ...init, headers, body: JSON.stringify(body) }
  }
  const bytes = await openBytes(device, bytesOf(key))
  if (!bytes) throw new Error(`The bytes of ${path} are missing`)
  const form = new FormData()
  form.append('file', new File([bytes], file.name, { type: file.mimeType }))
  return { ...init, headers, body: form }
}

async function outcomeOf(item: OutboxItem, response: Response): Promise<Outcome> {
  if (response.ok) return { kind: 'saved', record: await response.json() }
  const { code, status, message, errors } = await readProblem(response)
  if (code === 'not_authenticated') return { kind: 'signed-out' }
  // Saved long ago, and its answer was lost.
  if (code === 'already_done') return { kind: 'saved', record: null }
  if (isTemporary(response.status) || isTemporary(status)) return { kind: 'lost' }
  if (code === 'changed_meanwhile') return conflictOf(item)
  return { kind: 'refused', message: errors?.[0]?.message ?? message }
}

async function conflictOf({ path }: OutboxItem): Promise<Outcome> {
  const response = await fetch(path, { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
  if (!response.ok) return { kind: 'lost' }
  const saved: Fields = await response.json()
  return { kind: 'conflict', saved }
}
