import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { email as emailField, password as passwordField } from '#shared/auth/registration.ts'
import type { Problem } from '#shared/http/errors.ts'
import { signIn } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { StayField, type StayProps } from './remember-me-field.tsx'
import { useWayIn } from './use-complete-sign-in.ts'

export type AddressProps = {
  /** The address goes along when a nurse changes from one form to another. */
  email: string
  onEmailChange: (email: string) => void
  next: string | undefined
}

const schema = z.object({ email: emailField, password: passwordField })

type SignInFormProps = AddressProps &
  StayProps & {
    /** What a way in that left the page came back with. */
    problem: Problem | null
  }

export function SignInForm({ email, onEmailChange, next, problem, ...stayProps }: SignInFormProps) {
  const enter = useWayIn(next)
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '' },
  })
  const login = useAttempt('Login failed', (input: z.output<typeof schema>) =>
    enter(() => signIn({ ...input, ...stayProps.stay })),
  )
  const { control } = form
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => login.start(input))} className="grid gap-5">
      {login.problem ? (
        <RefusalCard title="Login failed" problem={login.problem} />
      ) : (
        problem && <RefusalCard title={problem.title} problem={problem} />
      )}
      <Controller
        name="email"
        control={control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
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
          render={(c) => (
            <PasswordField {...fieldPropsOf(c)} label="Password" autoComplete="current-password" />
          )}
        />
        <Link
          to="/login"
          search={{ mode: 'forgotPassword', next }}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-strong underline underline-offset-4"
        >
          Forgot your password?
        </Link>
      </div>
      <StayField {...stayProps} />
      <Button type="submit" tone="primary" wide isPending={login.isPending}>
        Sign in
      </Button>
    </form>
  )
}
