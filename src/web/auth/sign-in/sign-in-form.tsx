import { Link } from '@tanstack/react-router'
import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import type { Problem } from '#shared/http/errors.ts'
import { signIn } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import type { SignInInput } from '#web/auth/sign-in-input.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { useSmallForm } from '#web/auth/use-small-form.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

export type EmailProps = {
  /** Carried along when the user switches to another form. */
  email: string
  onEmailChange: (email: string) => void
  next: string | undefined
}

const loadCheck = () => import('#web/auth/sign-in-input.ts').then((module) => module.checkSignIn)

type SignInFormProps = EmailProps &
  RememberMeProps & {
    /** The result of a sign-in that left the page. */
    problem: Problem | null
  }

export function SignInForm({ email, onEmailChange, next, problem, ...rememberMe }: SignInFormProps) {
  const completeSignIn = useCompleteSignIn(next)
  const { form, submit, fieldProps } = useSmallForm({ email, password: '' }, loadCheck)
  const login = useAuthAction(t`Login failed`, (input: SignInInput) =>
    completeSignIn(() => signIn({ ...input, ...rememberMe.sessionOptions })),
  )
  const emailField = fieldProps('email')
  const passwordField = fieldProps('password')
  const isMismatch = login.problem?.code === 'INVALID_EMAIL_OR_PASSWORD'
  return (
    <form
      ref={form}
      noValidate
      onFocus={() => void loadCheck().catch(() => {})}
      onSubmit={(event) => void submit(event, login.start)}
      className="grid gap-5"
    >
      {login.problem && !isMismatch ? (
        <AuthErrorCard title={t`Login failed`} problem={login.problem} />
      ) : (
        problem && !isMismatch && <AuthErrorCard title={problem.title} problem={problem} />
      )}
      <TextField
        {...emailField}
        onChange={(typed) => {
          emailField.onChange(typed)
          onEmailChange(typed)
        }}
        label={t`Email`}
        type="email"
        autoComplete="username"
        spellCheck={false}
      />
      <div className="grid gap-1">
        <PasswordField
          {...passwordField}
          onChange={(typed) => {
            passwordField.onChange(typed)
            if (isMismatch) login.reset()
          }}
          // Not an alert: the toast is.
          errorMessage={passwordField.errorMessage ?? (isMismatch ? t(login.problem?.message ?? '') : null)}
          label={t`Password`}
          autoComplete="current-password"
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

export type RememberMeProps = {
  sessionOptions: Required<SessionOptions>
  onSessionOptionsChange: (sessionOptions: Required<SessionOptions>) => void
}

/** How long the user stays signed in. On a shared computer not for long. */
export function RememberMeField({ sessionOptions, onSessionOptionsChange }: RememberMeProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label={t`Keep me signed in`}
        description={t`For up to 30 days on this device.`}
        value={sessionOptions.rememberMe && !sessionOptions.isShared}
        isDisabled={sessionOptions.isShared}
        onChange={(rememberMe) => onSessionOptionsChange({ ...sessionOptions, rememberMe })}
      />
      <Checkbox
        label={t`This is a shared computer`}
        description={t`You are signed out after 15 minutes without use, and nothing stays on this computer.`}
        value={sessionOptions.isShared}
        onChange={(isShared) => onSessionOptionsChange({ ...sessionOptions, isShared })}
      />
    </div>
  )
}
