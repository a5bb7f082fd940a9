import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import {
  confirmEmailChange,
  recoverEmail,
  requestSignInLink,
  revertSecondFactor,
  signInByLink,
} from '#web/auth/api.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { siteConfig } from '#web/config/site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { LinkForm } from './action-link-form.tsx'
import { type LinkStage, oldLink } from './action-link-modes.ts'
import { BackToSignIn, Steps } from './back-to-sign-in-view.tsx'
import { StayField, type StayProps } from './remember-me-field.tsx'
import { MailForm } from './request-link-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { LoginView } from './sign-in-layout.tsx'
import { useWayIn } from './use-complete-sign-in.ts'

type LinkStageProps = StayProps & {
  stage: LinkStage
  /** Of the mailed link, or what the link gave in exchange. */
  code: string
  email: string
  next: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  onReach: (
    stage: LinkStage | 'opened' | 'linkSent' | 'passwordSet' | 'badReset',
    more?: { email?: string; code?: string },
  ) => void
}

export function LoginLinkStage(props: LinkStageProps) {
  const { stage, code, headingRef, onReach, stay, onStayChange, email, next } = props
  const view = { headingRef, next }
  const gone = { ...view, title: 'Link not good', heading: 'This link no longer works', intro: oldLink }
  const enter = useWayIn(next)
  const { refresh } = useSessionChange()

  /** The link has done its work; that this browser was signed out by it can be learned later too. */
  const signedOut = () => refresh().catch(() => null)

  switch (stage) {
    case 'linkSignIn':
      return (
        <LoginView
          {...view}
          title="Sign in"
          heading="Open your vault"
          intro="The link from your email works once. Press the button to sign in with it."
        >
          <LinkForm
            submitLabel="Sign in"
            failure="Login failed"
            work={async () => {
              await enter(() => signInByLink(code, stay))
              onReach('opened')
            }}
            onBadLink={() => onReach('badLinkSignIn')}
          >
            <StayField stay={stay} onStayChange={onStayChange} />
          </LinkForm>
        </LoginView>
      )
    case 'badLinkSignIn':
      return (
        <LoginView {...gone}>
          <p>A sign-in link is good for 15 minutes. Where should a new one go?</p>
          <MailForm
            email={email}
            submitLabel="Email me a new link"
            failure="The link was not sent"
            send={requestSignInLink}
            onSent={(to) => onReach('linkSent', { email: to })}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'changeEmail':
      return (
        <LoginView
          {...view}
          title="New email"
          heading="Use this email from now on?"
          intro="You asked to change the email of your vault to the one that this message came to. Once you say yes, you sign in with it, and every device is signed out."
        >
          <LinkForm
            submitLabel="Use this email"
            failure="Your email was not changed"
            work={async () => {
              const changed = await confirmEmailChange(code)
              await signedOut()
              onReach('emailChanged', { email: changed.email })
            }}
            onBadLink={() => onReach('badChangeEmail')}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'emailChanged':
      return (
        <LoginView
          {...view}
          title="Email changed"
          heading="Your email is changed"
          intro={
            <>
              Sign in with <strong className="break-all font-semibold text-ink">{email}</strong> from now on.
              Every device was signed out.
            </>
          }
        >
          <Steps>
            <Link to="/login" className={buttonClass({ tone: 'primary' })}>
              Sign in
            </Link>
          </Steps>
        </LoginView>
      )
    case 'badChangeEmail':
      return (
        <LoginView {...gone}>
          <p>If your new email does not sign you in yet, ask for the change again in Settings.</p>
          <Steps>
            <Link to="/login" search={{ next: '/settings?section=security' }} className={buttonClass()}>
              Go to Settings
            </Link>
          </Steps>
        </LoginView>
      )
    case 'recoverEmail':
      return (
        <LoginView
          {...view}
          title="Your email"
          heading="Bring this email back?"
          intro="The email of your vault was changed. If that was not you, bring the old one back: everyone is signed out, the password no longer works, and you choose a new one."
        >
          <p>Passkeys, linked accounts and a second step that were added since then go, too.</p>
          <LinkForm
            submitLabel="Bring this email back"
            failure="Your email was not brought back"
            work={async () => {
              const recovered = await recoverEmail(code)
              await signedOut()
              onReach('emailRecovered', { email: recovered.email, code: recovered.resetToken })
            }}
            onBadLink={() => onReach('badRecoverEmail')}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'emailRecovered':
      return (
        <LoginView
          {...view}
          title="New password"
          heading="Your email is back. Now choose a new password"
          intro={
            <>
              Your vault belongs to <strong className="break-all font-semibold text-ink">{email}</strong>{' '}
              again, and everyone was signed out. The old password no longer works.
            </>
          }
        >
          <ResetPasswordForm
            code={code}
            onDone={() => onReach('passwordSet')}
            onBadLink={() => onReach('badReset')}
          />
        </LoginView>
      )
    case 'badRecoverEmail':
      return (
        <LoginView {...gone}>
          <p>
            If you brought your email back already, set a new password for it. If someone else holds your
            vault and this was your only link, ask the people who run this Lanyard for help.
          </p>
          <Steps>
            <Link to="/login" search={{ mode: 'forgotPassword', next }} className={buttonClass()}>
              Set a new password
            </Link>
            {siteConfig.contactUrl && (
              <a href={siteConfig.contactUrl} className={buttonClass()}>
                Ask for help
              </a>
            )}
          </Steps>
        </LoginView>
      )
    case 'revertSecondFactor':
      return (
        <LoginView
          {...view}
          title="Your second step"
          heading="Turn the second step off?"
          intro="A second step was turned on for your vault. If that was not you, turn it off here: everyone is signed out, and you set a new password next."
        >
          <LinkForm
            submitLabel="Turn it off"
            failure="The second step is still on"
            work={async () => {
              await revertSecondFactor(code)
              await signedOut()
              onReach('secondFactorReverted')
            }}
            onBadLink={() => onReach('badRevertSecondFactor')}
          />
          <BackToSignIn next={next} />
        </LoginView>
      )
    case 'secondFactorReverted':
      return (
        <LoginView
          {...view}
          title="Second step off"
          heading="The second step is off"
          intro="Everyone was signed out. If it was not you who turned it on, someone knows your password: set a new one now."
        >
          <Steps>
            <Link
              to="/login"
              search={{ mode: 'forgotPassword' }}
              className={buttonClass({ tone: 'primary' })}
            >
              Set a new password
            </Link>
            <Link to="/login" className={buttonClass()}>
              Go to sign in
            </Link>
          </Steps>
        </LoginView>
      )
    case 'badRevertSecondFactor':
      return (
        <LoginView {...gone}>
          <p>
            If the second step is still on and you do not have its app, one of your recovery codes lets you
            in.
          </p>
          <BackToSignIn next={next} />
        </LoginView>
      )
  }
}
