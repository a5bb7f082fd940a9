import type { ComponentType } from 'react'
import { ChangeEmailStage, EmailChangedStage, ExpiredChangeEmailStage } from './change-email-stage.tsx'
import { DisableTwoFactorStage, ExpiredDisableTwoFactorStage } from './disable-two-factor-stage.tsx'
import { ExpiredLinkSignInStage, LinkSignInStage } from './link-sign-in-stage.tsx'
import { AccountRecoveredStage, ExpiredRecoverEmailStage, RecoverEmailStage } from './recover-email-stage.tsx'
import type { ActionLinkStageName } from './sign-in-stages.ts'
import type { StageProps } from './stage-props.ts'

const stages: Record<ActionLinkStageName, ComponentType<StageProps>> = {
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

export function ActionLinkStage(props: StageProps & { stage: ActionLinkStageName }) {
  const Stage = stages[props.stage]
  return <Stage {...props} />
}
