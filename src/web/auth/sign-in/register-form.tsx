import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { personalWords } from '#shared/auth/password.ts'
import { email as emailField, password as passwordField } from '#shared/auth/registration.ts'
import { optionalText, text } from '#shared/kernel/fields.ts'
import { passwordPolicyQuery, register } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { NewPasswordField } from '#web/auth/new-password-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { usePasswordStrength } from '#web/auth/use-password-strength.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf, showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import type { EmailProps } from './sign-in-form.tsx'
import { TermsView } from './terms-view.tsx'

const schema = z.object({
  firstName: text(50),
  lastName: optionalText(50),
  email: emailField,
  password: passwordField,
})
type Values = z.input<typeof schema>
type Parsed = z.output<typeof schema>

const fields = Object.keys(schema.shape)

/** Adds the browser's locale and time zone, as first guesses. */
function withBrowserSettings({ firstName, lastName, ...rest }: Parsed) {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { ...rest, name, firstName, lastName, locale: navigator.language, timeZone }
}

type RegisterFormProps = Omit<EmailProps, 'next'> & {
  invitation?: string | undefined
  onUnconfirmed: (email: string) => void
}

export function RegisterForm({ email, onEmailChange, invitation, onUnconfirmed }: RegisterFormProps) {
  const { afterSignIn } = useSessionChange()
  const queryClient = useQueryClient()
  const { check, minLength, load } = usePasswordStrength()
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: '', lastName: '', email, password: '' },
  })
  const { control, setError } = form
  const typed = useWatch({ control })
  const known = personalWords(typed.email, typed.firstName, typed.lastName)
  const verdict = check && typed.password ? check(typed.password, known) : null

  const registration = useAuthAction('Registration failed', async (input: Parsed) => {
    const { isVerificationRequired } = await register({
      ...withBrowserSettings(input),
      ...(invitation !== undefined && { invitation }),
    })
    if (isVerificationRequired) onUnconfirmed(input.email)
    else await afterSignIn()
  })
  const problem = registration.problem
  const isOnFields = problem?.errors?.some(({ path }) => fields.includes(path))

  function submit(input: Parsed) {
    if (verdict && !verdict.isStrong) {
      const message = [verdict.problem, ...verdict.remedies].join(' ')
      return setError('password', { message }, { shouldFocus: true })
    }
    registration.start(input, {
      onError: (error) => {
        const refused = toProblem(error)
        showFieldErrors(refused, fields, setError)
        if (refused.errors?.some(({ path }) => path === 'password'))
          void queryClient.invalidateQueries(passwordPolicyQuery)
      },
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      {problem && !isOnFields && <AuthErrorCard title="Registration failed" problem={problem} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          name="firstName"
          control={control}
          render={(c) => <TextField {...fieldPropsOf(c)} label="First name" autoComplete="given-name" />}
        />
        <Controller
          name="lastName"
          control={control}
          render={(c) => (
            <TextField {...fieldPropsOf(c)} label="Last name" autoComplete="family-name" isRequired={false} />
          )}
        />
      </div>
      <Controller
        name="email"
        control={control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            onChange={(value) => {
              c.field.onChange(value)
              onEmailChange(value)
            }}
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            description="A private address stays yours when you change jobs."
          />
        )}
      />
      <Controller
        name="password"
        control={control}
        render={(c) => (
          <NewPasswordField
            {...fieldPropsOf(c)}
            label="Password"
            verdict={verdict}
            minLength={minLength}
            onFocus={load}
          />
        )}
      />
      <Button type="submit" tone="primary" wide isPending={registration.isPending}>
        Create my vault
      </Button>
      <TermsView />
    </form>
  )
}
