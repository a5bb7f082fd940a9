import { expect, test } from 'vitest'
import { stageOf } from './sign-in-stages.ts'

test.each([
  [{}, 'signIn'],
  [{ mode: 'register' }, 'register'],
  [{ mode: 'forgotPassword' }, 'forgotPassword'],
  [{ mode: 'emailLink' }, 'emailLink'],
  [{ mode: 'secondFactor' }, 'secondFactor'],
  [{ mode: 'providerWindow', oobCode: 'a' }, 'providerWindow'],
  [{ mode: 'constructor', oobCode: 'a' }, 'signIn'],
  [{ mode: 'resetPassword', oobCode: 'a' }, 'resetPassword'],
  [{ mode: 'verifyEmail', oobCode: 'a' }, 'verifyEmail'],
  [{ mode: 'something-else' }, 'signIn'],
])('a nurse who opens the page with %o sees %s', (search, stage) => {
  expect(stageOf(search)).toBe(stage)
})

test('an emailed link without its code counts as expired', () => {
  expect(stageOf({ mode: 'resetPassword' })).toBe('expiredReset')
  expect(stageOf({ mode: 'verifyEmail' })).toBe('expiredVerification')
})

test.each([
  ['signIn', 'linkSignIn', 'expiredLinkSignIn'],
  ['verifyAndChangeEmail', 'changeEmail', 'expiredChangeEmail'],
  ['recoverEmail', 'recoverEmail', 'expiredRecoverEmail'],
  ['revertSecondFactorAddition', 'disableTwoFactor', 'expiredDisableTwoFactor'],
])('a link of the kind %s has a stage, and one for when its code is missing', (mode, stage, expired) => {
  expect(stageOf({ mode, oobCode: 'a' })).toBe(stage)
  expect(stageOf({ mode })).toBe(expired)
})
