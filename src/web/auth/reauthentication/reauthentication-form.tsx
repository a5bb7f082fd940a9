import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ReauthenticationInput } from '#shared/auth/sign-in-methods.ts'
import { msg } from '#shared/i18n/translate.ts'
import { reauthenticate } from '#web/auth/api.ts'
import { AuthErrorCard, isAuthError } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { TwoFactorCodeField } from '#web/auth/two-factor-code-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

type Secret = 'password' | 'code' | 'recoveryCode'
type ReauthenticationFormProps = { kind: 'password' | 'code'; email: string; onReauthenticated: () => void }

const missing: Record<Secret, string> = {
  password: msg`Enter your password to continue.`,
  code: msg`Enter the six digits that your app shows.`,
  recoveryCode: msg`Enter one of your recovery codes.`,
}

/** The password, or a code where two-factor authentication is on. */
export function ReauthenticationForm({ kind, email, onReauthenticated }: ReauthenticationFormProps) {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<Secret>(kind)
  const [typed, setTyped] = useState('')
  const [errorText, setErrorText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and when the other kind of code is chosen
  useEffect(() => field.current?.focus(), [secret])
  const action = useAuthAction(null, async (input: ReauthenticationInput) => {
    await reauthenticate(input)
    if (secret === 'recoveryCode')
      void queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
  })

  function showError(message: string) {
    setErrorText(message)
    field.current?.focus()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (typed.trim() === '') return showError(t(missing[secret]))
    action.start(
      { [secret]: typed },
      {
        onSuccess: onReauthenticated,
        onError: (error) => {
          const problem = toProblem(error)
          // Two-factor authentication was turned on meanwhile, on another device.
          if (problem.code === 'second_factor_needed')
            return void queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
          if (problem.code === 'code_wrong' || isAuthError(problem))
            showError(problem.errors?.[0]?.message ?? problem.message)
        },
      },
    )
  }

  function switchTo(next: Secret) {
    setSecret(next)
    setTyped('')
    setErrorText(null)
    action.reset()
  }

  const fieldProps = {
    ref: field,
    name: secret,
    value: typed,
    onChange: (value: string) => {
      setTyped(value)
      setErrorText(null)
      if (action.problem) action.reset()
    },
    errorMessage: errorText,
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {secret === 'password' && (
        <PasswordField {...fieldProps} label={t`Your password`} autoComplete="current-password" />
      )}
      {secret !== 'password' && (
        <TwoFactorCodeField {...fieldProps} kind={secret === 'code' ? 'app' : 'recovery'} />
      )}
      {action.problem && errorText === null && (
        <AuthErrorCard title={t`Not confirmed`} problem={action.problem} />
      )}
      <Button type="submit" tone="primary" wide isPending={action.isPending}>{t`Continue`}</Button>
      {secret === 'code' && (
        <Button
          tone="quiet"
          onPress={() => switchTo('recoveryCode')}
        >{t`Use a recovery code instead`}</Button>
      )}
      {secret === 'recoveryCode' && (
        <Button tone="quiet" onPress={() => switchTo('code')}>{t`Use the code from your app`}</Button>
      )}
    </form>
  )
}
