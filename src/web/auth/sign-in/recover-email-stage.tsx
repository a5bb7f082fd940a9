import { recoverEmail } from '#web/auth/api.ts'
import { MailedLinkView } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { DroppedList, WhatRecoveryDrops } from '#web/auth/recovery/recovery-view.tsx'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink, ButtonRow } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ActionLinkForm } from './action-link-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function RecoverEmailStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { refreshAfterSignOut } = useSessionChange()
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Your email`}
      heading={t`Take your account back?`}
      intro={t`Someone changed the email of your vault, or asked to. If that wasn’t you, take your account back: your vault uses this email again, and everyone is signed out.`}
    >
      <WhatRecoveryDrops />
      <MailedLinkView
        mode="recoverEmail"
        code={code}
        onExpiredLink={() => onStageChange('expiredRecoverEmail')}
      >
        {() => (
          <ActionLinkForm
            submitLabel={t`Take my account back`}
            failure={t`Your account was not restored`}
            work={async () => {
              const { resetToken, ...recovered } = await recoverEmail(code)
              await refreshAfterSignOut()
              onStageChange('accountRecovered', { ...recovered, code: resetToken })
            }}
            onExpiredLink={() => onStageChange('expiredRecoverEmail')}
          />
        )}
      </MailedLinkView>
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function AccountRecoveredStage({ code, email, dropped, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`New password`}
      heading={t`Your account is yours again. Now choose a new password`}
      intro={
        <Trans>
          Your vault belongs to <strong className="break-all font-semibold text-ink">{[email]}</strong>. The
          old password no longer works.
        </Trans>
      }
    >
      <DroppedList dropped={dropped} />
      <ResetPasswordForm
        code={code}
        onDone={() => onStageChange('passwordSet')}
        onExpiredLink={() => onStageChange('expiredReset')}
      />
    </SignInLayout>
  )
}

export function ExpiredRecoverEmailStage({ headingRef, next }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>
        <Trans>
          If you already restored your email, set a new password for it. If someone else controls your vault
          and this was your only link, ask the people who run this Lanyard for help.
        </Trans>
      </p>
      <ButtonRow>
        <ButtonLink to="/login" search={{ mode: 'forgotPassword', next }}>{t`Set a new password`}</ButtonLink>
        {siteConfig.contactUrl && (
          <a href={siteConfig.contactUrl} className={buttonClass()}>{t`Ask for help`}</a>
        )}
      </ButtonRow>
    </ExpiredLinkLayout>
  )
}
