import type { Ref } from 'react'
import type { Dropped } from '#shared/auth/recovery.ts'
import type { Problem } from '#shared/http/errors.ts'
import type { EmailProps, RememberMeProps } from './sign-in-form.tsx'

/** Where an emailed link leads: the stage that uses its code, and the one for a link without a code. */
const actionLinkModes = {
  signIn: ['linkSignIn', 'expiredLinkSignIn'],
  verifyAndChangeEmail: ['changeEmail', 'expiredChangeEmail'],
  recoverEmail: ['recoverEmail', 'expiredRecoverEmail'],
  revertSecondFactorAddition: ['disableTwoFactor', 'expiredDisableTwoFactor'],
} as const

type ActionLinkStageName =
  | (typeof actionLinkModes)[keyof typeof actionLinkModes][number]
  | 'emailChanged'
  | 'accountRecovered'

/** The modes of the page's address that are stages themselves. */
const plainModes = ['register', 'emailLink', 'secondFactor', 'forgotPassword', 'providerWindow'] as const

export type Stage =
  | (typeof plainModes)[number]
  | 'signIn'
  | 'signedIn'
  | 'signInLinkSent'
  | 'resetSent'
  | 'confirmationSent'
  | 'resetPassword'
  | 'passwordSet'
  | 'expiredReset'
  | 'verifyEmail'
  | 'expiredVerification'
  | ActionLinkStageName

/** The first stage at an address of the page. */
export function stageOf({ mode, oobCode }: { mode?: string; oobCode?: string }): Stage {
  if (mode === 'resetPassword') return oobCode ? mode : 'expiredReset'
  if (mode === 'verifyEmail') return oobCode ? mode : 'expiredVerification'
  return plainModes.find((plain) => plain === mode) ?? actionLinkStageOf(mode, oobCode) ?? 'signIn'
}

function actionLinkStageOf(mode = '', oobCode: string | undefined): ActionLinkStageName | null {
  if (!isActionLinkMode(mode)) return null
  const [stage, expired] = actionLinkModes[mode]
  return oobCode ? stage : expired
}

function isActionLinkMode(mode: string): mode is keyof typeof actionLinkModes {
  return Object.hasOwn(actionLinkModes, mode)
}

/** The data that a stage passes on to the next one. */
type StageResult = { email?: string; code?: string; dropped?: Dropped[] }

/** The props of every stage of the sign-in page. */
export type StageProps = EmailProps &
  RememberMeProps & {
    stage: Stage
    /** The code in the emailed link, or the one that it was exchanged for. */
    code: string
    /** The result of a sign-in that left the page. */
    problem: Problem | null
    /** The user was signed out because this is a shared computer. */
    isLocked: boolean
    /** The access that was removed when the account was recovered. */
    dropped: Dropped[]
    headingRef: Ref<HTMLHeadingElement>
    onStageChange: (stage: Stage, more?: StageResult) => void
  }
