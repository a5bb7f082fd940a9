import { useQueryClient } from '@tanstack/react-query'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { accessTokensQuery, sessionsQuery, signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'

/**
 * Runs a change of the sign-in methods, with reauthentication when it is needed, and then refetches them: even after an
 * error, because the screen is then out of date. Closing a dialog is not an error: `isCancelled` is then true.
 */
export function useSignInMethodChange<I, O>(work: (input: I) => Promise<O>) {
  const queryClient = useQueryClient()
  const action = useAuthAction(null, async (input: I) => {
    try {
      return await withReauthentication(() => work(input))
    } finally {
      await Promise.all(
        [signInMethodsQuery, sessionsQuery, accessTokensQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ).catch(() => null)
    }
  })
  const isCancelled = action.problem?.code === 'cancelled'
  return { ...action, problem: isCancelled ? null : action.problem, isCancelled }
}
