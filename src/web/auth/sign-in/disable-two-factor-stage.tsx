import { Link } from '@tanstack/react-router'
import { revertTwoFactor } from '#web/auth/api.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ButtonRow } from '#web/ui/button-row.tsx'
import { ActionLinkForm } from './action-link-form.tsx'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { ExpiredLinkLayout } from './expired-link-layout.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function DisableTwoFactorStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { refreshAfterSignOut } = useSessionChange()
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Two-step verification"
      heading="Turn off two-step verification?"
      intro="Two-step verification was turned on for your vault. If that wasn’t you, turn it off here: everyone is signed out, and you set a new password next."
    >
      <ActionLinkForm
        submitLabel="Turn it off"
        failure="Two-step verification is still on"
        work={async () => {
          await revertTwoFactor(code)
          await refreshAfterSignOut()
          onStageChange('twoFactorDisabled')
        }}
        onExpiredLink={() => onStageChange('expiredDisableTwoFactor')}
      />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function TwoFactorDisabledStage({ headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Two-step verification off"
      heading="Two-step verification is off"
      intro="Everyone was signed out. If you didn’t turn it on yourself, someone knows your password: set a new one now."
    >
      <ButtonRow>
        <Link to="/login" search={{ mode: 'forgotPassword' }} className={buttonClass({ tone: 'primary' })}>
          Set a new password
        </Link>
        <Link to="/login" className={buttonClass()}>
          Go to sign in
        </Link>
      </ButtonRow>
    </SignInLayout>
  )
}

export function ExpiredDisableTwoFactorStage({ headingRef, next }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>
        If two-step verification is still on and you don’t have the app, sign in with one of your recovery
        codes.
      </p>
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}
