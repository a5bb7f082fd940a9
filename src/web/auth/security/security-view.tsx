import { useQuery } from '@tanstack/react-query'
import type { User } from '#shared/account/profile.ts'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccessTokenList } from './access-token-list.tsx'
import { EmailChangeView } from './email-change-view.tsx'
import { LinkedAccountList } from './linked-account-list.tsx'
import { OAuthResultView } from './oauth-result-view.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordChangeView } from './password-change-view.tsx'
import { signInMethodsText } from './security-text.ts'
import { SessionList } from './session-list.tsx'
import { TwoFactorView } from './two-factor-view.tsx'

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
