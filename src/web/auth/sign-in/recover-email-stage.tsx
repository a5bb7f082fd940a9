import { Link } from '@tanstack/react-router'
import { recoverEmail } from '#web/auth/api.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { siteConfig } from '#web/config/site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ButtonRow } from '#web/ui/button-row.tsx'
import { ActionLinkForm } from './action-link-form.tsx'
import { BackToSignIn } from './back-to-sign-in-view.tsx'
import { ExpiredLinkLayout } from './expired-link-layout.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function RecoverEmailStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { refreshAfterSignOut } = useSessionChange()
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Your email"
      heading="Restore this email?"
      intro="The email of your vault was changed. If that wasn’t you, restore the old one: everyone is signed out, the password stops working, and you choose a new one."
    >
      <p>Passkeys, linked accounts and two-step verification that were added since then are removed too.</p>
      <ActionLinkForm
        submitLabel="Restore this email"
        failure="Your email was not restored"
        work={async () => {
          const recovered = await recoverEmail(code)
          await refreshAfterSignOut()
          onStageChange('emailRecovered', { email: recovered.email, code: recovered.resetToken })
        }}
        onExpiredLink={() => onStageChange('expiredRecoverEmail')}
      />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function EmailRecoveredStage({ code, email, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="New password"
      heading="Your email is restored. Now choose a new password"
      intro={
        <>
          Your vault belongs to <strong className="break-all font-semibold text-ink">{email}</strong> again,
          and everyone was signed out. The old password no longer works.
        </>
      }
    >
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
        If you already restored your email, set a new password for it. If someone else controls your vault and
        this was your only link, ask the people who run this Lanyard for help.
      </p>
      <ButtonRow>
        <Link to="/login" search={{ mode: 'forgotPassword', next }} className={buttonClass()}>
          Set a new password
        </Link>
        {siteConfig.contactUrl && (
          <a href={siteConfig.contactUrl} className={buttonClass()}>
            Ask for help
          </a>
        )}
      </ButtonRow>
    </ExpiredLinkLayout>
  )
}
