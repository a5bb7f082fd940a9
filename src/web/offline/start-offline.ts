import type { QueryClient } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { answerFrom } from '#shared/offline/answers.ts'
import type { Contact } from '#shared/offline/device-end.ts'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import type { Question } from '#shared/offline/question.ts'
import type { VaultCopy } from '#shared/offline/vault-copy.ts'
import { withWaiting } from '#shared/offline/waiting-records.ts'
import { type Change, listenToServer, type OfflineSource } from '#web/http/offline-source.ts'
import { t } from '#web/i18n/t.ts'
import { findCurrentSession, type SessionUser } from '#web/session/session.ts'
import { copyVault, openCopy } from './copy-vault.ts'
import { type Device, ForgottenError, isFull } from './database.ts'
import { claimDevice, dropDevice, findDevice, isUnlocked, listenToTabs } from './device.ts'
import { findBytes, findKeptFile } from './kept-files.ts'
import { changeOfflineState, offlineState } from './offline-state.ts'
import { addWaiting, listWaiting, showWaiting } from './outbox-store.ts'
import { sendOutbox } from './send-outbox.ts'
import { registerWorker } from './service-worker.ts'
import { applyContact, endDevice } from './session-end.ts'

const AFTER_A_CHANGE_MS = 3_000
const PROBE_MS = 20_000

export type Clock = () => Date
const clock: Clock = () => new Date()
let queryClient: QueryClient | null = null

/** The answer from this device's copy; `null` if it keeps nothing. */
export async function findOfflineSource(): Promise<OfflineSource | null> {
  const device = await findDevice(clock())
  if (!device) return null
  return {
    answer: (question) => answer(device, question),
    queue: (change) => queue(device, change),
    bytes: async (id) => {
      const kept = await findKeptFile(device, id)
      const waiting = offlineState().waiting?.find(({ key }) => key === id)
      return findBytes(device, id, kept?.mimeType ?? waiting?.file?.mimeType ?? '')
    },
  }
}

async function answer(device: Device, question: Question): Promise<unknown> {
  const vault = await openWaitingVault(device)
  if (!vault) throw new Problem('unavailable')
  changeOfflineState({ isOffline: true, asOf: vault.asOf })
  probeLater()
  const [, fileId] = /^\/api\/upload\/([0-9a-f-]{36})$/.exec(question.path) ?? []
  const known = fileId
    ? await findFile(device, fileId)
    : answerFrom(vault, question, { today: todayOf(vault), t })
  if (known === undefined) throw new Problem('offline')
  return known
}

const todayOf = ({ user }: VaultCopy) => todayIn(clock(), user.timeZone)

async function openWaitingVault(device: Device): Promise<VaultCopy | null> {
  const copy = await openCopy(device)
  if (!copy) return null
  const items = await listWaiting(device)
  changeOfflineState({ waiting: items })
  return withWaiting(copy, items, todayOf(copy))
}

async function findFile(device: Device, id: string): Promise<unknown> {
  const kept = await findKeptFile(device, id)
  if (kept) return kept.file
  const item = (await listWaiting(device)).find(({ key }) => key === id)
  return item?.file ? waitingFile(item, device.ownerId) : undefined
}

function waitingFile({ key, file, queuedAt }: OutboxItem, userId: string) {
  const unknown = { sha256: '', resourceType: null, resourceId: null }
  return { id: key, userId, ...file, ...unknown, createdAt: queuedAt }
}

async function queue(device: Device, { idempotencyKey, file, ...change }: Change): Promise<unknown> {
  const item: OutboxItem = {
    ...change,
    key: idempotencyKey,
    file: file ? { name: file.name, mimeType: file.type, size: file.size } : null,
    queuedAt: clock().toISOString(),
    state: { kind: 'waiting' },
  }
  const copy = await openCopy(device)
  if (!copy) throw new Problem('unavailable')
  const items = await listWaiting(device)
  // Checked before it is queued: the server would reject an invalid change only later.
  const vault = withWaiting(copy, [...items.filter(({ key }) => key !== item.key), item], todayOf(copy))
  await addWaiting(device, item, file).catch((error) => {
    if (isFull(error))
      throw new Problem('storage_full', {
        detail: t`This device has no room to keep it. It is still on this page: save it once you are connected.`,
      })
    throw error
  })
  changeOfflineState({ isOffline: true, asOf: copy.asOf })
  probeLater()
  if (file) return waitingFile(item, device.ownerId)
  const id = item.method === 'POST' ? item.key : item.path.slice(item.path.lastIndexOf('/') + 1)
  return [...vault.credentials, ...vault.entries].find((record) => record.id === id)
}

/** Keeps the vault of this owner on this device from now on. */
export async function startOffline(user: SessionUser, client: QueryClient): Promise<void> {
  queryClient = client
  const isPossible =
    window.isSecureContext && 'locks' in navigator && 'indexedDB' in window && 'caches' in window
  if (!isPossible) return changeOfflineState({ problem: 'unsupported' })
  try {
    await findDevice(clock()).then((device) => device ?? claimDevice(user.id, clock()))
  } catch (error) {
    return changeOfflineState({ problem: isFull(error) ? 'full' : 'unsupported' })
  }
  listen(client)
  await Promise.all([registerWorker().catch(() => {}), synchronize()])
}

/** The owner has a short session: pending changes are sent, and nothing is kept. */
export async function finishOffline(client: QueryClient): Promise<void> {
  queryClient = client
  await synchronize()
}

let isListening = false
function listen(client: QueryClient): void {
  if (isListening) return
  isListening = true
  let timer: ReturnType<typeof setTimeout>
  client.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation?.state.status !== 'success') return
    clearTimeout(timer)
    timer = setTimeout(() => void synchronize(), AFTER_A_CHANGE_MS)
  })
  listenToServer(() => {
    if (offlineState().isOffline) void comeBack()
  })
  addEventListener('online', () => void probe())
  addEventListener('offline', goOffline)
  if (!navigator.onLine) goOffline()
  listenToTabs((message) => void (message === 'forget' ? dropDevice() : refreshWaiting()))
}

/** The device says so itself, before a request has failed. */
function goOffline(): void {
  if (!offlineState().isKept) return
  changeOfflineState({ isOffline: true })
  probeLater()
}

export async function refreshWaiting(): Promise<void> {
  const device = await findDevice(clock())
  if (device) await showWaiting(device)
}

/** The owner has unlocked it: pending changes can be shown and sent. */
export async function continueUnlocked(): Promise<void> {
  await refreshWaiting()
  if (!offlineState().isOffline) void synchronize()
}

/** The server responds again: send pending changes first, then refetch every screen. */
async function comeBack(): Promise<void> {
  changeOfflineState({ isOffline: false })
  await synchronize()
  await queryClient?.invalidateQueries()
}

let probing: ReturnType<typeof setTimeout> | undefined
function probeLater(): void {
  clearTimeout(probing)
  probing = setTimeout(() => void probe(), PROBE_MS)
}

/** Any answer of the server is reported, which ends the offline state. */
async function probe(): Promise<void> {
  if (offlineState().isOffline && document.visibilityState === 'visible')
    await findCurrentSession().catch(() => null)
}

let running: Promise<void> | null = null
let next: Promise<void> | null = null

/** Sends pending changes, then copies the vault. Does nothing without a connection. */
export function synchronize(): Promise<void> {
  // A run in progress may be past sending: a new item would wait until the next change.
  if (running) next ??= running.then(() => start())
  return next ?? start()
}

function start(): Promise<void> {
  next = null
  running = synchronizeOnce()
    .catch(handleFailure)
    .finally(() => {
      running = null
    })
  return running
}

async function synchronizeOnce(): Promise<void> {
  const device = await findDevice(clock())
  if (!device) return
  const owner = await findOwner()
  if (!owner) return
  await showWaiting(device)
  if (isUnlocked() && offlineState().waiting?.length) {
    const sent = await sendOutbox(device, async () => (await findOwner()) !== null)
    if (sent > 0) await queryClient?.invalidateQueries()
  }
  // A short session only sends pending changes.
  if ((await applyContact(contactOf(owner), clock())) !== 'everything') return
  const { id, locale, timeZone } = owner
  const { asOf } = await copyVault(device, { id, locale, timeZone }, clock())
  changeOfflineState({ asOf, problem: null })
}

type Owner = VaultCopy['user'] & { sessionKind: SessionUser['sessionKind'] }

/** The signed-in user, if the device is theirs. Otherwise everything on it is deleted; without a connection nothing is known. */
async function findOwner(): Promise<Owner | null> {
  const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' })
  if (!response.ok) return null
  const current = await response.json()
  if (!current) {
    await endDevice(clock())
    return null
  }
  const { id, locale, timeZone } = current.user
  const owner: Owner = { id, locale, timeZone, sessionKind: current.session.kind }
  return (await applyContact(contactOf(owner), clock())) === 'nothing' ? null : owner
}

const contactOf = ({ id, sessionKind }: Pick<Owner, 'id' | 'sessionKind'>): Contact => ({
  kind: 'signed-in',
  userId: id,
  session: sessionKind,
})

async function handleFailure(error: unknown): Promise<void> {
  if (isFull(error)) return changeOfflineState({ problem: 'full' })
  if (error instanceof Problem && error.code === 'not_authenticated') return endDevice(clock())
  // No connection, or forgotten meanwhile: the next change or start tries again.
  const isExpected = error instanceof TypeError || error instanceof Problem || error instanceof ForgottenError
  if (!isExpected) throw error
}
