import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { User } from '#shared/account/profile.ts'
import { personalWords } from '#shared/auth/password.ts'
import { changePasswordInput } from '#shared/auth/registration.ts'
import { passwordPolicyQuery, requestPasswordReset } from '#web/auth/api.ts'
import { AuthErrorCard, isAuthError } from '#web/auth/auth-error-card.tsx'
import { NewPasswordField } from '#web/auth/new-password-field.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { changePassword, sessionsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { usePasswordStrength } from '#web/auth/use-password-strength.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { SecuritySection } from './security-section-view.tsx'

/** Changes the password, or emails a link to set the first one, so that only someone who reads that mail can. */
export function PasswordChangeView({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPassword) return <NoPassword email={user.email} />
  return (
    <SecuritySection
      title={t`Your password`}
      summary={t`Changing it signs out your other devices.`}
      action={<Button onPress={() => setOpen(true)}>{t`Change password`}</Button>}
    >
      <Dialog title={t`Change your password`} size="sm" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PasswordChangeForm user={user} onDone={() => setOpen(false)} />
      </Dialog>
    </SecuritySection>
  )
}

function NoPassword({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const send = useAuthAction(null, async () => {
    await requestPasswordReset(email)
    setSent(true)
  })
  return (
    <SecuritySection
      title={t`Your password`}
      summary={
        <p role="status">
          {isSent
            ? t`We sent a link to set a password to ${email}. It works once, for 30 minutes.`
            : t`Your vault has no password. We can email you a link to set one.`}
        </p>
      }
      action={
        <Button isPending={send.isPending} onPress={() => send.start()}>
          {isSent ? t`Send it again` : t`Set a password`}
        </Button>
      }
    >
      {send.problem && <AuthErrorCard title={t`The link was not sent`} problem={send.problem} />}
      {isSent && <OutboxLinkView email={email} />}
    </SecuritySection>
  )
}

type Values = z.infer<typeof changePasswordInput>
const fields = ['currentPassword', 'newPassword']
const empty: Values = { currentPassword: '', newPassword: '' }

function PasswordChangeForm({ user, onDone }: { user: User; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<Values>({ resolver: zodResolver(changePasswordInput), defaultValues: empty })
  const { control, setError } = form
  const { check, load } = usePasswordStrength()
  const typed = useWatch({ control, name: 'newPassword' })
  const verdict = check && typed ? check(typed, personalWords(user.email, user.name)) : null
  const change = useAuthAction(null, changePassword)
  const isOnFields = Object.keys(form.formState.errors).length > 0

  function submit(values: Values) {
    if (verdict && !verdict.isStrong) {
      const message = [verdict.problem, ...verdict.remedies].join(' ')
      return setError('newPassword', { message }, { shouldFocus: true })
    }
    change.start(values, {
      onSuccess: () => {
        onDone()
        void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        showToast({ title: t`Password changed`, description: t`Your other devices were signed out.` })
      },
      onError: (error) => {
        const problem = toProblem(error)
        if (problem.errors?.some(({ path }) => path === 'newPassword'))
          void queryClient.invalidateQueries({ queryKey: passwordPolicyQuery.queryKey })
        if (showFieldErrors(problem, fields, setError) || !isAuthError(problem)) return
        setError('currentPassword', { message: problem.message }, { shouldFocus: true })
      },
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <Field
        control={control}
        name="currentPassword"
        as={PasswordField}
        label={t`Current password`}
        autoComplete="current-password"
      />
      <Field
        control={control}
        name="newPassword"
        as={NewPasswordField}
        label={t`New password`}
        verdict={verdict}
        onFocus={load}
      />
      {change.problem && !isOnFields && (
        <AuthErrorCard title={t`Password not changed`} problem={change.problem} />
      )}
      <p className="text-muted">{t`Your other devices will be signed out and will need the new password.`}</p>
      <Button type="submit" tone="primary" wide isPending={change.isPending}>{t`Change password`}</Button>
    </form>
  )
}
