import { getRouteApi } from '@tanstack/react-router'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { t } from '#web/i18n/t.ts'

const route = getRouteApi('/settings')

/** The result of linking at a provider, after coming back. Shown first, because the page opens at its top. */
export function OAuthResultView({ signInMethods }: { signInMethods: SignInMethods }) {
  const { problem, linked } = route.useSearch()
  if (problem !== undefined && isProblemCode(problem)) {
    const error = new Problem(problem)
    return <AuthErrorCard title={t(error.title)} problem={error} />
  }
  const account = signInMethods.linkedAccounts.find(({ provider }) => provider === linked)
  if (!account) return null
  return (
    <p role="status" className="rounded-card bg-accent-soft p-4">
      {t`${account.providerName} is linked. You can sign in with it now.`}
    </p>
  )
}
