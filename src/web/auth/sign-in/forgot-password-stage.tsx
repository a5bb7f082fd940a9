import { t } from '#web/i18n/t.ts'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function ForgotPasswordStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Forgot password`}
      heading={t`Forgot your password?`}
      intro={t`Enter your email and we’ll send you a link to set a new one. Nothing in your vault changes.`}
    >
      <ForgotPasswordForm email={email} onSent={(to) => onStageChange('resetSent', { email: to })} />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
