import { useQuery } from '@tanstack/react-query'
import { mailedLinkQuery } from '#web/auth/api.ts'
import { MailedLinkView } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { t } from '#web/i18n/t.ts'
import { ButtonLink, ButtonRow } from '#web/ui/button.tsx'
import { ForgotPasswordForm } from './request-link-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function ResetPasswordStage({ code, headingRef, next, onStageChange }: StageProps) {
  const { data } = useQuery(mailedLinkQuery('resetPassword', code))
  const onExpiredLink = () => onStageChange('expiredReset')
  const texts = data?.isUsed
    ? {
        heading: t`This link was already used`,
        intro: t`A new password was set with it. If that was not you, choose “Forgot your password?” to set another one.`,
      }
    : { heading: t`Choose a new password`, intro: t`You’ll be signed out everywhere else.` }
  return (
    <SignInLayout headingRef={headingRef} next={next} title={t`New password`} {...texts}>
      <MailedLinkView mode="resetPassword" code={code} onExpiredLink={onExpiredLink}>
        {({ isUsed }) =>
          isUsed ? (
            <ButtonRow>
              <ButtonLink to="/login" search={{ next }} tone="primary">{t`Sign in`}</ButtonLink>
              <ButtonLink
                to="/login"
                search={{ mode: 'forgotPassword', next }}
              >{t`Forgot your password?`}</ButtonLink>
            </ButtonRow>
          ) : (
            <ResetPasswordForm
              code={code}
              onDone={() => onStageChange('passwordSet')}
              onExpiredLink={onExpiredLink}
            />
          )
        }
      </MailedLinkView>
    </SignInLayout>
  )
}

export function PasswordSetStage({ headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Password set`}
      heading={t`Your new password is set`}
      intro={t`Your old password no longer works, and every device was signed out. Sign in with the new one.`}
    >
      <ButtonRow>
        <ButtonLink to="/login" search={{ next }} tone="primary">{t`Sign in`}</ButtonLink>
      </ButtonRow>
    </SignInLayout>
  )
}

export function ExpiredResetStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>{t`Enter your email to get a new link.`}</p>
      <ForgotPasswordForm email={email} onSent={(to) => onStageChange('resetSent', { email: to })} />
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}
