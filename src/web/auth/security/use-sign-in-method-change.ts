import { useQueryClient } from '@tanstack/react-query'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { sessionsQuery, signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'

/**
 * One change of her ways in: asks her to prove herself where that is due, and reads anew what stands on it, also when it
 * was refused, for then something is otherwise than the screen says. That she closed a question is
 * no problem: then `isCancelled` is true.
 */
export function useSignInMethodChange<I, O>(work: (input: I) => Promise<O>) {
  const queryClient = useQueryClient()
  const attempt = useAuthAction(null, async (input: I) => {
    try {
      return await withReauthentication(() => work(input))
    } finally {
      await Promise.all(
        [signInMethodsQuery, sessionsQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ).catch(() => null)
    }
  })
  const isCancelled = attempt.problem?.code === 'cancelled'
  return { ...attempt, problem: isCancelled ? null : attempt.problem, isCancelled }
}
