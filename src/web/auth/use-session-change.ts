import { useQueryClient } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'

/** After a session began or ended: what an earlier owner left in memory goes, and every screen hears who is here. */
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
    async opened(): Promise<void> {
      requireStoredSession(await refresh())
    },
  }
}

/** A sign-in that was right, and then nobody is here: the browser keeps no cookies. */
export function requireStoredSession(user: SessionUser | null): SessionUser {
  if (!user) throw new Problem('storage_unsupported')
  return user
}
