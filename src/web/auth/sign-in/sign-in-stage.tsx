import { Link } from '@tanstack/react-router'
import { lazy, type Ref, Suspense } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { requestSignInLink, sendVerification } from '#web/auth/api.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { PageSpinner, Spinner } from '#web/ui/spinner.tsx'
import { type LinkStage, linkStageOf, oldLink } from './action-link-modes.ts'
import { BackToSignIn, Steps } from './back-to-sign-in-view.tsx'
import { CheckEmailView } from './check-email-view.tsx'
import { VerificationView } from './email-verification-view.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { RegisterForm } from './register-form.tsx'
import type { StayProps } from './remember-me-field.tsx'
import { MailForm } from './request-link-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { type AddressProps, SignInForm } from './sign-in-form.tsx'
import { LoginView } from './sign-in-layout.tsx'
import { WayInList } from './sign-in-method-list.tsx'

// What few visits need; the sign-in form does not wait for it.
const LoginLinkStage = lazy(() =>
  import('./action-link-stage.tsx').then((module) => ({ default: module.LoginLinkStage })),
)
const SecondFactorForm = lazy(() =>
  import('./two-factor-form.tsx').then((module) => ({ default: module.SecondFactorForm })),
)

export type Stage =
  | 'signIn'
  | 'register'
  | 'emailLink'
  | 'linkSent'
  | 'secondFactor'
  | 'forgotPassword'
  | 'resetSent'
  | 'confirmSent'
  | 'resetPassword'
  | 'passwordSet'
  | 'badReset'
  | 'verifyEmail'
  | 'badVerify'
  | 'opened'
  | LinkStage

const plainModes = ['register', 'emailLink', 'secondFactor', 'forgotPassword'] as const

/** What an address of the page opens with. A mailed link without its code is no good. */
export function stageOf({ mode, oobCode }: { mode?: string; oobCode?: string }): Stage {
  if (mode === 'resetPassword') return oobCode ? mode : 'badReset'
  if (mode === 'verifyEmail') return oobCode ? mode : 'badVerify'
  return plainModes.find((plain) => plain === mode) ?? linkStageOf(mode, oobCode) ?? 'signIn'
}

type StageProps = AddressProps &
  StayProps & {
    stage: Stage
    code: string
    /** What a way in that left the page came back with. */
    problem: Problem | null
    /** She was signed out because she sits at a shared computer. */
    isLocked: boolean
    headingRef: Ref<HTMLHeadingElement>
    onReach: (stage: Stage, more?: { email?: string; code?: string }) => void
  }

export function LoginStage({ stage, ...props }: StageProps) {
  const { code, problem, isLocked, headingRef, onReach, stay, onStayChange, email, onEmailChange, next } =
    props
  const view = { headingRef, next }
  const address = { email, onEmailChange, next }
  const stayProps = { stay, onStayChange }
  switch (stage) {
    case 'signIn':
    case 'opened':
      return (
        <LoginView {...view} title="Sign in" heading="Sign in to your vault" door="signIn">
          {isLocked && (
            <p role="status" className="rounded-card bg-accent-soft p-4">
              You were signed out: this is a shared computer.
            </p>
          )}
          <SignInForm {...address} {...stayProps} problem={problem} />
          <WayInList stay={stay} next={next} />
        </LoginView>
      )
    case 'register':
      return (
        <LoginView {...view} title="Create account" heading="Start your own vault" door="register">
          <RegisterForm {...address} onUnconfirmed={(to) => onReach('confirmSent', { email: to })} />
        </LoginView>
      )
    case 'secondFactor':
      return (
        <LoginView
          {...view}
          title="One more step"
          heading="One more step"
          intro="Enter the code of your authenticator app, or one of your recovery codes."
        >
          <Suspense fallback={<Spinner />}>
            <SecondFactorForm next={next} />
          </Suspense>
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'emailLink':
      return (
        <LoginView
          {...view}
          title="Link by email"
          heading="Sign in without your password"
          intro="Tell us your email and a link that signs you in is on its way. It works once."
        >
          <MailForm
            email={email}
            submitLabel="Email me a link"
            failure="The link was not sent"
            send={requestSignInLink}
            onSent={(to) => onReach('linkSent', { email: to })}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'forgotPassword':
      return (
        <LoginView
          {...view}
          title="Forgotten password"
          heading="Forgot your password?"
          intro="Tell us your email and a link to set a new one is on its way. Your vault stays as it is."
        >
          <ForgotPasswordForm email={email} onSent={(to) => onReach('resetSent', { email: to })} />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'linkSent':
    case 'resetSent':
    case 'confirmSent':
      return (
        <LoginView {...view} title="Check your email" heading="Check your email">
          <CheckEmailView kind={sentKinds[stage]} email={email} />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'resetPassword':
      return (
        <LoginView
          {...view}
          title="New password"
          heading="Choose a new password"
          intro="Setting it signs you out everywhere else."
        >
          <ResetPasswordForm
            code={code}
            onDone={() => onReach('passwordSet')}
            onBadLink={() => onReach('badReset')}
          />
        </LoginView>
      )
    case 'passwordSet':
      return (
        <LoginView
          {...view}
          title="Password set"
          heading="Your new password is set"
          intro="The old one no longer works, and every device was signed out. Sign in with the new one."
        >
          <Steps>
            <Link to="/login" className={buttonClass({ tone: 'primary' })}>
              Sign in
            </Link>
          </Steps>
        </LoginView>
      )
    case 'badReset':
      return (
        <LoginView {...view} title="Link not good" heading="This link no longer works" intro={oldLink}>
          <p>A new link takes a minute. Where should it go?</p>
          <ForgotPasswordForm email={email} onSent={(to) => onReach('resetSent', { email: to })} />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'verifyEmail':
      return (
        <LoginView
          {...view}
          title="Confirming"
          heading="Confirming your email"
          intro="Your vault opens in a moment."
        >
          <VerificationView
            code={code}
            next={next}
            onOpened={() => onReach('opened')}
            onBadLink={() => onReach('badVerify')}
          />
        </LoginView>
      )
    case 'badVerify':
      return (
        <LoginView {...view} title="Link not good" heading="This link no longer works" intro={oldLink}>
          <p>If your email is confirmed already, just sign in. If not, ask for a new link.</p>
          <MailForm
            email={email}
            submitLabel="Send me a new link"
            failure="The link was not sent"
            send={sendVerification}
            onSent={(to) => onReach('confirmSent', { email: to })}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    default:
      return (
        <Suspense fallback={<PageSpinner />}>
          <LoginLinkStage {...props} stage={stage} />
        </Suspense>
      )
  }
}

const sentKinds = { linkSent: 'signIn', resetSent: 'reset', confirmSent: 'confirm' } as const
