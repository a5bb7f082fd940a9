import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogIn } from 'lucide-react'
import { useState } from 'react'
import type { WaysIn } from '#shared/auth/sign-in-methods.ts'
import {
  passkeyOptionsToSignIn,
  proveAgainByPasskey,
  proveAgainByProvider,
  requestSignInLink,
  sessionsQuery,
} from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { OutboxView } from '#web/auth/outbox-link-view.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { askPasskey, canUsePasskeys } from '#web/auth/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'

type ProofOtherListProps = { waysIn: WaysIn; email: string; isOnly: boolean; onProven: () => void }

/** What proves her besides a password or a code. Whose vault has nothing of it signs in afresh by a mailed link. */
export function ProofOtherList({ waysIn, email, isOnly, onProven }: ProofOtherListProps) {
  const { linkedAccounts, secondFactor, passkeys } = waysIn
  // Behind a second step a provider alone proves nothing, as a password does not.
  const providers = secondFactor.isOn ? [] : linkedAccounts
  const hasPasskey = passkeys.length > 0 && canUsePasskeys()
  if (!hasPasskey && providers.length === 0)
    return isOnly ? <MailedLink email={email} onProven={onProven} /> : null
  return (
    <section aria-label="Other ways" className="grid grid-cols-1 gap-3 border-line border-t pt-4">
      {hasPasskey && <ByPasskey onProven={onProven} />}
      {providers.map(({ id, provider, providerName }) => (
        <ByProvider key={id} provider={provider} name={providerName} />
      ))}
    </section>
  )
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const ask = useAttempt(null, async () => {
    await proveAgainByPasskey(await askPasskey(await passkeyOptionsToSignIn()))
    onProven()
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button wide isPending={ask.isPending} onPress={() => ask.start()}>
        <KeyRound aria-hidden className="size-4" />
        Use a passkey
      </Button>
      {ask.problem?.code === 'cancelled' ? (
        <p role="status" className="text-muted">
          {ask.problem.message}
        </p>
      ) : (
        ask.problem && <RefusalCard title="Not done yet" problem={ask.problem} />
      )}
    </div>
  )
}

/** A path with what the server takes as one to come back to; anything else of the address is left out. */
function here(): string {
  const { pathname, search } = location
  return /^[\w\-./~?=&%]*$/.test(search) ? `${pathname}${search}` : pathname
}

function ByProvider({ provider, name }: { provider: string; name: string }) {
  const leave = useAttempt(null, async () => {
    const { url } = await proveAgainByProvider(provider, here())
    location.assign(url)
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button wide isPending={leave.isPending} onPress={() => leave.start()}>
        <LogIn aria-hidden className="size-4" />
        {`Sign in again with ${name}`}
      </Button>
      <p className="text-muted text-sm">
        This leaves the page and comes back to it. What you have not saved yet is lost, so write it down
        first.
      </p>
      {leave.problem && <RefusalCard title="Not done yet" problem={leave.problem} />}
    </div>
  )
}

/** Signing in afresh is the proof: then the session of this browser is another one. */
function MailedLink({ email, onProven }: { email: string; onProven: () => void }) {
  const queryClient = useQueryClient()
  const [before, setBefore] = useState<string | null>(null)
  const [isEarly, setEarly] = useState(false)
  const currentSession = async () => {
    const { items } = await queryClient.fetchQuery({ ...sessionsQuery, retry: false })
    return items.find(({ isCurrent }) => isCurrent)?.id ?? ''
  }
  const send = useAttempt(null, async () => {
    const session = await currentSession()
    await requestSignInLink(email)
    setBefore(session)
  })
  const check = useAttempt(null, async () => {
    if ((await currentSession()) === before) setEarly(true)
    else onProven()
  })
  const problem = send.problem ?? check.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {before !== null ? (
          <>
            A link is on its way to <strong className="break-all">{email}</strong>. Open it in this browser,
            sign in there, and come back to this page.
          </>
        ) : (
          'Your vault has no password and no passkey, so we send you a link by email.'
        )}
      </p>
      {isEarly && (
        <p role="alert" className="rounded-card bg-expiring-soft p-4">
          Nobody has signed in with it in this browser yet. Open the link here first.
        </p>
      )}
      {before !== null && <OutboxView email={email} />}
      {problem && (
        <RefusalCard title={send.problem ? 'The link was not sent' : 'Not done yet'} problem={problem} />
      )}
      {before !== null ? (
        <Button
          tone="primary"
          isPending={check.isPending}
          onPress={() => {
            setEarly(false)
            check.start()
          }}
        >
          I signed in, go on
        </Button>
      ) : (
        <Button tone="primary" isPending={send.isPending} onPress={() => send.start()}>
          Email me a link
        </Button>
      )}
    </div>
  )
}
