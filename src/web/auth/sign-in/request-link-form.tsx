import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { mailLinkInput } from '#shared/auth/registration.ts'
import { requestPasswordReset, requestSignInLink } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { BackToSignIn, SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'

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

type ForgotPasswordFormProps = { email: string; onSent: (email: string) => void }

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  return (
    <RequestLinkForm
      email={email}
      submitLabel={t`Send me a link`}
      failure={t`Password reset failed`}
      send={requestPasswordReset}
      onSent={(address) => {
        showToast({
          title: t`Password reset sent`,
          description: t`Check your email for password reset instructions.`,
        })
        onSent(address)
      }}
    />
  )
}

export function ForgotPasswordStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Forgot password`}
      heading={t`Forgot your password?`}
      intro={t`Enter your email and we’ll send you a link to set a new one. Nothing in your vault changes.`}
    >
      <ForgotPasswordForm email={email} onSent={(to) => onStageChange('resetSent', { email: to })} />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}

export function RequestSignInLinkStage({ email, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Link by email`}
      heading={t`Sign in without your password`}
      intro={t`Enter your email and we’ll send you a link that signs you in. It works once.`}
    >
      <RequestLinkForm
        email={email}
        submitLabel={t`Email me a link`}
        failure={t`The link was not sent`}
        send={requestSignInLink}
        onSent={(to) => onStageChange('signInLinkSent', { email: to })}
      />
      <BackToSignIn next={next} />
    </SignInLayout>
  )
}
