import { useSyncExternalStore } from 'react'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import { t } from '#web/i18n/t.ts'
import type { Toast } from '#web/ui/toast-queue.ts'
import { readFlag } from './forget-device.ts'

const isPhone = typeof navigator !== 'undefined' && /iPhone|iPad|Android/.test(navigator.userAgent)

/** The owner's name for this device. */
export const deviceName = () => (isPhone ? t`phone` : t`device`)

export type OfflineState = {
  /** The owner's vault is kept here. */
  isKept: boolean
  /** The server was not reached: the screens show the copy. */
  isOffline: boolean
  /** The copy can be read after the PIN, or with the passkey. */
  isLocked: boolean
  unlocksBy: 'pin' | 'passkey'
  /** The last wrong try has deleted everything. */
  isDeleted: boolean
  /** When the copy was made; `null` if there is none. */
  asOf: string | null
  /** `null` while they cannot be read. */
  waiting: readonly OutboxItem[] | null
  /** The device had no room for the copy, or cannot keep any. */
  problem: 'full' | 'unsupported' | null
  /** Takes the new version of the program that is ready. */
  update: (() => void) | null
}

let state: OfflineState = {
  isKept: readFlag().kind === 'kept',
  isOffline: false,
  isLocked: false,
  unlocksBy: 'pin',
  isDeleted: false,
  asOf: null,
  waiting: [],
  problem: null,
  update: null,
}
const listeners = new Set<() => void>()

export function changeOfflineState(change: Partial<OfflineState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const offlineState = (): OfflineState => state

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOfflineState(): OfflineState {
  return useSyncExternalStore(subscribe, offlineState, offlineState)
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => state.isOffline,
    () => false,
  )
}

/** The message after saving: `title`, or that the record is queued on this device. */
export function savedToast(id: string, toast: Toast): Toast {
  if (!state.waiting?.some((item) => isAbout(item, id))) return toast
  return { title: t`Waiting to be sent`, description: t`Kept on this device until there is a connection.` }
}

const isAbout = ({ key, path }: OutboxItem, id: string) => key === id || path.endsWith(`/${id}`)

/** Whether a record or a change of it is queued on this device; `null` if not. */
export function useWaiting(id: string): OutboxItem['state']['kind'] | null {
  const { waiting } = useOfflineState()
  return waiting?.find((item) => isAbout(item, id))?.state.kind ?? null
}
