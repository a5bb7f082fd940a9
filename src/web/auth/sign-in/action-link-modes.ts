/** Where a mailed link signs in, changes the address, brings it back, or takes a second step away. */
const linkModes = {
  signIn: ['linkSignIn', 'badLinkSignIn'],
  verifyAndChangeEmail: ['changeEmail', 'badChangeEmail'],
  recoverEmail: ['recoverEmail', 'badRecoverEmail'],
  revertSecondFactorAddition: ['revertSecondFactor', 'badRevertSecondFactor'],
} as const

export type ActionLinkStageName =
  | (typeof linkModes)[keyof typeof linkModes][number]
  | 'emailChanged'
  | 'emailRecovered'
  | 'secondFactorReverted'

export function actionLinkStageOf(
  mode: string | undefined,
  oobCode: string | undefined,
): ActionLinkStageName | null {
  if (mode === undefined || !Object.hasOwn(linkModes, mode)) return null
  const [good, bad] = linkModes[mode as keyof typeof linkModes]
  return oobCode ? good : bad
}

export const expiredLinkText =
  'It was used before, has run out, or lost a piece on its way. Nothing in your vault has changed.'
