import { useQueryClient } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'

/** After a session began or ended: clears what an earlier user left in memory, and tells every screen who is signed in. */
export function useSessionChange() {
  const queryClient = useQueryClient()

  async function refresh(): Promise<SessionUser | null> {
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
    return user
  }

  return {
    refresh,
    /** Ignores a failure: that this browser was signed out can be learned later too. */
    refreshAfterSignOut: () => refresh().catch(() => null),
    async afterSignIn(): Promise<void> {
      requireStoredSession(await refresh())
    },
  }
}

/** Signed in, and then nobody is: the browser stores no cookies. */
export function requireStoredSession(user: SessionUser | null): SessionUser {
  if (!user) throw new Problem('storage_unsupported')
  return user
}
