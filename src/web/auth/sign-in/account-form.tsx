import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { personalWords } from '#shared/auth/password.ts'
import { email as emailInput, password } from '#shared/auth/registration.ts'
import type { Problem } from '#shared/http/errors.ts'
import { localeIn } from '#shared/i18n/language.ts'
import { optionalText } from '#shared/kernel/fields.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { NewPasswordField } from '#web/auth/new-password-field.tsx'
import type { useAuthAction } from '#web/auth/use-auth-action.ts'
import { usePasswordStrength } from '#web/auth/use-password-strength.ts'
import { deviceLanguage, deviceZone, GUESSED_ZONE } from '#web/format/dates.ts'
import { pageLanguage, t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FirstNameField, LastNameField, TextField } from '#web/ui/fields/text-field.tsx'
import { showFieldErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

const schema = z.object({
  email: emailInput,
  password,
  firstName: optionalText(50),
  lastName: optionalText(50),
})
type Values = z.input<typeof schema>
export type Account = z.output<typeof schema>

const fields = Object.keys(schema.shape)

/** The names of a new account, if any, with the browser's locale and time zone as first guesses. */
export function profileOf({ firstName, lastName }: Account) {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const locale = localeIn(pageLanguage, deviceLanguage())
  return { name, firstName, lastName, locale, timeZone: deviceZone() ?? GUESSED_ZONE }
}

type AccountFormProps = {
  email: string
  /** Without it the address is fixed. */
  onEmailChange?: (email: string) => void
  creation: ReturnType<typeof useAuthAction<Account, void>>
  errorTitle: string
  onRefusal: (problem: Problem, isShownOnFields: boolean) => void
}

/** Address and password of a new account, and the names that can also come later. */
export function AccountForm({ email, onEmailChange, creation, errorTitle, onRefusal }: AccountFormProps) {
  const { check, minLength, load } = usePasswordStrength()
  const { control, handleSubmit, setError } = useForm<Values, unknown, Account>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: '', lastName: '', email, password: '' },
  })
  const typed = useWatch({ control })
  const known = personalWords(typed.email, typed.firstName, typed.lastName)
  const verdict = check && typed.password ? check(typed.password, known) : null
  const { problem } = creation
  const isOnFields = problem?.errors?.some(({ path }) => fields.includes(path))

  function submit(input: Account) {
    if (verdict && !verdict.isStrong) {
      const message = [verdict.problem, ...verdict.remedies].join(' ')
      return setError('password', { message }, { shouldFocus: true })
    }
    return creation.run(input).catch((error: unknown) => {
      const refused = toProblem(error)
      const isShownOnFields = showFieldErrors(refused, fields, setError)
      onRefusal(refused, isShownOnFields)
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      {problem && !isOnFields && <AuthErrorCard title={errorTitle} problem={problem} />}
      {onEmailChange ? (
        <EmailField control={control} onEmailChange={onEmailChange} />
      ) : (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <Field
        control={control}
        name="password"
        as={NewPasswordField}
        label={t`Password`}
        verdict={verdict}
        minLength={minLength}
        onFocus={load}
      />
      <NameFields control={control} />
      <Button type="submit" tone="primary" wide isPending={creation.isPending}>{t`Create my vault`}</Button>
      <TermsView />
    </form>
  )
}

type FieldsProps = { control: Control<Values, unknown, Account> }

function NameFields({ control }: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field control={control} name="firstName" as={FirstNameField} />
      <Field control={control} name="lastName" as={LastNameField} />
    </div>
  )
}

function EmailField({ control, onEmailChange }: FieldsProps & { onEmailChange: (email: string) => void }) {
  return (
    <Field
      control={control}
      name="email"
      as={TextField}
      onChange={onEmailChange}
      label={t`Email`}
      type="email"
      autoComplete="username"
      spellCheck={false}
      description={t`A private address stays yours when you change jobs.`}
    />
  )
}

const linkClass = 'font-semibold text-accent-strong underline underline-offset-4'

function TermsView() {
  return (
    <p className="text-muted text-sm">
      <Trans>
        By creating a vault you agree to the{' '}
        <Link to="/terms-of-use" className={linkClass}>
          terms of use
        </Link>
        . What happens with your data is in the{' '}
        <Link to="/privacy-policy" className={linkClass}>
          privacy policy
        </Link>
        .
      </Trans>
    </p>
  )
}
