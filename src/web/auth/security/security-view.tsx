import { useQuery } from '@tanstack/react-query'
import type { User } from '#shared/account/profile.ts'
import { waysInQuery } from '#web/auth/api.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailView } from './email-change-view.tsx'
import { LinkedAccountList } from './linked-account-list.tsx'
import { ReturnView } from './oauth-result-view.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordView } from './password-change-view.tsx'
import { waysInSentence } from './security-text.ts'
import { SessionList } from './session-list.tsx'
import { SecondStepView } from './two-factor-view.tsx'

/** How she gets in, and who else might: what is asked for most stands first. */
export function SecurityView({ user }: { user: User }) {
  const { data, error, refetch } = useQuery({ ...waysInQuery, staleTime: 0 })
  if (!data)
    return error ? (
      <ProblemNote problem={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-[42rem]" />
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <ReturnView waysIn={data} />
      <p className="max-w-[62ch] text-muted">{waysInSentence(data)}</p>
      <PasswordView user={user} hasPassword={data.hasPassword} />
      <SessionList />
      <SecondStepView secondFactor={data.secondFactor} />
      <PasskeyList passkeys={data.passkeys} />
      <EmailView user={user} />
      <LinkedAccountList linkedAccounts={data.linkedAccounts} />
    </div>
  )
}
