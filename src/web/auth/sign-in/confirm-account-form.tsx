import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { personalWords } from '#shared/auth/password.ts'
import { password as passwordField } from '#shared/auth/registration.ts'
import { optionalText, text } from '#shared/kernel/fields.ts'
import { verifyEmail } from '#web/auth/api.ts'
import { isAuthError } from '#web/auth/auth-error.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { NewPasswordField } from '#web/auth/new-password-field.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { usePasswordStrength } from '#web/auth/use-password-strength.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf, showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { TermsView } from './terms-view.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

const schema = z.object({ firstName: text(50), lastName: optionalText(50), password: passwordField })
type Values = z.input<typeof schema>
type Parsed = z.output<typeof schema>

type ConfirmAccountFormProps = {
  code: string
  email: string
  replacesSession: boolean
  next: string | undefined
  onDone: () => void
  onExpiredLink: () => void
}

/** Everything about a new account but its address: asked for here, because only its owner reads the mail. */
export function ConfirmAccountForm(props: ConfirmAccountFormProps) {
  const { code, email, replacesSession, next, onDone, onExpiredLink } = props
  const completeSignIn = useCompleteSignIn(next)
  const { check, minLength, load } = usePasswordStrength()
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: '', lastName: '', password: '' },
  })
  const { control, setError } = form
  const typed = useWatch({ control })
  const known = personalWords(email, typed.firstName, typed.lastName)
  const verdict = check && typed.password ? check(typed.password, known) : null

  const confirmation = useAuthAction(null, async ({ firstName, lastName, password }: Parsed) => {
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const profile = { name, firstName, lastName, locale: navigator.language, timeZone }
    await completeSignIn(() => verifyEmail({ token: code, replacesSession, password, ...profile }))
    onDone()
  })
  const problem = confirmation.problem
  const isElsewhere = problem !== null && !isAuthError(problem) && problem.errors === undefined

  function submit(input: Parsed) {
    if (verdict && !verdict.isStrong) {
      const message = [verdict.problem, ...verdict.remedies].join(' ')
      return setError('password', { message }, { shouldFocus: true })
    }
    confirmation.start(input, {
      onError: (error) => {
        const refused = toProblem(error)
        if (showFieldErrors(refused, Object.keys(schema.shape), setError)) return
        if (isAuthError(refused)) onExpiredLink()
      },
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      {isElsewhere && <AuthErrorCard title="Your account was not created" problem={problem} />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
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
      <Button type="submit" tone="primary" wide isPending={confirmation.isPending}>
        Create my vault
      </Button>
      <TermsView />
    </form>
  )
}
