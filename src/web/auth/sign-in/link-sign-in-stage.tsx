import { requestSignInLink, signInByLink } from '#web/auth/api.ts'
import { MailedLinkView, OtherSessionCard } from '#web/auth/mailed-link/mailed-link-view.tsx'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { ActionLinkForm } from './action-link-form.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { RememberMeField } from './sign-in-form.tsx'
import { BackToSignIn, ExpiredLinkLayout, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function LinkSignInStage(props: StageProps) {
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

export function ExpiredLinkSignInStage({ email, headingRef, next, onStageChange }: StageProps) {
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
