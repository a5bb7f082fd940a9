import { expect, test } from 'vitest'
import { stageOf } from './sign-in-stage.tsx'

test.each([
  [{}, 'signIn'],
  [{ mode: 'register' }, 'register'],
  [{ mode: 'forgotPassword' }, 'forgotPassword'],
  [{ mode: 'emailLink' }, 'emailLink'],
  [{ mode: 'secondFactor' }, 'secondFactor'],
  [{ mode: 'constructor', oobCode: 'a' }, 'signIn'],
  [{ mode: 'resetPassword', oobCode: 'a' }, 'resetPassword'],
  [{ mode: 'verifyEmail', oobCode: 'a' }, 'verifyEmail'],
  [{ mode: 'something-else' }, 'signIn'],
])('a nurse who opens the page with %o sees %s', (search, stage) => {
  expect(stageOf(search)).toBe(stage)
})

test('a mailed link that lost its code says so', () => {
  expect(stageOf({ mode: 'resetPassword' })).toBe('badReset')
  expect(stageOf({ mode: 'verifyEmail' })).toBe('badVerify')
})

test.each([
  ['signIn', 'linkSignIn', 'badLinkSignIn'],
  ['verifyAndChangeEmail', 'changeEmail', 'badChangeEmail'],
  ['recoverEmail', 'recoverEmail', 'badRecoverEmail'],
  ['revertSecondFactorAddition', 'revertSecondFactor', 'badRevertSecondFactor'],
])('a link of the kind %s has a stage, and one for when its code is missing', (mode, good, bad) => {
  expect(stageOf({ mode, oobCode: 'a' })).toBe(good)
  expect(stageOf({ mode })).toBe(bad)
})
