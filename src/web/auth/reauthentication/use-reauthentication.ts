import { useSyncExternalStore } from 'react'
import { Problem } from '#shared/http/errors.ts'

/** The one dialog that all waiting calls share; `complete` takes a problem when the user closes it, or it fails. */
export type PendingReauthentication = { complete: (problem?: Problem) => void }

let pending: { reauthentication: PendingReauthentication; result: Promise<void> } | null = null
const listeners = new Set<() => void>()

function setPending(next: typeof pending): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Two concurrent calls that need reauthentication share one dialog. */
function requestReauthentication(): Promise<void> {
  if (pending) return pending.result
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const complete = (problem?: Problem) => {
    if (pending?.result !== promise) return
    setPending(null)
    if (problem) reject(problem)
    else resolve()
  }
  setPending({ reauthentication: { complete }, result: promise })
  return promise
}

/**
 * Runs `work`; when the server asks for reauthentication, opens the dialog and runs it again. Rejects with `cancelled`
 * when the user closes the dialog, and with any other error of `work`. It is safe to run `work` again: a refusal of
 * this kind has changed nothing.
 */
export async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'reauthentication_needed') throw error
  }
  await requestReauthentication()
  // Only once: the same refusal after reauthenticating has another cause, such as a wrong password.
  return work()
}

/** The reauthentication that the dialog is for, or `null`. */
export function usePendingReauthentication(): PendingReauthentication | null {
  return useSyncExternalStore(subscribe, currentReauthentication, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentReauthentication(): PendingReauthentication | null {
  return pending?.reauthentication ?? null
}
