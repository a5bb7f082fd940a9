import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { mailLinkInput } from '#shared/auth/registration.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type RequestLinkFormProps = {
  email: string
  submitLabel: string
  /** The title of the toast and of the note next to the form. */
  failure: string
  /** Asks the server to send the email. */
  send: (email: string) => Promise<unknown>
  onSent: (email: string) => void
}

/** Asks for the address to email a link to. */
export function RequestLinkForm({ email, submitLabel, failure, send, onSent }: RequestLinkFormProps) {
  const form = useForm<z.input<typeof mailLinkInput>, unknown, z.output<typeof mailLinkInput>>({
    resolver: zodResolver(mailLinkInput),
    defaultValues: { email },
  })
  const request = useAuthAction(failure, async (address: string) => {
    await send(address)
    onSent(address)
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) => request.start(input.email))}
      className="grid gap-5"
    >
      {request.problem && <AuthErrorCard title={failure} problem={request.problem} />}
      <Field
        control={form.control}
        name="email"
        as={TextField}
        label={t`Email`}
        type="email"
        autoComplete="username"
        spellCheck={false}
      />
      <Button type="submit" tone="primary" wide isPending={request.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
