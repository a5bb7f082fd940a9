import { msg } from '#shared/i18n/translate.ts'
import { requestPasswordReset, requestSignInLink, sendVerification } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { BackToSignIn, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

const kinds = {
  reset: {
    send: requestPasswordReset,
    failure: msg`Password reset failed`,
    sent: {
      title: msg`Password reset sent`,
      description: msg`Check your email for password reset instructions.`,
    },
  },
  confirm: {
    send: sendVerification,
    failure: msg`The link was not sent`,
    sent: { title: msg`Link sent`, description: msg`Check your email for the link.` },
  },
  signIn: {
    send: requestSignInLink,
    failure: msg`The link was not sent`,
    sent: { title: msg`Link sent`, description: msg`Check your email for the link.` },
  },
}

export function EmailSentStage({ stage, email, headingRef, next }: StageProps) {
  const kind = stage === 'resetSent' ? 'reset' : stage === 'confirmationSent' ? 'confirm' : 'signIn'
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Check your email`}
      heading={t`Check your email`}
    >
      <CheckEmailView kind={kind} email={email} />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

type CheckEmailViewProps = { kind: 'reset' | 'confirm' | 'signIn'; email: string }

/** The same for every address: it must not reveal which ones have an account. */
function CheckEmailView({ kind, email }: CheckEmailViewProps) {
  const { send, failure, sent } = kinds[kind]
  const again = useAuthAction(t(failure), async (address: string) => {
    await send(address)
    showToast({ title: t(sent.title), description: t(sent.description) })
  })
  return (
    <>
      <p className="text-lg text-muted">
        {kind === 'reset' && (
          <Trans>
            If <Address email={email} /> has an account, we sent it a link to set a new password. The link
            works once, for 30 minutes.
          </Trans>
        )}
        {kind === 'confirm' && (
          <Trans>
            We sent a message to <Address email={email} />. Open the link in it to confirm your email. It
            works once, for 24 hours.
          </Trans>
        )}
        {kind === 'signIn' && (
          <Trans>
            If <Address email={email} /> has a vault, we sent it a link that signs you in. The link works
            once, for 10 minutes.
          </Trans>
        )}
      </p>
      <OutboxLinkView email={email} />
      <div className="flex flex-col items-start gap-3">
        {again.problem && <AuthErrorCard title={t(failure)} problem={again.problem} />}
        <p className="text-muted">{t`Nothing after a few minutes? Check your spam folder, or send it again.`}</p>
        <Button onPress={() => again.start(email)} isPending={again.isPending}>{t`Send it again`}</Button>
      </div>
    </>
  )
}

function Address({ email }: { email: string }) {
  return <strong className="break-all font-semibold text-ink">{email}</strong>
}
