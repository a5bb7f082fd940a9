import { type ComponentType, useEffect } from 'react'
import { ChangeEmailStage, EmailChangedStage, ExpiredChangeEmailStage } from './change-email-stage.tsx'
import { DisableTwoFactorStage, ExpiredDisableTwoFactorStage } from './disable-two-factor-stage.tsx'
import { EmailSentStage } from './email-sent-stage.tsx'
import { ExpiredLinkSignInStage, LinkSignInStage } from './link-sign-in-stage.tsx'
import { ProviderWindowStage } from './provider-window-stage.tsx'
import { AccountRecoveredStage, ExpiredRecoverEmailStage, RecoverEmailStage } from './recover-email-stage.tsx'
import { RegisterStage } from './register-stage.tsx'
import { ForgotPasswordStage, RequestSignInLinkStage } from './request-link-form.tsx'
import { ExpiredResetStage, PasswordSetStage, ResetPasswordStage } from './reset-password-stage.tsx'
import type { Stage, StageProps } from './sign-in-stages.ts'
import { TwoFactorStage } from './two-factor-form.tsx'
import { ExpiredVerificationStage, VerifyEmailStage } from './verify-email-stage.tsx'

type OtherStage = Exclude<Stage, 'signIn' | 'signedIn'>

const stages: Record<OtherStage, ComponentType<StageProps>> = {
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
  linkSignIn: LinkSignInStage,
  expiredLinkSignIn: ExpiredLinkSignInStage,
  changeEmail: ChangeEmailStage,
  emailChanged: EmailChangedStage,
  expiredChangeEmail: ExpiredChangeEmailStage,
  recoverEmail: RecoverEmailStage,
  accountRecovered: AccountRecoveredStage,
  expiredRecoverEmail: ExpiredRecoverEmailStage,
  disableTwoFactor: DisableTwoFactorStage,
  expiredDisableTwoFactor: ExpiredDisableTwoFactorStage,
}

type StageViewProps = StageProps & {
  stage: OtherStage
  /** Called when the stage has appeared: its file may have been loaded first. */
  onShown(stage: Stage): void
}

/** Every stage except the first. */
export function StageView({ onShown, ...props }: StageViewProps) {
  const { stage } = props
  const Shown = stages[stage]
  useEffect(() => onShown(stage), [stage, onShown])
  return <Shown {...props} />
}
