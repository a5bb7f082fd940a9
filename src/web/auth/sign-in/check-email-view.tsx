import { requestPasswordReset, requestSignInLink, sendVerification } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

type CheckEmailViewProps = { kind: 'reset' | 'confirm' | 'signIn'; email: string }

const kinds = {
  reset: {
    send: requestPasswordReset,
    failure: 'Password reset failed',
    sent: { title: 'Password reset sent', description: 'Check your email for password reset instructions.' },
  },
  confirm: {
    send: sendVerification,
    failure: 'The link was not sent',
    sent: { title: 'Link sent', description: 'Check your email for the link.' },
  },
  signIn: {
    send: requestSignInLink,
    failure: 'The link was not sent',
    sent: { title: 'Link sent', description: 'Check your email for the link.' },
  },
}

/** The same for every address: it must not reveal which ones have an account. */
export function CheckEmailView({ kind, email }: CheckEmailViewProps) {
  const { send, failure, sent } = kinds[kind]
  const again = useAuthAction(failure, async (address: string) => {
    await send(address)
    showToast(sent)
  })
  return (
    <>
      <p className="text-lg text-muted">
        {kind === 'reset' && (
          <>
            If <Address email={email} /> has an account, we sent it a link to set a new password. The link
            works once, for 30 minutes.
          </>
        )}
        {kind === 'confirm' && (
          <>
            We sent a message to <Address email={email} />. Open the link in it to confirm your email. It
            works once, for 24 hours.
          </>
        )}
        {kind === 'signIn' && (
          <>
            If <Address email={email} /> has a vault, we sent it a link that signs you in. The link works
            once, for 10 minutes.
          </>
        )}
      </p>
      <OutboxLinkView email={email} />
      <div className="flex flex-col items-start gap-3">
        {again.problem && <AuthErrorCard title={failure} problem={again.problem} />}
        <p className="text-muted">Nothing after a few minutes? Check your spam folder, or send it again.</p>
        <Button onPress={() => again.start(email)} isPending={again.isPending}>
          Send it again
        </Button>
      </div>
    </>
  )
}

function Address({ email }: { email: string }) {
  return <strong className="break-all font-semibold text-ink">{email}</strong>
}
