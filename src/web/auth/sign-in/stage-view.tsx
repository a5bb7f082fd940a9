import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmailSentStage } from './email-sent-stage.tsx'
import { ForgotPasswordStage } from './forgot-password-stage.tsx'
import { ProviderWindowStage } from './provider-window-stage.tsx'
import { RegisterStage } from './register-stage.tsx'
import { RequestSignInLinkStage } from './request-sign-in-link-stage.tsx'
import { ExpiredResetStage, PasswordSetStage, ResetPasswordStage } from './reset-password-stage.tsx'
import { SignInStage } from './sign-in-stage.tsx'
import type { ActionLinkStageName, Stage } from './sign-in-stages.ts'
import type { StageProps } from './stage-props.ts'
import { TwoFactorStage } from './two-factor-stage.tsx'
import { ExpiredVerificationStage, VerifyEmailStage } from './verify-email-stage.tsx'

// Few visits need it, and the sign-in form must not wait for it.
const ActionLinkStage = lazyPart(() =>
  import('./action-link-stage.tsx').then((module) => module.ActionLinkStage),
)

const stages: Record<Exclude<Stage, ActionLinkStageName>, ComponentType<StageProps>> = {
  signIn: SignInStage,
  // Shown for a moment, until the page is left.
  signedIn: SignInStage,
  register: RegisterStage,
  secondFactor: TwoFactorStage,
  providerWindow: ProviderWindowStage,
  emailLink: RequestSignInLinkStage,
  forgotPassword: ForgotPasswordStage,
  signInLinkSent: EmailSentStage,
  resetSent: EmailSentStage,
  confirmationSent: EmailSentStage,
  resetPassword: ResetPasswordStage,
  passwordSet: PasswordSetStage,
  expiredReset: ExpiredResetStage,
  verifyEmail: VerifyEmailStage,
  expiredVerification: ExpiredVerificationStage,
}

export function StageView(props: StageProps) {
  const { stage } = props
  if (!isPlain(stage)) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <ActionLinkStage {...props} stage={stage} />
      </Suspense>
    )
  }
  const Shown = stages[stage]
  return <Shown {...props} />
}

function isPlain(stage: Stage): stage is keyof typeof stages {
  return Object.hasOwn(stages, stage)
}
