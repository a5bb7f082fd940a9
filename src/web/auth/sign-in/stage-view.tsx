import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { requestSignInLink, signInByLink } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { MailedLinkView, OtherSessionCard } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { reportProviderOutcome } from '#web/auth/provider-window-api.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { ActionLinkForm } from './action-link-form.tsx'
import { ChangeEmailStage, EmailChangedStage, ExpiredChangeEmailStage } from './change-email-stage.tsx'
import { DisableTwoFactorStage, ExpiredDisableTwoFactorStage } from './disable-two-factor-stage.tsx'
import { EmailSentStage } from './email-sent-stage.tsx'
import { AccountRecoveredStage, ExpiredRecoverEmailStage, RecoverEmailStage } from './recover-email-stage.tsx'
import { RegisterStage } from './register-stage.tsx'
import { ForgotPasswordStage, RequestLinkForm, RequestSignInLinkStage } from './request-link-form.tsx'
import { ExpiredResetStage, PasswordSetStage, ResetPasswordStage } from './reset-password-stage.tsx'
import { RememberMeField } from './sign-in-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { Stage, StageProps } from './sign-in-stages.ts'
import { TwoFactorStage } from './two-factor-form.tsx'
import { safeRedirectPath } from './use-redirect-target.ts'
import { ExpiredVerificationStage, VerifyEmailStage } from './verify-email-stage.tsx'

type OtherStage = Exclude<Stage, 'signIn' | 'signedIn'>

const stages: Record<OtherStage, ComponentType<StageProps>> = {
  register: RegisterStage,
  secondFactor: TwoFactorStage,
  providerWindow: ProviderWindowStage,
  emailLink: RequestSignInLinkStage,
  forgotPassword: ForgotPasswordStage,
  signInLinkSent: EmailSentStage,
  resetSent: EmailSentStage,
  confirmationSent: EmailSentStage,
  resetPassword: ResetPasswordStage,
  passwordSet: PasswordSetStage,
  expiredReset: ExpiredResetStage,
  verifyEmail: VerifyEmailStage,
  expiredVerification: ExpiredVerificationStage,
  linkSignIn: LinkSignInStage,
  expiredLinkSignIn: ExpiredLinkSignInStage,
  changeEmail: ChangeEmailStage,
  emailChanged: EmailChangedStage,
  expiredChangeEmail: ExpiredChangeEmailStage,
  recoverEmail: RecoverEmailStage,
  accountRecovered: AccountRecoveredStage,
  expiredRecoverEmail: ExpiredRecoverEmailStage,
  disableTwoFactor: DisableTwoFactorStage,
  expiredDisableTwoFactor: ExpiredDisableTwoFactorStage,
}

type StageViewProps = StageProps & {
  stage: OtherStage
  /** Called when the stage has appeared: its file may have been loaded first. */
  onShown(stage: Stage): void
}

/** Every stage except the first. */
export function StageView({ onShown, ...props }: StageViewProps) {
  const { stage } = props
  const Shown = stages[stage]
  useEffect(() => onShown(stage), [stage, onShown])
  return <Shown {...props} />
}

/** The last page of a provider's window. If the page that opened it is closed, this window continues instead. */
function ProviderWindowStage({ code, problem, next, headingRef }: StageProps) {
  const navigate = useNavigate()
  const [hasReported, setReported] = useState(false)
  const isReporting = useRef(false)
  useEffect(() => {
    if (isReporting.current) return
    isReporting.current = true
    void reportProviderOutcome(code, problem?.code ?? null).then((isHeard) => {
      setReported(true)
      if (isHeard) return window.close()
      if (problem?.code === 'second_factor_needed')
        return navigate({ to: '/login', search: { mode: 'secondFactor', next }, replace: true })
      if (!problem) return navigate({ href: safeRedirectPath(next), replace: true })
    })
  }, [code, problem, next, navigate])
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Continue in Lanyard`}
      heading={t`Continue in Lanyard`}
      intro={hasReported ? t`You can close this window.` : t`One moment…`}
    >
      {problem && problem.code !== 'second_factor_needed' && (
        <AuthErrorCard title={problem.title} problem={problem} />
      )}
    </SignInLayout>
  )
}

function LinkSignInStage(props: StageProps) {
  const { code, headingRef, next, onStageChange, sessionOptions, onSessionOptionsChange } = props
  const completeSignIn = useCompleteSignIn(next)
  const onExpiredLink = () => onStageChange('expiredLinkSignIn')
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Sign in`}
      heading={t`Open your vault`}
      intro={t`The link from your email works once. Press the button to sign in with it.`}
    >
      <MailedLinkView mode="signIn" code={code} onExpiredLink={onExpiredLink}>
        {(link) => (
          <ActionLinkForm
            submitLabel={link.signedInAs === null ? t`Sign in` : t`Switch accounts and sign in`}
            failure={t`Login failed`}
            work={async () => {
              const replacesSession = link.signedInAs !== null
              await completeSignIn(() => signInByLink(code, { ...sessionOptions, replacesSession }))
              onStageChange('signedIn')
            }}
            onExpiredLink={onExpiredLink}
          >
            <OtherSessionCard {...link} />
            <RememberMeField
              sessionOptions={sessionOptions}
              onSessionOptionsChange={onSessionOptionsChange}
            />
          </ActionLinkForm>
        )}
      </MailedLinkView>
    </SignInLayout>
  )
}

function ExpiredLinkSignInStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>{t`A sign-in link works for 10 minutes. Enter your email to get a new one.`}</p>
      <RequestLinkForm
        email={email}
        submitLabel={t`Email me a new link`}
        failure={t`The link was not sent`}
        send={requestSignInLink}
        onSent={(to) => onStageChange('signInLinkSent', { email: to })}
      />
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}
