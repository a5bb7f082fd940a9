import { Suspense } from 'react'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

// Few visits need it, and the sign-in form must not wait for it.
const TwoFactorForm = lazyPart(() => import('./two-factor-form.tsx').then((module) => module.TwoFactorForm))

export function TwoFactorStage({ headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Two-step verification`}
      heading={t`Two-step verification`}
      intro={t`Enter the code from your authenticator app, or one of your recovery codes.`}
    >
      <Suspense fallback={<Spinner />}>
        <TwoFactorForm next={next} />
      </Suspense>
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
