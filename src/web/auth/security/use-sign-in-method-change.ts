import { useQueryClient } from '@tanstack/react-query'
import { sessionsQuery, waysInQuery } from '#web/auth/api.ts'
import { withProof } from '#web/auth/reauthentication/use-reauthentication.ts'
import { useAttempt } from '#web/auth/use-auth-action.ts'

/**
 * One change of her ways in: asks her to prove herself where that is due, and reads anew what stands on it, also when it
 * was refused, for then something is otherwise than the screen says. That she closed a question is
 * no problem: then `isStopped` is true.
 */
export function useWayInChange<I, O>(work: (input: I) => Promise<O>) {
  const queryClient = useQueryClient()
  const attempt = useAttempt(null, async (input: I) => {
    try {
      return await withProof(() => work(input))
    } finally {
      await Promise.all(
        [waysInQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      ).catch(() => null)
    }
  })
  const isStopped = attempt.problem?.code === 'cancelled'
  return { ...attempt, problem: isStopped ? null : attempt.problem, isStopped }
}
