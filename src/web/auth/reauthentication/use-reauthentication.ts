import { useSyncExternalStore } from 'react'
import { Problem } from '#shared/http/errors.ts'

/** One question for everything that waits: `settle` with a problem when she does not want to, or cannot. */
export type PendingReauthentication = { settle: (refused?: Problem) => void }

let asked: { proof: PendingReauthentication; answer: Promise<void> } | null = null
const listeners = new Set<() => void>()

function change(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Two calls that need a proof at the same time are answered by one dialog. */
function requestReauthentication(): Promise<void> {
  if (asked) return asked.answer
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settle = (refused?: Problem) => {
    if (asked?.answer !== promise) return
    change(null)
    if (refused) reject(refused)
    else resolve()
  }
  change({ proof: { settle }, answer: promise })
  return promise
}

/**
 * Runs `work`; where the server wants to know again that it is she, asks her in a dialog and runs it once more. Rejects
 * with `cancelled` when she closes the dialog, and with whatever else `work` rejects with. `work` must bear being run
 * again: what the server refuses so has changed nothing.
 */
export async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'reauthentication_needed') throw error
  }
  await requestReauthentication()
  // Asked once: what is refused for the same reason after a proof is refused for another, such as a wrong password.
  return work()
}

/** What the one dialog has to ask just now. */
export function usePendingReauthentication(): PendingReauthentication | null {
  return useSyncExternalStore(subscribe, currentReauthentication, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentReauthentication(): PendingReauthentication | null {
  return asked?.proof ?? null
}
