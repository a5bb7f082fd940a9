import { type Choice, decide, discard, type OutboxItem } from '#shared/offline/outbox.ts'
import { type Device, listNames, write } from './database.ts'
import { isUnlocked, openJson, sealBytes, sealJson, tellTabs } from './device.ts'
import { changeOfflineState } from './offline-state.ts'

/**
 * Only one tab at a time changes the queue. Adding to it needs no lock between tabs, and works while the device is
 * locked.
 */
const LOCK = 'lanyard-outbox'
/** The prefix of the names of queued items. */
export const OUTBOX = 'outbox '
const nameOf = ({ key }: Pick<OutboxItem, 'key'>) => `${OUTBOX}${key}`
export const bytesOf = (id: string): string => `bytes ${id}`

/** Oldest first. Waits for the PIN while the device is locked. */
export async function listWaiting(device: Device): Promise<OutboxItem[]> {
  const names = await listNames(OUTBOX)
  const items = await Promise.all(names.map((name) => openJson<OutboxItem>(device, name)))
  return items.filter((item) => item !== null).sort((a, b) => a.queuedAt.localeCompare(b.queuedAt))
}

/** Notifies the screens of the queue: empty, unknown while the device is locked, or these items. */
export async function showWaiting(device: Device): Promise<void> {
  const isEmpty = (await listNames(OUTBOX)).length === 0
  const waiting = isEmpty ? [] : isUnlocked() ? await listWaiting(device) : null
  changeOfflineState({ waiting })
}

export async function addWaiting(device: Device, item: OutboxItem, file: File | undefined): Promise<void> {
  const put: [string, Awaited<ReturnType<typeof sealJson>>][] = [
    [nameOf(item), await sealJson(device, nameOf(item), item)],
  ]
  if (file) {
    const name = bytesOf(item.key)
    put.push([name, await sealBytes(device, name, await file.arrayBuffer())])
  }
  await write(device.ownerId, { put })
  await showWaiting(device)
  tellTabs()
}

/** Replaces the items with the result of `change`, all at once. */
export async function saveWaiting(device: Device, before: OutboxItem[], after: OutboxItem[]): Promise<void> {
  const left = new Set(after.map(({ key }) => key))
  const gone = before.filter(({ key }) => !left.has(key))
  const changed = after.filter((item) => !before.includes(item))
  await write(device.ownerId, {
    remove: gone.flatMap((item) => [nameOf(item), bytesOf(item.key)]),
    put: await Promise.all(
      changed.map(async (item) => [nameOf(item), await sealJson(device, nameOf(item), item)] as const),
    ).then((put) => put.map(([name, sealed]) => [name, sealed])),
  })
  await showWaiting(device)
  tellTabs()
}

/** Runs `work` while no other tab sends or changes the queue. */
export function withOutbox<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(LOCK, work)
}

export function discardWaiting(device: Device, key: string): Promise<void> {
  return change(device, (items) => discard(items, key))
}

export function decideWaiting(device: Device, key: string, choice: Choice): Promise<void> {
  return change(device, (items) => decide(items, key, choice, crypto.randomUUID()))
}

function change(device: Device, next: (items: OutboxItem[]) => OutboxItem[]): Promise<void> {
  return withOutbox(async () => {
    const before = await listWaiting(device)
    await saveWaiting(device, before, next(before))
  })
}
