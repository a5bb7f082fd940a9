import { useQuery } from '@tanstack/react-query'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { ReauthenticationMethodList } from './reauthentication-method-list.tsx'
import type { PendingReauthentication } from './use-reauthentication.ts'

/** Asks her to prove that it is she, in whichever way her vault has. Closing it leaves everything as it was. */
export function ReauthenticationDialog({ asked }: { asked: PendingReauthentication }) {
  const { data, error, refetch } = useQuery({ ...signInMethodsQuery, staleTime: 0 })
  const stop = () => asked.settle(new Problem('cancelled'))
  return (
    <Dialog title="Is it still you?" size="sm" isOpen onOpenChange={(opens) => !opens && stop()}>
      <div className="grid grid-cols-1 gap-5">
        <p className="text-muted">
          It has been a while since you signed in, and this concerns who gets into your vault or what leaves
          it. What you entered stays as it is.
        </p>
        {data ? (
          <Ways signInMethods={data} onReauthenticated={() => asked.settle()} />
        ) : error ? (
          <>
            <ProblemNote problem={error} onRetry={() => void refetch()} />
            <Button onPress={stop}>Not now</Button>
          </>
        ) : (
          <Skeleton className="h-36" />
        )}
      </div>
    </Dialog>
  )
}

function Ways({
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
