import { Link } from '@tanstack/react-router'
import { SignUpPolicyView } from '#web/auth/sign-up-policy-view.tsx'
import { siteConfig } from '#web/config/site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { RegisterForm } from './register-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

/** `code` is the token of an invitation, from its link. */
export function RegisterStage(props: StageProps) {
  const { email, onEmailChange, headingRef, next, code, onStageChange } = props
  const { kind } = siteConfig.signUps
  const isInvited = kind === 'invite' && code !== ''
  const canRegister = kind === 'open' || kind === 'domain' || isInvited
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Create account"
      heading="Start your own vault"
      intro={
        isInvited ? 'You are invited. Use the email address that the invitation was sent to.' : undefined
      }
      activeTab="register"
    >
      {!isInvited && <SignUpPolicyView />}
      {canRegister ? (
        <RegisterForm
          email={email}
          onEmailChange={onEmailChange}
          invitation={isInvited ? code : undefined}
          onUnconfirmed={(to) => onStageChange('confirmationSent', { email: to })}
        />
      ) : (
        <Link to="/login" search={{ next }} className={buttonClass({ tone: 'primary' })}>
          Sign in
        </Link>
      )}
    </SignInLayout>
  )
}
