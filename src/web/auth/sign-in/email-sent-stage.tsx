import { t } from '#web/i18n/t.ts'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { CheckEmailView } from './check-email-view.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

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
