import { getRouteApi } from '@tanstack/react-router'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'

const route = getRouteApi('/settings')

/** How it went at a provider that she comes back from. It stands first, since the page opens at its top. */
export function OAuthResultView({ signInMethods }: { signInMethods: SignInMethods }) {
  const { problem, linked } = route.useSearch()
  if (problem !== undefined && isProblemCode(problem)) {
    const refused = new Problem(problem)
    return <AuthErrorCard title={refused.title} problem={refused} />
  }
  const account = signInMethods.linkedAccounts.find(({ provider }) => provider === linked)
  if (!account) return null
  return (
    <p role="status" className="rounded-card bg-accent-soft p-4">
      {`${account.providerName} is linked. You can sign in with it from now on.`}
    </p>
  )
}
