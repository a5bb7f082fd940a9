import { Link } from '@tanstack/react-router'
import { lazy, type Ref, Suspense } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { requestSignInLink, sendVerification } from '#web/auth/api.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { PageSpinner, Spinner } from '#web/ui/spinner.tsx'
import { type ActionLinkStageName, actionLinkStageOf, expiredLinkText } from './action-link-modes.ts'
import { BackToSignIn, Steps } from './back-to-sign-in-view.tsx'
import { CheckEmailView } from './check-email-view.tsx'
import { EmailVerificationView } from './email-verification-view.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { RegisterForm } from './register-form.tsx'
import type { RememberMeProps } from './remember-me-field.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { type EmailProps, SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'

// What few visits need; the sign-in form does not wait for it.
const ActionLinkStage = lazy(() =>
  import('./action-link-stage.tsx').then((module) => ({ default: module.ActionLinkStage })),
)
const TwoFactorForm = lazy(() =>
  import('./two-factor-form.tsx').then((module) => ({ default: module.TwoFactorForm })),
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
  | ActionLinkStageName

const plainModes = ['register', 'emailLink', 'secondFactor', 'forgotPassword'] as const

/** What an address of the page opens with. A mailed link without its code is no good. */
export function stageOf({ mode, oobCode }: { mode?: string; oobCode?: string }): Stage {
  if (mode === 'resetPassword') return oobCode ? mode : 'badReset'
  if (mode === 'verifyEmail') return oobCode ? mode : 'badVerify'
  return plainModes.find((plain) => plain === mode) ?? actionLinkStageOf(mode, oobCode) ?? 'signIn'
}

type StageProps = EmailProps &
  RememberMeProps & {
    stage: Stage
    code: string
    /** What a way in that left the page came back with. */
    problem: Problem | null
    /** She was signed out because she sits at a shared computer. */
    isLocked: boolean
    headingRef: Ref<HTMLHeadingElement>
    onStageChange: (stage: Stage, more?: { email?: string; code?: string }) => void
  }

export function SignInStage({ stage, ...props }: StageProps) {
  const {
    code,
    problem,
    isLocked,
    headingRef,
    onStageChange,
    stay,
    onSessionOptionsChange,
    email,
    onEmailChange,
    next,
  } = props
  const view = { headingRef, next }
  const address = { email, onEmailChange, next }
  const rememberMe = { stay, onSessionOptionsChange }
  switch (stage) {
    case 'signIn':
    case 'opened':
      return (
        <SignInLayout {...view} title="Sign in" heading="Sign in to your vault" door="signIn">
          {isLocked && (
            <p role="status" className="rounded-card bg-accent-soft p-4">
              You were signed out: this is a shared computer.
            </p>
          )}
          <SignInForm {...address} {...rememberMe} problem={problem} />
          <SignInMethodList sessionOptions={stay} next={next} />
        </SignInLayout>
      )
    case 'register':
      return (
        <SignInLayout {...view} title="Create account" heading="Start your own vault" door="register">
          <RegisterForm {...address} onUnconfirmed={(to) => onStageChange('confirmSent', { email: to })} />
        </SignInLayout>
      )
    case 'secondFactor':
      return (
        <SignInLayout
          {...view}
          title="One more step"
          heading="One more step"
          intro="Enter the code of your authenticator app, or one of your recovery codes."
        >
          <Suspense fallback={<Spinner />}>
            <TwoFactorForm next={next} />
          </Suspense>
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    case 'emailLink':
      return (
        <SignInLayout
          {...view}
          title="Link by email"
          heading="Sign in without your password"
          intro="Tell us your email and a link that signs you in is on its way. It works once."
        >
          <RequestLinkForm
            email={email}
            submitLabel="Email me a link"
            failure="The link was not sent"
            send={requestSignInLink}
            onSent={(to) => onStageChange('linkSent', { email: to })}
          />
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    case 'forgotPassword':
      return (
        <SignInLayout
          {...view}
          title="Forgotten password"
          heading="Forgot your password?"
          intro="Tell us your email and a link to set a new one is on its way. Your vault stays as it is."
        >
          <ForgotPasswordForm email={email} onSent={(to) => onStageChange('resetSent', { email: to })} />
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    case 'linkSent':
    case 'resetSent':
    case 'confirmSent':
      return (
        <SignInLayout {...view} title="Check your email" heading="Check your email">
          <CheckEmailView kind={sentKinds[stage]} email={email} />
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    case 'resetPassword':
      return (
        <SignInLayout
          {...view}
          title="New password"
          heading="Choose a new password"
          intro="Setting it signs you out everywhere else."
        >
          <ResetPasswordForm
            code={code}
            onDone={() => onStageChange('passwordSet')}
            onBadLink={() => onStageChange('badReset')}
          />
        </SignInLayout>
      )
    case 'passwordSet':
      return (
        <SignInLayout
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
        </SignInLayout>
      )
    case 'badReset':
      return (
        <SignInLayout
          {...view}
          title="Link not good"
          heading="This link no longer works"
          intro={expiredLinkText}
        >
          <p>A new link takes a minute. Where should it go?</p>
          <ForgotPasswordForm email={email} onSent={(to) => onStageChange('resetSent', { email: to })} />
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    case 'verifyEmail':
      return (
        <SignInLayout
          {...view}
          title="Confirming"
          heading="Confirming your email"
          intro="Your vault opens in a moment."
        >
          <EmailVerificationView
            code={code}
            next={next}
            onOpened={() => onStageChange('opened')}
            onBadLink={() => onStageChange('badVerify')}
          />
        </SignInLayout>
      )
    case 'badVerify':
      return (
        <SignInLayout
          {...view}
          title="Link not good"
          heading="This link no longer works"
          intro={expiredLinkText}
        >
          <p>If your email is confirmed already, just sign in. If not, ask for a new link.</p>
          <RequestLinkForm
            email={email}
            submitLabel="Send me a new link"
            failure="The link was not sent"
            send={sendVerification}
            onSent={(to) => onStageChange('confirmSent', { email: to })}
          />
          <BackToSignIn next={next} />
        </SignInLayout>
      )
    default:
      return (
        <Suspense fallback={<PageSpinner />}>
          <ActionLinkStage {...props} stage={stage} />
        </Suspense>
      )
  }
}

const sentKinds = { linkSent: 'signIn', resetSent: 'reset', confirmSent: 'confirm' } as const
