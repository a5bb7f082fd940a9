import { createHash } from 'node:crypto'
import { FirebaseError } from 'firebase/app'
import {
  type AuthError,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getAdditionalUserInfo,
  getIdTokenResult,
  linkWithCredential,
  OAuthCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
} from 'firebase/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { openFileServices } from '#testing/file-services.ts'
import { firebaseClients, refusal } from '#testing/firebase-client.ts'
import { listen } from '#testing/listening.ts'
import { startOidcProvider } from '#testing/oidc-provider.ts'
import { testPassword } from '#testing/test-services.ts'

const annAtHospital = {
  sub: 'hospital-ann',
  email: 'ann@nurses.example',
  email_verified: true,
  name: 'Ann Becker',
}
const hospital = await startOidcProvider(annAtHospital)
const services = await openFileServices({
  env: {
    OIDC_PROVIDERS: JSON.stringify([
      { id: 'hospital', name: 'St. Anne’s', issuer: hospital.issuer, clientId: 'lanyard' },
    ]),
  },
})
const open = firebaseClients(await listen(services))
afterAll(() => hospital.close())

/** The credential that an app has after its user signed in at the provider. */
async function credential(claims: Record<string, unknown> = {}, rawNonce?: string) {
  const idToken = await hospital.idToken(claims)
  return new OAuthProvider('oidc.hospital').credential({ idToken, ...(rawNonce && { rawNonce }) })
}
const signIn = async (claims: Record<string, unknown> = {}) =>
  signInWithCredential(open(), await credential(claims))
const register = (email: string) => createUserWithEmailAndPassword(open(), email, testPassword)
/** The same credential with a token that the provider did not sign. */
function forged(pending: OAuthCredential): OAuthCredential {
  const body = `id_token=a.b.c&providerId=${pending.providerId}`
  return OAuthCredential.fromJSON({
    ...{ providerId: pending.providerId, signInMethod: pending.signInMethod },
    pendingToken: Buffer.from(body).toString('base64url'),
  }) as OAuthCredential
}
const rows = async (statement: string) => (await services.database.pool.query(statement)).rows

describe('an ID token of a configured provider', () => {
  test('registers an account, and later signs in to it', async () => {
    const { user } = await signIn()
    expect(user).toMatchObject({ email: 'ann@nurses.example', emailVerified: true })
    expect(user.providerData).toMatchObject([{ providerId: 'oidc.hospital', uid: 'hospital-ann' }])
    expect((await getIdTokenResult(user)).signInProvider).toBe('oidc.hospital')
    expect((await signIn()).user.uid).toBe(user.uid)
    expect(await rows('select id_token, access_token from accounts')).toEqual([
      { id_token: null, access_token: null },
    ])
  })

  test('tells an app whether its user is new', async () => {
    const first = getAdditionalUserInfo(await signIn())
    const second = getAdditionalUserInfo(await signIn())
    expect([first?.isNewUser, second?.isNewUser]).toEqual([true, false])
  })

  test.each(['without a nonce', 'with a nonce'])(
    'of an address with an account links after its owner has signed in, %s',
    async (kind) => {
      const { user } = await register('ann@nurses.example')
      const nonce = createHash('sha256').update('raw').digest('hex')
      const given = kind === 'with a nonce' ? await credential({ nonce }, 'raw') : await credential()
      const error = await signInWithCredential(open(), given).catch((refused: AuthError) => refused)
      if (!(error instanceof FirebaseError)) throw new Error('the provider signed in')
      expect(error.code).toBe('auth/account-exists-with-different-credential')
      expect(error.customData?.email).toBe('ann@nurses.example')
      const pending = OAuthProvider.credentialFromError(error)
      if (!pending) throw new Error('the error has no credential')
      const owner = await signInWithEmailAndPassword(open(), 'ann@nurses.example', testPassword)
      await linkWithCredential(owner.user, pending)
      expect((await signIn()).user.uid).toBe(user.uid)
    },
  )

  test('that waits for its link gives no access to the account', async () => {
    await register('ann@nurses.example')
    const error = await signIn().catch((refused: AuthError) => refused)
    const pending = OAuthProvider.credentialFromError(error as AuthError)
    if (!pending) throw new Error('the error has no credential')
    expect(await refusal(signInWithCredential(open(), pending))).toBe(
      'auth/account-exists-with-different-credential',
    )
    expect(await refusal(signInWithCredential(open(), forged(pending)))).toBe('auth/invalid-credential')
  })

  test.each([
    ['for another app', { aud: 'another' }],
    ['of another issuer', { iss: 'http://localhost:1' }],
    ['that has expired', { exp: 1 }],
    ['without a confirmed address', { email_verified: false }],
  ])('is refused %s', async (_name, claims) => {
    expect(await refusal(signIn(claims))).toBe('auth/invalid-credential')
    expect(await rows('select id from users')).toEqual([])
  })

  test('is refused with another key, without a signature, and from an unconfigured provider', async () => {
    const other = await startOidcProvider(annAtHospital)
    const forged = await other.idToken({ iss: hospital.issuer })
    await other.close()
    const [, payload] = forged.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const provider = new OAuthProvider('oidc.hospital')
    for (const idToken of [forged, unsigned, 'nonsense'])
      expect(await refusal(signInWithCredential(open(), provider.credential({ idToken })))).toBe(
        'auth/invalid-credential',
      )
    const google = new OAuthProvider('google.com').credential({ idToken: await hospital.idToken() })
    expect(await refusal(signInWithCredential(open(), google))).toBe('auth/operation-not-allowed')
  })

  test('needs the nonce that it was issued for, plain or as a hash', async () => {
    const nonce = createHash('sha256').update('raw').digest('hex')
    for (const rawNonce of [undefined, 'other'])
      expect(await refusal(signInWithCredential(open(), await credential({ nonce }, rawNonce)))).toBe(
        'auth/missing-or-invalid-nonce',
      )
    await signInWithCredential(open(), await credential({ nonce }, 'raw'))
    await signInWithCredential(open(), await credential({ nonce: 'raw' }, 'raw'))
  })
})

describe('linking', () => {
  test('adds the provider to an account, and unlinking removes it', async () => {
    const { user } = await register('bob@nurses.example')
    await linkWithCredential(user, await credential())
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password', 'oidc.hospital'])
    expect((await signIn()).user.uid).toBe(user.uid)
    await user.getIdToken(true)
    await unlink(user, 'oidc.hospital')
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
    const kinds = services.outbox().map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('way_in_account_'))).toHaveLength(2)
    expect(await rows(`select kind from sessions where kind <> 'app'`)).toEqual([])
  })

  test('is refused for a provider account of another user, and changes neither user', async () => {
    const { user: ann } = await signIn()
    const { user: bob } = await register('bob@nurses.example')
    expect(await refusal(linkWithCredential(bob, await credential()))).toBe('auth/credential-already-in-use')
    await bob.getIdToken(true)
    expect((await signIn()).user.uid).toBe(ann.uid)
  })

  test('is refused some time after signing in', async () => {
    const { user } = await register('bob@nurses.example')
    services.clock.advance(11 * 60_000)
    expect(await refusal(linkWithCredential(user, await credential()))).toBe('auth/requires-recent-login')
  })

  test('cannot be undone for the only sign-in method, but can after adding a password', async () => {
    const { user } = await signIn()
    expect(await refusal(unlink(user, 'oidc.hospital'))).toBe('auth/operation-not-allowed')
    await linkWithCredential(user, EmailAuthProvider.credential('ann@nurses.example', testPassword))
    await unlink(user, 'oidc.hospital')
    expect(user.providerData).toMatchObject([{ providerId: 'password' }])
  })
})

describe('authenticating again', () => {
  test('accepts only the same account', async () => {
    const { user } = await signIn()
    services.clock.advance(11 * 60_000)
    await reauthenticateWithCredential(user, await credential())
    const { claims } = await getIdTokenResult(user)
    expect(claims.auth_time).toBe(claims.iat)
    const other = { sub: 'hospital-bob', email: 'bob@nurses.example' }
    expect(await refusal(reauthenticateWithCredential(user, await credential(other)))).toBe(
      'auth/user-mismatch',
    )
    expect(await rows('select id from users')).toHaveLength(1)
  })
})
