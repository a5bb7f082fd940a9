import { Link } from '@tanstack/react-router'
import { register } from '#web/auth/api.ts'
import { SignUpPolicyView } from '#web/auth/sign-up-policy-view.tsx'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { RegisterForm } from './register-form.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

/** `code` is the token of an invitation, from its link. */
export function RegisterStage(props: StageProps) {
  const { email, onEmailChange, headingRef, next, code, onStageChange } = props
  const { kind } = siteConfig.signUps
  const isInvited = kind === 'invite' && code !== ''
  const canRegister = kind === 'open' || kind === 'domain' || isInvited
  const invitation = isInvited ? code : undefined
  const onUnconfirmed = (to: string) => onStageChange('confirmationSent', { email: to })
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Create account`}
      heading={t`Start your own vault`}
      intro={
        isInvited ? t`You are invited. Use the email address that the invitation was sent to.` : undefined
      }
      activeTab="register"
    >
      {!isInvited && <SignUpPolicyView />}
      {!canRegister ? (
        <Link to="/login" search={{ next }} className={buttonClass({ tone: 'primary' })}>{t`Sign in`}</Link>
      ) : siteConfig.confirmsEmail ? (
        <>
          <p className="text-muted">
            <Trans>
              Enter your email, and we send you a link. You choose your password after you open it.
            </Trans>
          </p>
          <RequestLinkForm
            email={email}
            submitLabel={t`Email me a link`}
            failure={t`Registration failed`}
            send={(address) => register({ email: address, ...(invitation && { invitation }) })}
            onSent={onUnconfirmed}
          />
        </>
      ) : (
        <RegisterForm
          email={email}
          onEmailChange={onEmailChange}
          invitation={invitation}
          onUnconfirmed={onUnconfirmed}
        />
      )}
    </SignInLayout>
  )
}
