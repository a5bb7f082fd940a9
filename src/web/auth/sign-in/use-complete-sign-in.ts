import { useNavigate } from '@tanstack/react-router'
import { Problem } from '#shared/http/errors.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

/**
 * Runs a way in, and then opens the vault. Where a second step is asked for, its page opens instead: it has an address of
 * its own, so that a reload stays there and Back leads to the other ways. Rejects with what `work` was refused for.
 */
export function useCompleteSignIn(next: string | undefined): (work: () => Promise<unknown>) => Promise<void> {
  const { opened } = useSessionChange()
  const navigate = useNavigate()
  return async (work) => {
    try {
      await work()
    } catch (error) {
      if (toProblem(error).code !== 'second_factor_needed') throw error
      // The second step stands on a cookie too: without it every code would be refused.
      if (!navigator.cookieEnabled) throw new Problem('storage_unsupported')
      await navigate({ to: '/login', search: { mode: 'secondFactor', next } })
      return
    }
    await opened()
  }
}
