import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { User } from '#shared/account/profile.ts'
import { changeEmailInput } from '#shared/auth/sign-in-methods.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { changeEmail } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { SecuritySection } from './security-section-view.tsx'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

/** Another address to sign in with. The old one stays until the link sent to the new one is opened. */
export function EmailChangeView({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <SecuritySection
      id="email"
      title={t`Your email`}
      summary={
        <Trans>
          You sign in with <strong className="break-all text-ink">{[user.email]}</strong>, and Lanyard sends
          email to it.
        </Trans>
      }
      action={<Button onPress={() => setOpen(true)}>{t`Change email`}</Button>}
    >
      <div role="status" className="grid grid-cols-1 gap-4 empty:hidden">
        {sentTo && (
          <p className="rounded-card bg-accent-soft p-4">
            <Trans>
              Open the link that we sent to <strong className="break-all">{[sentTo]}</strong>. It works once,
              for 24 hours. Nothing changes until you open it; then you sign in with the new address.
            </Trans>
          </p>
        )}
      </div>
      {sentTo && <OutboxLinkView email={sentTo} />}
      <Dialog title={t`Change your email`} size="sm" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EmailForm
          email={user.email}
          onSent={(email) => {
            setSentTo(email)
            setOpen(false)
          }}
        />
      </Dialog>
    </SecuritySection>
  )
}

type Values = z.input<typeof changeEmailInput>

function EmailForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { control, handleSubmit, setError } = useForm<Values, unknown, z.output<typeof changeEmailInput>>({
    resolver: zodResolver(changeEmailInput),
    defaultValues: { newEmail: '' },
  })
  const change = useSignInMethodChange(changeEmail)
  const [isOnField, setOnField] = useState(false)

  function submit({ newEmail }: Values) {
    if (newEmail === email)
      return setError('newEmail', { message: t`This is already your address.` }, { shouldFocus: true })
    change.start(newEmail, {
      onSuccess: () => onSent(newEmail),
      onError: (error) => setOnField(showFieldErrors(toProblem(error), ['newEmail'], setError)),
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid grid-cols-1 gap-5">
      <Field
        control={control}
        name="newEmail"
        as={TextField}
        label={t`New email`}
        type="email"
        autoComplete="email"
        spellCheck={false}
        autoFocus
        description={t`Use a personal address rather than your employer’s: it stays yours when you change jobs.`}
      />
      {change.problem && !isOnField && (
        <AuthErrorCard title={t`Email not changed`} problem={change.problem} />
      )}
      <Button type="submit" tone="primary" wide isPending={change.isPending}>{t`Send link`}</Button>
    </form>
  )
}
