import { expect, test } from 'vitest'
import { stageOf } from './login-stage.tsx'

test.each([
  [{}, 'signIn'],
  [{ mode: 'register' }, 'register'],
  [{ mode: 'forgotPassword' }, 'forgotPassword'],
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

test.each(['verifyAndChangeEmail', 'recoverEmail', 'signIn', 'revertSecondFactorAddition'])(
  'a link of the kind %s is said not to be used here',
  (mode) => {
    expect(stageOf({ mode, oobCode: 'a' })).toBe('otherLink')
  },
)
