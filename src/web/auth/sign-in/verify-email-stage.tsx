import type { MailedLink } from '#shared/auth/mailed-link.ts'
import { sendVerification, verifyEmail } from '#web/auth/api.ts'
import { isAuthError } from '#web/auth/auth-error-card.tsx'
import { MailedLinkView, OtherSessionCard } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { type Account, AccountForm, profileOf } from './account-form.tsx'
import { ActionLinkForm } from './action-link-form.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function VerifyEmailStage({ code, headingRef, next, onStageChange }: StageProps) {
  const onExpiredLink = () => onStageChange('expiredVerification')
  const onDone = () => onStageChange('signedIn')
  const form = { code, next, onDone, onExpiredLink }
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Confirm your email`}
      heading={siteConfig.confirmsEmail ? t`Finish creating your vault` : t`Confirm your email?`}
      intro={
        siteConfig.confirmsEmail
          ? t`The link from your email shows that this address is yours. Choose your password now: anything entered before this page does not count.`
          : t`Press the button to confirm this address and sign in.`
      }
    >
      <MailedLinkView mode="verifyEmail" code={code} onExpiredLink={onExpiredLink}>
        {(link) => (
          <>
            <OtherSessionCard {...link} />
            {siteConfig.confirmsEmail ? (
              <ConfirmAccountForm {...form} email={link.email} replacesSession={link.signedInAs !== null} />
            ) : (
              <ConfirmForm {...form} link={link} />
            )}
          </>
        )}
      </MailedLinkView>
    </SignInLayout>
  )
}

type ConfirmFormProps = {
  code: string
  next: string | undefined
  link: MailedLink
  onDone: () => void
  onExpiredLink: () => void
}

/** Without a mail server the account is open already; the link only confirms its address. */
function ConfirmForm({ code, next, link, onDone, onExpiredLink }: ConfirmFormProps) {
  const completeSignIn = useCompleteSignIn(next)
  const replacesSession = link.signedInAs !== null
  return (
    <ActionLinkForm
      submitLabel={replacesSession ? t`Switch accounts and confirm` : t`Confirm my email`}
      failure={t`Your email was not confirmed`}
      work={async () => {
        await completeSignIn(() => verifyEmail({ token: code, replacesSession }))
        onDone()
      }}
      onExpiredLink={onExpiredLink}
    />
  )
}

export function ExpiredVerificationStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <ExpiredLinkLayout headingRef={headingRef} next={next}>
      <p>{t`If your email is already confirmed, just sign in. If not, ask for a new link.`}</p>
      <RequestLinkForm
        email={email}
        submitLabel={t`Send me a new link`}
        failure={t`The link was not sent`}
        send={sendVerification}
        onSent={(to) => onStageChange('confirmationSent', { email: to })}
      />
      <BackToSignIn next={next} />
    </ExpiredLinkLayout>
  )
}

type ConfirmAccountFormProps = {
  code: string
  email: string
  replacesSession: boolean
  next: string | undefined
  onDone: () => void
  onExpiredLink: () => void
}

/**
 * Everything about a new account except its address. It is asked for here, because only the owner of the address reads
 * the mail.
 */
function ConfirmAccountForm(props: ConfirmAccountFormProps) {
  const { code, email, replacesSession, next, onDone, onExpiredLink } = props
  const completeSignIn = useCompleteSignIn(next)
  const confirmation = useAuthAction(null, async (account: Account) => {
    const { password } = account
    await completeSignIn(() => verifyEmail({ token: code, replacesSession, password, ...profileOf(account) }))
    onDone()
  })

  return (
    <AccountForm
      email={email}
      creation={confirmation}
      errorTitle={t`Your account was not created`}
      onRefusal={(problem, isShownOnFields) => {
        if (isAuthError(problem) && !isShownOnFields) onExpiredLink()
      }}
    />
  )
}
