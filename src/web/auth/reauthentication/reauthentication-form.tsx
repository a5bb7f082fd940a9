import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ReauthenticationInput } from '#shared/auth/sign-in-methods.ts'
import { reauthenticate } from '#web/auth/api.ts'
import { isAuthError } from '#web/auth/auth-error.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { TwoFactorCodeField } from '#web/auth/two-factor-code-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

type Secret = 'password' | 'code' | 'recoveryCode'
type ProofFormProps = { kind: 'password' | 'code'; email: string; onReauthenticated: () => void }

const missing: Record<Secret, string> = {
  password: 'Enter your password to go on.',
  code: 'Enter the six digits that your app shows.',
  recoveryCode: 'Enter one of your recovery codes.',
}

/** Her password, or where a second step is on, a code. */
export function ReauthenticationForm({ kind, email, onReauthenticated }: ProofFormProps) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Secret>(kind)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and when the other kind of code is asked for
  useEffect(() => field.current?.focus(), [asked])
  const proof = useAuthAction(null, async (input: ReauthenticationInput) => {
    await reauthenticate(input)
    if (asked === 'recoveryCode')
      void queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
  })

  function refuse(message: string) {
    setWrong(message)
    field.current?.focus()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (typed.trim() === '') return refuse(missing[asked])
    proof.start(
      { [asked]: typed },
      {
        onSuccess: onReauthenticated,
        onError: (error) => {
          const problem = toProblem(error)
          // A second step was turned on meanwhile, on another device.
          if (problem.code === 'second_factor_needed')
            return void queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
          if (problem.code === 'code_wrong' || isAuthError(problem))
            refuse(problem.errors?.[0]?.message ?? problem.message)
        },
      },
    )
  }

  function turnTo(next: Secret) {
    setAsked(next)
    setTyped('')
    setWrong(null)
    proof.reset()
  }

  const bound = {
    ref: field,
    name: asked,
    value: typed,
    onChange: (value: string) => {
      setTyped(value)
      setWrong(null)
      if (proof.problem) proof.reset()
    },
    errorMessage: wrong,
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {asked === 'password' && (
        <PasswordField {...bound} label="Your password" autoComplete="current-password" />
      )}
      {asked !== 'password' && <TwoFactorCodeField {...bound} kind={asked === 'code' ? 'app' : 'recovery'} />}
      {proof.problem && wrong === null && <AuthErrorCard title="Not done yet" problem={proof.problem} />}
      <Button type="submit" tone="primary" wide isPending={proof.isPending}>
        Go on
      </Button>
      {asked === 'code' && (
        <Button tone="quiet" onPress={() => turnTo('recoveryCode')}>
          Use a recovery code instead
        </Button>
      )}
      {asked === 'recoveryCode' && (
        <Button tone="quiet" onPress={() => turnTo('code')}>
          Use the code from your app
        </Button>
      )}
    </form>
  )
}
