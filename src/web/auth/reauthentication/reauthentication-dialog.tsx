import { useQuery } from '@tanstack/react-query'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { ReauthenticationMethodList } from './reauthentication-method-list.tsx'
import type { PendingReauthentication } from './use-reauthentication.ts'

/** Asks the user to reauthenticate, by whichever methods the account has. Closing it changes nothing. */
export function ReauthenticationDialog({ pending }: { pending: PendingReauthentication }) {
  const { data, error, refetch } = useQuery({ ...signInMethodsQuery, staleTime: 0 })
  const cancel = () => pending.complete(new Problem('cancelled'))
  return (
    <Dialog title={t`Confirm it’s you`} size="sm" onClose={cancel}>
      <div className="grid grid-cols-1 gap-5">
        <p className="text-muted">
          <Trans>
            You signed in a while ago, and this affects who can open your vault or what leaves it. What you
            entered is kept.
          </Trans>
        </p>
        {data ? (
          <Methods signInMethods={data} onReauthenticated={() => pending.complete()} />
        ) : error ? (
          <>
            <ProblemNote problem={error} onRetry={() => void refetch()} />
            <Button onPress={cancel}>{t`Not now`}</Button>
          </>
        ) : (
          <Skeleton className="h-36" />
        )}
      </div>
    </Dialog>
  )
}

function Methods({
  signInMethods,
  onReauthenticated,
}: {
  signInMethods: SignInMethods
  onReauthenticated: () => void
}) {
  const { email } = useUser()
  const { secondFactor, hasPassword } = signInMethods
  const kind = secondFactor.isOn ? 'code' : hasPassword ? 'password' : null
  return (
    <>
      {kind && (
        <ReauthenticationForm key={kind} kind={kind} email={email} onReauthenticated={onReauthenticated} />
      )}
      <ReauthenticationMethodList
        signInMethods={signInMethods}
        email={email}
        isOnly={kind === null}
        onReauthenticated={onReauthenticated}
      />
    </>
  )
}
