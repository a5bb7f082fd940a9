import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { twoFactorInput } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { verifyTwoFactor } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { TwoFactorCodeField, type TwoFactorCodeFieldProps } from '#web/auth/two-factor-code-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { BackToSignIn, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

type Kind = TwoFactorCodeFieldProps['kind']
type Values = z.input<typeof twoFactorInput>

/** Finishes a sign-in with a code from the app, or with a recovery code. */
export function TwoFactorForm({ next }: { next: string | undefined }) {
  const [kind, setKind] = useState<Kind>('app')
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <div className="grid gap-3">
      <OneCodeForm key={kind} kind={kind} next={next} />
      <Button tone="quiet" onPress={() => setKind(other)}>
        {other === 'recovery' ? t`Use a recovery code` : t`Use the code from your app`}
      </Button>
    </div>
  )
}

function OneCodeForm({ kind, next }: { kind: Kind; next: string | undefined }) {
  const name = kind === 'app' ? 'code' : 'recoveryCode'
  const completeSignIn = useCompleteSignIn(next)
  const navigate = useNavigate()
  const form = useForm<Values>({ resolver: zodResolver(twoFactorInput), defaultValues: { [name]: '' } })
  const verification = useAuthAction(null, ({ code, recoveryCode }: Values) =>
    completeSignIn(() =>
      verifyTwoFactor(code === undefined ? { recoveryCode: recoveryCode ?? '' } : { code }),
    ),
  )
  const problem = verification.problem
  const isShown = problem !== null && !['code_wrong', 'invalid', 'second_factor_over'].includes(problem.code)

  function handleError(error: Error) {
    const problem = toProblem(error)
    if (problem.code === 'second_factor_over') {
      const reason = navigator.cookieEnabled ? problem.code : 'storage_unsupported'
      void navigate({ to: '/login', search: { problem: reason, next } })
    } else if (problem.code === 'code_wrong') {
      form.setError(name, { message: wrongCodeText(kind) }, { shouldFocus: true })
    } else {
      showFieldErrors(problem, [name], form.setError)
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => verification.start(values, { onError: handleError }))}
      className="grid gap-5"
    >
      {isShown && <AuthErrorCard title={t`Login failed`} problem={problem} />}
      <Field control={form.control} name={name} as={TwoFactorCodeField} kind={kind} autoFocus />
      <Button type="submit" tone="primary" wide isPending={verification.isPending}>{t`Sign in`}</Button>
    </form>
  )
}

/** The sentence of the problem catalog is only about the app. */
function wrongCodeText(kind: Kind): string {
  return kind === 'app'
    ? new Problem('code_wrong').message
    : t`That recovery code is wrong or was already used. Try another one.`
}

export function TwoFactorStage({ headingRef, next }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Two-step verification`}
      heading={t`Two-step verification`}
      intro={t`Enter the code from your authenticator app, or one of your recovery codes.`}
    >
      <TwoFactorForm next={next} />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
