import { expect, test } from 'vitest'
import {
  emailLinkInput,
  idTokenInput,
  passwordSignInInput,
  providerSignInInput,
  refreshInput,
  resetPasswordInput,
  secondFactorEnrollInput,
  secondFactorSignInInput,
  secondFactorWithdrawInput,
  sendCodeInput,
  signUpInput,
  updateInput,
} from './identity.ts'

const email = 'ann@nurses.example'
const password = 'violet tractor moon 41'
const idToken = 'x'.repeat(10_000)
const code = (verificationCode: string) => ({ totpVerificationInfo: { verificationCode } })

test.each([
  ['sign-up', signUpInput, { email, password, displayName: 'x'.repeat(101), idToken }],
  ['sign-up of a signed-in user', signUpInput, { idToken }],
  ['password', passwordSignInInput, { email, password }],
  ['provider', providerSignInInput, { postBody: 'x'.repeat(15_000), idToken, autoCreate: false }],
  ['ID token', idTokenInput, { idToken }],
  ['update', updateInput, { idToken, displayName: null, photoUrl: null, email, password }],
  ['removed providers', updateInput, { deleteProvider: Array(20).fill('x'.repeat(100)) }],
  ['refresh', refreshInput, { grant_type: 'refresh_token', refresh_token: 'x'.repeat(500) }],
  [
    'second factor',
    secondFactorSignInInput,
    { mfaPendingCredential: 'x'.repeat(500), mfaEnrollmentId: 'x'.repeat(100), ...code('123456') },
  ],
  ['enrollment', secondFactorEnrollInput, { idToken, displayName: 'Phone', ...code(' 123 456 ') }],
  ['withdrawal', secondFactorWithdrawInput, { idToken, mfaEnrollmentId: 'x'.repeat(100) }],
  ...['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'].map(
    (requestType) =>
      [
        requestType,
        sendCodeInput,
        {
          ...{ requestType, email, newEmail: email, idToken, continueUrl: 'x'.repeat(2000) },
          canHandleCodeInApp: true,
        },
      ] as const,
  ),
] as const)('what a client sends is taken, what else it sends is left out: %s', (_what, schema, sent) => {
  expect(schema.parse({ ...sent, clientType: 'CLIENT_TYPE_WEB' })).toEqual(sent)
})

test.each([
  ['too long an ID token', idTokenInput, { idToken: `${idToken}x` }],
  ['an empty ID token', idTokenInput, { idToken: '' }],
  ['too long a name', signUpInput, { displayName: 'x'.repeat(102) }],
  ['too long a name in an update', updateInput, { displayName: 'x'.repeat(102) }],
  ['a sign-in without a password', passwordSignInInput, { email }],
  ['too much of a provider', providerSignInInput, { postBody: 'x'.repeat(15_001) }],
  ['too many providers', updateInput, { deleteProvider: Array(21).fill('x') }],
  ['too long a provider', updateInput, { deleteProvider: ['x'.repeat(101)] }],
  ['another kind of mail', sendCodeInput, { requestType: 'SPAM' }],
  ['too long an address', sendCodeInput, { requestType: 'EMAIL_SIGNIN', continueUrl: 'x'.repeat(2001) }],
  ['another grant', refreshInput, { grant_type: 'password', refresh_token: 'x' }],
  ['too long a token', refreshInput, { grant_type: 'refresh_token', refresh_token: 'x'.repeat(501) }],
  ['no token', refreshInput, { grant_type: 'refresh_token', refresh_token: '' }],
  ['no credential', secondFactorSignInInput, { mfaPendingCredential: '', ...code('123456') }],
  ['a long one', secondFactorSignInInput, { mfaPendingCredential: 'x'.repeat(501), ...code('123456') }],
  [
    'a long enrollment',
    secondFactorSignInInput,
    { mfaPendingCredential: 'x', mfaEnrollmentId: 'x'.repeat(101), ...code('123456') },
  ],
  ['an enrollment without a code', secondFactorEnrollInput, { idToken }],
  ['a long withdrawal', secondFactorWithdrawInput, { idToken, mfaEnrollmentId: 'x'.repeat(101) }],
  ['a link without a code', emailLinkInput, { email }],
  ['a reset without a code', resetPasswordInput, { newPassword: password }],
  ...['12345', '1234567', '12 3456', '123456x', 'x123456', '123  456', 'abcdef'].map(
    (typed) => [`the code ${typed}`, secondFactorEnrollInput, { idToken, ...code(typed) }] as const,
  ),
] as const)('is refused: %s', (_what, schema, sent) => {
  expect(schema.safeParse(sent).success).toBe(false)
})

test('a provider creates a new account unless the request says otherwise', () => {
  expect(providerSignInInput.parse({ postBody: '' }).autoCreate).toBe(true)
})
