import { requestSignInLink } from '#web/auth/api.ts'
import { t } from '#web/i18n/t.ts'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function RequestSignInLinkStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Link by email`}
      heading={t`Sign in without your password`}
      intro={t`Enter your email and we’ll send you a link that signs you in. It works once.`}
    >
      <RequestLinkForm
        email={email}
        submitLabel={t`Email me a link`}
        failure={t`The link was not sent`}
        send={requestSignInLink}
        onSent={(to) => onStageChange('signInLinkSent', { email: to })}
      />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
