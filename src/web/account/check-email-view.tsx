import { Button } from '#web/core/ui/button.tsx'
import { showToast } from '#web/core/ui/toast-queue.ts'
import { requestPasswordReset, sendVerification } from './api.ts'
import { OutboxView } from './outbox-view.tsx'
import { RefusalCard } from './refusal-card.tsx'
import { useAttempt } from './use-attempt.ts'

type CheckEmailViewProps = { kind: 'reset' | 'confirm'; email: string }

/** Says the same for every address: it must not tell which ones have an account. */
export function CheckEmailView({ kind, email }: CheckEmailViewProps) {
  const isReset = kind === 'reset'
  const failure = isReset ? 'Password reset failed' : 'The link was not sent'
  const again = useAttempt(failure, async (address: string) => {
    await (isReset ? requestPasswordReset(address) : sendVerification(address))
    showToast(
      isReset
        ? { title: 'Password reset sent', description: 'Check your email for password reset instructions.' }
        : { title: 'Link sent', description: 'Check your email for the link.' },
    )
  })
  return (
    <>
      <p className="text-lg text-muted">
        {isReset ? (
          <>
            If <Address email={email} /> has an account, a link to set a new password is on its way there. It
            works once, for 30 minutes.
          </>
        ) : (
          <>
            We sent a message to <Address email={email} />. Open the link in it and your vault opens. It works
            once, for 24 hours.
          </>
        )}
      </p>
      <OutboxView email={email} />
      <div className="flex flex-col items-start gap-3">
        {again.problem && <RefusalCard title={failure} problem={again.problem} />}
        <p className="text-muted">
          Nothing there after a few minutes? Look among unwanted mail, or send it again.
        </p>
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
