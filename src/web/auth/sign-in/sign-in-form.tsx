import { Link } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import type { Problem } from '#shared/http/errors.ts'
import { signIn } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { RememberMeField, type RememberMeProps } from '#web/auth/remember-me-field.tsx'
import type { SignInInput, SignInValues } from '#web/auth/sign-in-resolver.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { laterResolver } from '#web/ui/later-resolver.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

export type EmailProps = {
  /** Carried along when the user switches to another form. */
  email: string
  onEmailChange: (email: string) => void
  next: string | undefined
}

const loadResolver = () => import('#web/auth/sign-in-resolver.ts').then((module) => module.signInResolver)

type SignInFormProps = EmailProps &
  RememberMeProps & {
    /** What a sign-in that left the page came back with. */
    problem: Problem | null
  }

export function SignInForm({ email, onEmailChange, next, problem, ...rememberMe }: SignInFormProps) {
  const completeSignIn = useCompleteSignIn(next)
  const form = useForm<SignInValues, unknown, SignInInput>({
    resolver: laterResolver(loadResolver),
    defaultValues: { email, password: '' },
  })
  const login = useAuthAction(t`Login failed`, (input: SignInInput) =>
    completeSignIn(() => signIn({ ...input, ...rememberMe.sessionOptions })),
  )
  const { control } = form
  return (
    <form
      noValidate
      onFocus={() => void loadResolver().catch(() => {})}
      onSubmit={form.handleSubmit((input) => login.start(input))}
      className="grid gap-5"
    >
      {login.problem ? (
        <AuthErrorCard title={t`Login failed`} problem={login.problem} />
      ) : (
        problem && <AuthErrorCard title={problem.title} problem={problem} />
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
            label={t`Email`}
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
            <PasswordField {...fieldPropsOf(c)} label={t`Password`} autoComplete="current-password" />
          )}
        />
        <Link
          to="/login"
          search={{ mode: 'forgotPassword', next }}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-strong underline underline-offset-4"
        >{t`Forgot your password?`}</Link>
      </div>
      <RememberMeField {...rememberMe} />
      <Button type="submit" tone="primary" wide isPending={login.isPending}>{t`Sign in`}</Button>
    </form>
  )
}
