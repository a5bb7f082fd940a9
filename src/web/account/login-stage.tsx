import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/core/ui/button-class.ts'
import { sendVerification } from './api.ts'
import { CheckEmailView } from './check-email-view.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { LoginView } from './login-view.tsx'
import { MailForm } from './mail-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { type AddressProps, SignInForm } from './sign-in-form.tsx'
import { VerificationView } from './verification-view.tsx'

export type Stage =
  | 'signIn'
  | 'register'
  | 'forgotPassword'
  | 'resetSent'
  | 'confirmSent'
  | 'resetPassword'
  | 'passwordSet'
  | 'badReset'
  | 'verifyEmail'
  | 'badVerify'
  | 'opened'
  | 'otherLink'

const otherLinks = ['verifyAndChangeEmail', 'recoverEmail', 'signIn', 'revertSecondFactorAddition']

/** What an address of the page opens with. A mailed link without its code is no good. */
export function stageOf({ mode, oobCode }: { mode?: string; oobCode?: string }): Stage {
  if (mode === 'register' || mode === 'forgotPassword') return mode
  if (mode === 'resetPassword') return oobCode ? mode : 'badReset'
  if (mode === 'verifyEmail') return oobCode ? mode : 'badVerify'
  return mode && otherLinks.includes(mode) ? 'otherLink' : 'signIn'
}

type LoginStageProps = AddressProps & {
  stage: Stage
  code: string
  headingRef: Ref<HTMLHeadingElement>
  onReach: (stage: Stage, email?: string) => void
}

const oldLink =
  'It was used before, has run out, or lost a piece on its way. Nothing in your vault has changed.'

export function LoginStage({ stage, code, headingRef, onReach, ...address }: LoginStageProps) {
  const { email, next } = address
  const view = { headingRef, next }
  switch (stage) {
    case 'register':
      return (
        <LoginView {...view} title="Create account" heading="Start your own vault" door="register">
          <RegisterForm {...address} onUnconfirmed={(to) => onReach('confirmSent', to)} />
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
          <ForgotPasswordForm email={email} onSent={(to) => onReach('resetSent', to)} />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'resetSent':
    case 'confirmSent':
      return (
        <LoginView {...view} title="Check your email" heading="Check your email">
          <CheckEmailView kind={stage === 'resetSent' ? 'reset' : 'confirm'} email={email} />
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
          <ForgotPasswordForm email={email} onSent={(to) => onReach('resetSent', to)} />
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
            onSent={(to) => onReach('confirmSent', to)}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'otherLink':
      return (
        <LoginView
          {...view}
          title="Link not used"
          heading="This kind of link is not used here"
          intro="Lanyard sends links to confirm an email and to set a new password, and no others. Nothing was changed by opening this one."
        >
          <p className="text-muted">
            If it came in a message that you did not expect, leave the message alone. Otherwise go on as
            usual.
          </p>
          <BackToSignIn next={next} />
        </LoginView>
      )
    default:
      return (
        <LoginView {...view} title="Sign in" heading="Sign in to your vault" door="signIn">
          <SignInForm {...address} />
        </LoginView>
      )
  }
}

function Steps({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>
}

function BackToSignIn({ next }: { next: string | undefined }) {
  const { state } = useSession()
  return (
    <Steps>
      {state === 'signed-in' ? (
        <Link to="/" className={buttonClass()}>
          Go to the dashboard
        </Link>
      ) : (
        <Link to="/login" search={{ next }} className={buttonClass()}>
          Go to sign in
        </Link>
      )}
    </Steps>
  )
}
