import { useQueryClient } from '@tanstack/react-query'
import type { Problem } from '#shared/http/errors.ts'
import { passwordPolicyQuery, register } from '#web/auth/api.ts'
import { SignUpPolicyView } from '#web/auth/sign-up-policy-view.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Account, AccountForm, profileOf } from './account-form.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import type { EmailProps } from './sign-in-form.tsx'
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
        <ButtonLink to="/login" search={{ next }} tone="primary">{t`Sign in`}</ButtonLink>
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

type RegisterFormProps = Omit<EmailProps, 'next'> & {
  invitation?: string | undefined
  onUnconfirmed: (email: string) => void
}

function RegisterForm({ email, onEmailChange, invitation, onUnconfirmed }: RegisterFormProps) {
  const { afterSignIn } = useSessionChange()
  const queryClient = useQueryClient()
  const registration = useAuthAction(t`Registration failed`, async (account: Account) => {
    const { isVerificationRequired } = await register({
      ...profileOf(account),
      ...{ email: account.email, password: account.password },
      ...(invitation !== undefined && { invitation }),
    })
    if (isVerificationRequired) onUnconfirmed(account.email)
    else await afterSignIn()
  })

  function handleRefusal({ errors }: Problem) {
    if (errors?.some(({ path }) => path === 'password'))
      void queryClient.invalidateQueries(passwordPolicyQuery)
  }

  return (
    <AccountForm
      email={email}
      onEmailChange={onEmailChange}
      creation={registration}
      errorTitle={t`Registration failed`}
      onRefusal={handleRefusal}
    />
  )
}
