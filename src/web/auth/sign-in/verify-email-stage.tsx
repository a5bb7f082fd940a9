import { sendVerification } from '#web/auth/api.ts'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { EmailVerificationView } from './email-verification-view.tsx'
import { ExpiredLinkLayout } from './expired-link-layout.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function VerifyEmailStage({ code, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Confirming"
      heading="Confirming your email"
      intro="Your vault opens in a moment."
    >
      <EmailVerificationView
        code={code}
        next={next}
        onSignedIn={() => onStageChange('signedIn')}
        onExpiredLink={() => onStageChange('expiredVerification')}
      />
    </SignInLayout>
  )
}

export function ExpiredVerificationStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>If your email is already confirmed, just sign in. If not, ask for a new link.</p>
      <RequestLinkForm
        email={email}
        submitLabel="Send me a new link"
        failure="The link was not sent"
        send={sendVerification}
        onSent={(to) => onStageChange('confirmationSent', { email: to })}
      />
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}
