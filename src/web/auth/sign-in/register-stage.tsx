import { RegisterForm } from './register-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './stage-props.ts'

export function RegisterStage({ email, onEmailChange, headingRef, next, onStageChange }: StageProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title="Create account"
      heading="Start your own vault"
      activeTab="register"
    >
      <RegisterForm
        email={email}
        onEmailChange={onEmailChange}
        onUnconfirmed={(to) => onStageChange('confirmationSent', { email: to })}
      />
    </SignInLayout>
  )
}
