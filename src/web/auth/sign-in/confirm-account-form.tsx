import { verifyEmail } from '#web/auth/api.ts'
import { isAuthError } from '#web/auth/auth-error-card.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { type Account, AccountForm, profileOf } from './account-form.tsx'

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
export function ConfirmAccountForm(props: ConfirmAccountFormProps) {
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
