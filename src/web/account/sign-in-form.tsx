import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { signInInput } from '#shared/account/registration.ts'
import { Button } from '#web/core/ui/button.tsx'
import { Checkbox, TextField } from '#web/core/ui/field.tsx'
import { bound } from '#web/core/ui/form-fields.ts'
import { signIn } from './api.ts'
import { PasswordField } from './password-field.tsx'
import { RefusalCard } from './refusal-card.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSessionChange } from './use-session-change.ts'

export type AddressProps = {
  /** The address goes along when a nurse changes from one form to another. */
  email: string
  onEmailChange: (email: string) => void
  next: string | undefined
}

type Values = z.input<typeof signInInput>

export function SignInForm({ email, onEmailChange, next }: AddressProps) {
  const { opened } = useSessionChange()
  const form = useForm<Values, unknown, z.output<typeof signInInput>>({
    resolver: zodResolver(signInInput),
    defaultValues: { email, password: '', rememberMe: true },
  })
  const login = useAttempt('Login failed', async (input: Values) => {
    await signIn(input)
    await opened()
  })
  const { control } = form
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => login.start(input))} className="grid gap-5">
      {login.problem && <RefusalCard title="Login failed" problem={login.problem} />}
      <Controller
        name="email"
        control={control}
        render={(c) => (
          <TextField
            {...bound(c)}
            onChange={(typed) => {
              c.field.onChange(typed)
              onEmailChange(typed)
            }}
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
          />
        )}
      />
      <div className="grid gap-1">
        <Controller
          name="password"
          control={control}
          render={(c) => <PasswordField {...bound(c)} label="Password" autoComplete="current-password" />}
        />
        <Link
          to="/login"
          search={{ mode: 'forgotPassword', next }}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-strong underline underline-offset-4"
        >
          Forgot your password?
        </Link>
      </div>
      <Controller
        name="rememberMe"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Checkbox
            {...field}
            isSelected={value ?? true}
            label="Keep me signed in"
            description="For up to 30 days on this device. Leave it off on a computer that others use."
          />
        )}
      />
      <Button type="submit" tone="primary" wide isPending={login.isPending}>
        Sign in
      </Button>
    </form>
  )
}
