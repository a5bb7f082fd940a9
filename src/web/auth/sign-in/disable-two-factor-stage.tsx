import { revertTwoFactor } from '#web/auth/api.ts'
import { MailedLinkView } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { WhatRecoveryDrops } from '#web/auth/recovery/recovery-view.tsx'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ActionLinkForm } from './action-link-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function DisableTwoFactorStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { refreshAfterSignOut } = useSessionChange()
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Two-step verification`}
      heading={t`Take your account back?`}
      intro={t`Two-step verification was turned on for your vault. If that wasn’t you, take your account back: two-step verification is turned off, and everyone is signed out.`}
    >
      <WhatRecoveryDrops />
      <MailedLinkView
        mode="revertSecondFactorAddition"
        code={code}
        onExpiredLink={() => onStageChange('expiredDisableTwoFactor')}
      >
        {() => (
          <ActionLinkForm
            submitLabel={t`Take my account back`}
            failure={t`Two-step verification is still on`}
            work={async () => {
              const { resetToken, ...recovered } = await revertTwoFactor(code)
              await refreshAfterSignOut()
              onStageChange('accountRecovered', { ...recovered, code: resetToken })
            }}
            onExpiredLink={() => onStageChange('expiredDisableTwoFactor')}
          />
        )}
      </MailedLinkView>
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function ExpiredDisableTwoFactorStage({ headingRef, next }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>
        <Trans>
          If two-step verification is still on and you don’t have the app, sign in with one of your recovery
          codes.
        </Trans>
      </p>
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}
