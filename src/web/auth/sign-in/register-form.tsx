import { useQueryClient } from '@tanstack/react-query'
import type { Problem } from '#shared/http/errors.ts'
import { passwordPolicyQuery, register } from '#web/auth/api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { type Account, AccountForm, profileOf } from './account-form.tsx'
import type { EmailProps } from './sign-in-form.tsx'

type RegisterFormProps = Omit<EmailProps, 'next'> & {
  invitation?: string | undefined
  onUnconfirmed: (email: string) => void
}

export function RegisterForm({ email, onEmailChange, invitation, onUnconfirmed }: RegisterFormProps) {
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
