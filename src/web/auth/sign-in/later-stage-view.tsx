import type { ComponentType } from 'react'
import { EmailSentStage } from './email-sent-stage.tsx'
import { ForgotPasswordStage } from './forgot-password-stage.tsx'
import { ProviderWindowStage } from './provider-window-stage.tsx'
import { RegisterStage } from './register-stage.tsx'
import { RequestSignInLinkStage } from './request-sign-in-link-stage.tsx'
import { ExpiredResetStage, PasswordSetStage, ResetPasswordStage } from './reset-password-stage.tsx'
import type { ActionLinkStageName, Stage } from './sign-in-stages.ts'
import type { StageProps } from './stage-props.ts'
import { TwoFactorStage } from './two-factor-stage.tsx'
import { ExpiredVerificationStage, VerifyEmailStage } from './verify-email-stage.tsx'

export type LaterStageName = Exclude<Stage, ActionLinkStageName | 'signIn' | 'signedIn'>

const stages: Record<LaterStageName, ComponentType<StageProps>> = {
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

export function LaterStageView(props: StageProps & { stage: LaterStageName }) {
  const Shown = stages[props.stage]
  return <Shown {...props} />
}
