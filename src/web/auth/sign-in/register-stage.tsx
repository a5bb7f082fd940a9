import { register } from '#web/auth/api.ts'
import { siteConfig } from '#web/config/site.ts'
import { RegisterForm } from './register-form.tsx'
import { RequestLinkForm } from './request-link-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function RegisterStage({ email, onEmailChange, headingRef, next, onStageChange }: StageProps) {
  const onUnconfirmed = (to: string) => onStageChange('confirmationSent', { email: to })
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Create account"
      heading="Start your own vault"
      activeTab="register"
    >
      {siteConfig.confirmsEmail ? (
        <>
          <p className="text-muted">
            Enter your email, and we send you a link. You choose your password after you open it.
          </p>
          <RequestLinkForm
            email={email}
            submitLabel="Email me a link"
            failure="Registration failed"
            send={(address) => register({ email: address })}
            onSent={onUnconfirmed}
          />
        </>
      ) : (
        <RegisterForm email={email} onEmailChange={onEmailChange} onUnconfirmed={onUnconfirmed} />
      )}
    </SignInLayout>
  )
}
