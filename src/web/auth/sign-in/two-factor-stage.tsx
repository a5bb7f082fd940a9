import { t } from '#web/i18n/t.ts'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'
import { TwoFactorForm } from './two-factor-form.tsx'

export function TwoFactorStage({ headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Two-step verification`}
      heading={t`Two-step verification`}
      intro={t`Enter the code from your authenticator app, or one of your recovery codes.`}
    >
      <TwoFactorForm next={next} />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
