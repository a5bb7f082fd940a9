import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, LogIn, Mail } from 'lucide-react'
import {
  passkeyOptionsToSignIn,
  providersQuery,
  type Stay,
  signInByPasskey,
  signInByProvider,
} from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { askPasskey, canUsePasskeys } from '#web/auth/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useWayIn } from './use-complete-sign-in.ts'
import { pathWithin, sendable } from './use-redirect-target.ts'

type WayInListProps = { stay: Stay; next: string | undefined }

/** The ways in besides the password; providers only where the operator has set some up. */
export function WayInList({ stay, next }: WayInListProps) {
  const enter = useWayIn(next)
  const { data: providers } = useQuery(providersQuery)
  const passkey = useAttempt(null, () =>
    enter(async () => signInByPasskey(await askPasskey(await passkeyOptionsToSignIn()), stay)),
  )
  const provider = useAttempt(null, async (id: string) => {
    const { url } = await signInByProvider(id, sendable(pathWithin(next)), stay)
    location.assign(url)
  })
  const problem = passkey.problem ?? provider.problem

  return (
    <section aria-labelledby="other-ways" className="grid gap-3">
      <h2 id="other-ways" className="flex items-center gap-4 font-normal text-base text-muted">
        <span className="h-px flex-1 bg-line" />
        or without your password
        <span className="h-px flex-1 bg-line" />
      </h2>
      {problem?.code === 'cancelled' ? (
        <p role="status" className="text-muted">
          {problem.message}
        </p>
      ) : (
        problem && <RefusalCard title={problem.title} problem={problem} />
      )}
      {canUsePasskeys() && (
        <Button
          wide
          isPending={passkey.isPending}
          onPress={() => {
            provider.forget()
            passkey.start()
          }}
        >
          <KeyRound className="size-4" aria-hidden />
          Use a passkey
        </Button>
      )}
      {providers?.items.map(({ id, name }) => (
        <Button
          key={id}
          wide
          isPending={provider.isPending}
          onPress={() => {
            passkey.forget()
            provider.start(id)
          }}
        >
          <LogIn className="size-4" aria-hidden />
          <span className="truncate">Continue with {name}</span>
        </Button>
      ))}
      <Link to="/login" search={{ mode: 'emailLink', next }} className={buttonClass({ wide: true })}>
        <Mail className="size-4" aria-hidden />
        Email me a link instead
      </Link>
    </section>
  )
}
