import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { User } from '#shared/account/profile.ts'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { AccessTokenList } from './access-token-list.tsx'
import { EmailChangeView } from './email-change-view.tsx'
import { LinkedAccountList } from './linked-account-list.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordChangeView } from './password-change-view.tsx'
import { signInMethodsText } from './security-text.ts'
import { SessionList } from './session-list.tsx'
import { TwoFactorView } from './two-factor-view.tsx'

const route = getRouteApi('/settings')

/** Account security. The most often needed sections come first. */
export function SecurityView({ user }: { user: User }) {
  const { data, error, refetch } = useQuery({ ...signInMethodsQuery, staleTime: 0 })
  if (!data)
    return error ? (
      <ProblemNote problem={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-[42rem]" />
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <OAuthResultView signInMethods={data} />
      <p className="max-w-[62ch] text-muted">{signInMethodsText(data)}</p>
      <PasswordChangeView user={user} hasPassword={data.hasPassword} />
      <SessionList />
      <TwoFactorView secondFactor={data.secondFactor} />
      <PasskeyList passkeys={data.passkeys} />
      <EmailChangeView user={user} />
      <LinkedAccountList linkedAccounts={data.linkedAccounts} />
      <AccessTokenList />
    </div>
  )
}

/** The result of linking at a provider, after coming back. Shown first, because the page opens at its top. */
function OAuthResultView({ signInMethods }: { signInMethods: SignInMethods }) {
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
