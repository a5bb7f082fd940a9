import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Problem } from '#shared/http/errors.ts'
import { mailedLinkQuery } from '#web/auth/api.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

/** Includes the mailed link: its page is still shown and would check the used link again. It is dropped with that page. */
const kept = new Set<unknown>([sessionQuery.queryKey[0], mailedLinkQuery('verifyEmail', '').queryKey[0]])

/**
 * After a session began or ended: clears an earlier user's data from memory, and notifies every screen who is signed
 * in.
 */
export function useSessionChange() {
  const queryClient = useQueryClient()

  async function refresh(): Promise<SessionUser | null> {
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) })
    return user
  }

  return {
    refresh,
    /** Ignores a failure: the page learns later that the browser was signed out. */
    refreshAfterSignOut: () => refresh().catch(() => null),
    async afterSignIn(): Promise<void> {
      requireStoredSession(await refresh())
    },
  }
}

/** The sign-in succeeded, but there is no session: the browser stores no cookies. */
export function requireStoredSession(user: SessionUser | null): SessionUser {
  if (!user) throw new Problem('storage_unsupported')
  return user
}

/**
 * Runs a sign-in, and then opens the vault. When a two-factor code is needed, its page opens instead: it has a separate
 * URL, so that a reload stays there and Back returns to the other sign-in methods. Rejects with the error of `work`.
 */
export function useCompleteSignIn(next: string | undefined): (work: () => Promise<unknown>) => Promise<void> {
  const { afterSignIn } = useSessionChange()
  const navigate = useNavigate()
  return async (work) => {
    try {
      await work()
    } catch (error) {
      if (toProblem(error).code !== 'second_factor_needed') throw error
      // Two-factor verification needs a cookie too: without it every code would be refused.
      if (!navigator.cookieEnabled) throw new Problem('storage_unsupported')
      await navigate({ to: '/login', search: { mode: 'secondFactor', next } })
      return
    }
    await afterSignIn()
  }
}
