import type { currentSessionContract } from '#shared/auth/current-session-contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof currentSessionContract>()

/** Counts as use of the session; `null` once nobody is signed in. */
export function findCurrentSession(signal?: AbortSignal) {
  return api.call('GET /api/auth/get-session', { ...(signal && { signal }) })
}

export function signOut(): Promise<unknown> {
  return api.call('POST /api/auth/sign-out')
}
