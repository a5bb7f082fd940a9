import { useNavigate } from '@tanstack/react-router'
import { Problem } from '#shared/http/errors.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

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
