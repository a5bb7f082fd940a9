import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { password } from '#shared/auth/registration.ts'
import { passwordPolicyQuery, resetPassword } from '#web/auth/api.ts'
import { AuthErrorCard, isAuthError } from '#web/auth/auth-error-card.tsx'
import { NewPasswordField } from '#web/auth/new-password-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { usePasswordStrength } from '#web/auth/use-password-strength.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

const schema = z.object({ newPassword: password })
type Values = z.infer<typeof schema>

type ResetPasswordFormProps = { code: string; onDone: () => void; onExpiredLink: () => void }

export function ResetPasswordForm({ code, onDone, onExpiredLink }: ResetPasswordFormProps) {
  const { refresh } = useSessionChange()
  const queryClient = useQueryClient()
  const { check, minLength, load } = usePasswordStrength()
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: { newPassword: '' } })
  const typed = useWatch({ control: form.control, name: 'newPassword' })
  const verdict = check && typed ? check(typed, []) : null

  const reset = useAuthAction(t`Password reset failed`, async ({ newPassword }: Values) => {
    await resetPassword(code, newPassword)
    // The password is set by now. If this request fails, the page learns later that the browser was signed out.
    await refresh().catch(() => null)
    onDone()
  })
  const problem = reset.problem
  const isOnField = problem?.errors?.some(({ path }) => path === 'newPassword')

  function submit(values: Values) {
    if (verdict && !verdict.isStrong) {
      const message = [verdict.problem, ...verdict.remedies].join(' ')
      return form.setError('newPassword', { message }, { shouldFocus: true })
    }
    return reset.run(values).catch((error: unknown) => {
      const failed = toProblem(error)
      if (showFieldErrors(failed, ['newPassword'], form.setError))
        void queryClient.invalidateQueries(passwordPolicyQuery)
      else if (isAuthError(failed)) onExpiredLink()
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      {problem && !isOnField && <AuthErrorCard title={t`Password reset failed`} problem={problem} />}
      <Field
        control={form.control}
        name="newPassword"
        as={NewPasswordField}
        label={t`New password`}
        verdict={verdict}
        minLength={minLength}
        onFocus={load}
      />
      <Button type="submit" tone="primary" wide isPending={reset.isPending}>{t`Set new password`}</Button>
    </form>
  )
}
