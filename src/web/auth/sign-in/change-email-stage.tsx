import { confirmEmailChange } from '#web/auth/api.ts'
import { MailedLinkView } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink, ButtonRow } from '#web/ui/button.tsx'
import { ActionLinkForm } from './action-link-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function ChangeEmailStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { refreshAfterSignOut } = useSessionChange()
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`New email`}
      heading={t`Use this email from now on?`}
      intro={t`You asked to change the email of your vault to the one that this message was sent to. Once you confirm, you sign in with it, and every device is signed out.`}
    >
      <MailedLinkView
        mode="verifyAndChangeEmail"
        code={code}
        onExpiredLink={() => onStageChange('expiredChangeEmail')}
      >
        {() => (
          <ActionLinkForm
            submitLabel={t`Use this email`}
            failure={t`Your email was not changed`}
            work={async () => {
              const changed = await confirmEmailChange(code)
              await refreshAfterSignOut()
              onStageChange('emailChanged', { email: changed.email })
            }}
            onExpiredLink={() => onStageChange('expiredChangeEmail')}
          />
        )}
      </MailedLinkView>
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function EmailChangedStage({ email, headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Email changed`}
      heading={t`Your email is changed`}
      intro={
        <Trans>
          Sign in with <strong className="break-all font-semibold text-ink">{[email]}</strong> from now on.
          Every device was signed out.
        </Trans>
      }
    >
      <ButtonRow>
        <ButtonLink to="/login" tone="primary">{t`Sign in`}</ButtonLink>
      </ButtonRow>
    </SignInLayout>
  )
}

export function ExpiredChangeEmailStage({ headingRef, next }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>{t`If you cannot sign in with your new email yet, change it again in Settings.`}</p>
      <ButtonRow>
        <ButtonLink
          to="/login"
          search={{ next: '/settings?section=security' }}
        >{t`Go to Settings`}</ButtonLink>
      </ButtonRow>
    </ExpiredLinkLayout>
  )
}
