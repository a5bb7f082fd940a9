import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { secondFactorInput } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { signInBySecondFactor } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { CodeField, type CodeFieldProps } from '#web/auth/two-factor-code-field.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf, showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { useWayIn } from './use-complete-sign-in.ts'

type Kind = CodeFieldProps['kind']
type Values = z.input<typeof secondFactorInput>

/** Finishes a sign-in with a code of the app, or with one of those kept for when the app is gone. */
export function SecondFactorForm({ next }: { next: string | undefined }) {
  const [kind, setKind] = useState<Kind>('app')
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <div className="grid gap-3">
      <OneCodeForm key={kind} kind={kind} next={next} />
      <Button tone="quiet" onPress={() => setKind(other)}>
        {other === 'recovery' ? 'Use a recovery code' : 'Use the code from your app'}
      </Button>
    </div>
  )
}

function OneCodeForm({ kind, next }: { kind: Kind; next: string | undefined }) {
  const name = kind === 'app' ? 'code' : 'recoveryCode'
  const enter = useWayIn(next)
  const navigate = useNavigate()
  const form = useForm<Values>({ resolver: zodResolver(secondFactorInput), defaultValues: { [name]: '' } })
  const attempt = useAttempt(null, ({ code, recoveryCode }: Values) =>
    enter(() => signInBySecondFactor(code === undefined ? { recoveryCode: recoveryCode ?? '' } : { code })),
  )
  const problem = attempt.problem
  const isShown = problem !== null && !['code_wrong', 'invalid', 'second_factor_over'].includes(problem.code)

  function handleRefusal(error: Error) {
    const refused = toProblem(error)
    if (refused.code === 'second_factor_over') {
      const reason = navigator.cookieEnabled ? refused.code : 'storage_unsupported'
      void navigate({ to: '/login', search: { problem: reason, next } })
    } else if (refused.code === 'code_wrong') {
      form.setError(name, { message: wrong(kind) }, { shouldFocus: true })
    } else {
      showFieldErrors(refused, [name], form.setError)
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => attempt.start(values, { onError: handleRefusal }))}
      className="grid gap-5"
    >
      {isShown && <RefusalCard title="Login failed" problem={problem} />}
      <Controller
        name={name}
        control={form.control}
        render={(c) => <CodeField {...fieldPropsOf(c)} kind={kind} autoFocus />}
      />
      <Button type="submit" tone="primary" wide isPending={attempt.isPending}>
        Sign in
      </Button>
    </form>
  )
}

/** The catalogue's sentence speaks of the app only. */
function wrong(kind: Kind): string {
  return kind === 'app'
    ? new Problem('code_wrong').message
    : 'That recovery code is not right, or was used already. Try another one.'
}
