import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { mailLinkInput } from '#shared/auth/registration.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { TextField } from '#web/ui/text-field.tsx'

type MailFormProps = {
  email: string
  submitLabel: string
  /** The title of the toast and of the note beside the form. */
  failure: string
  /** Asks the server for the mail. */
  send: (email: string) => Promise<unknown>
  onSent: (email: string) => void
}

/** An address that a link is to be mailed to. */
export function MailForm({ email, submitLabel, failure, send, onSent }: MailFormProps) {
  const form = useForm<z.input<typeof mailLinkInput>, unknown, z.output<typeof mailLinkInput>>({
    resolver: zodResolver(mailLinkInput),
    defaultValues: { email },
  })
  const attempt = useAttempt(failure, async (address: string) => {
    await send(address)
    onSent(address)
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) => attempt.start(input.email))}
      className="grid gap-5"
    >
      {attempt.problem && <RefusalCard title={failure} problem={attempt.problem} />}
      <Controller
        name="email"
        control={form.control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
          />
        )}
      />
      <Button type="submit" tone="primary" wide isPending={attempt.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
