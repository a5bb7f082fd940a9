import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getIdTokenResult,
  getMultiFactorResolver,
  type MultiFactorError,
  multiFactor,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type User,
} from 'firebase/auth'
import { expect, test } from 'vitest'
import { codeAt } from '#testing/authenticator-app.ts'
import { openFileServices } from '#testing/file-services.ts'
import { firebaseClients, refusal } from '#testing/firebase-client.ts'
import { listen } from '#testing/listening.ts'
import { testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const annsEmail = 'ann@nurses.example'

const services = await openFileServices()
const server = await listen(services)
const open = firebaseClients(server)

const register = async () => (await createUserWithEmailAndPassword(open(), annsEmail, testPassword)).user
const codeNow = (secret: string) => codeAt(secret, services.clock.now())

/** Turns two-factor authentication on, and advances to the next code. Returns the secret of the authenticator app. */
async function enroll(user: User): Promise<string> {
  const session = await multiFactor(user).getSession()
  const secret = await TotpMultiFactorGenerator.generateSecret(session)
  const code = codeNow(secret.secretKey)
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'Phone')
  services.clock.advance(MINUTE)
  return secret.secretKey
}

/** Enters the first factor, after which the client asks for the second. */
async function startSignIn(auth = open()) {
  try {
    await signInWithEmailAndPassword(auth, annsEmail, testPassword)
  } catch (error) {
    return getMultiFactorResolver(auth, error as MultiFactorError)
  }
  throw new Error('No second factor was asked for')
}
const assertion = (code: string) => TotpMultiFactorGenerator.assertionForSignIn('totp', code)

test('an authenticator app is turned on, required at the next sign-in, and turned off', async () => {
  const user = await register()
  // A client's time has whole seconds.
  const enrolledAt = Math.floor(services.clock.now().getTime() / 1000) * 1000
  const secret = await enroll(user)
  const [factor] = multiFactor(user).enrolledFactors
  expect(factor).toMatchObject({ uid: 'totp', factorId: 'totp', displayName: 'Phone' })
  expect(new Date(factor?.enrollmentTime ?? '').getTime()).toBe(enrolledAt)
  expect(services.outbox().map(({ kind }) => kind)).toContain('second_factor_on')
  const auth = open()
  const resolver = await startSignIn(auth)
  expect(resolver.hints).toMatchObject([{ factorId: 'totp', displayName: 'Phone' }])
  expect(await refusal(resolver.resolveSignIn(assertion('000000')))).toBe('auth/invalid-verification-code')
  const { user: again } = await resolver.resolveSignIn(assertion(codeNow(secret)))
  expect(again.uid).toBe(user.uid)
  expect((await getIdTokenResult(again)).signInProvider).toBe('password')
  await multiFactor(again).unenroll('totp')
  expect(multiFactor(again).enrolledFactors).toEqual([])
  await signInWithEmailAndPassword(open(), annsEmail, testPassword)
})

test('the first factor alone gives no access', async () => {
  const user = await register()
  await enroll(user)
  const auth = open()
  const { session } = await startSignIn(auth)
  expect(auth.currentUser).toBeNull()
  const { credential } = session as unknown as { credential: string }
  const refresh = await fetch(`http://localhost:${server.port}/v1/token?key=any`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: credential }),
  })
  expect(await refresh.json()).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } })
})

test('a code works once, and a few wrong codes end the sign-in', async () => {
  const user = await register()
  const secret = await enroll(user)
  const code = codeNow(secret)
  await (await startSignIn()).resolveSignIn(assertion(code))
  const second = await startSignIn()
  expect(await refusal(second.resolveSignIn(assertion(code)))).toBe('auth/invalid-verification-code')
  for (let tries = 1; tries < 5; tries += 1) await refusal(second.resolveSignIn(assertion('000000')))
  services.clock.advance(MINUTE)
  expect(await refusal(second.resolveSignIn(assertion(codeNow(secret))))).toBe(
    'auth/invalid-multi-factor-session',
  )
})

test('can be turned on only soon after signing in, and only once', async () => {
  const user = await register()
  services.clock.advance(11 * MINUTE)
  const session = await multiFactor(user).getSession()
  expect(await refusal(TotpMultiFactorGenerator.generateSecret(session))).toBe('auth/requires-recent-login')
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(annsEmail, testPassword))
  await enroll(user)
  const again = TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  expect(await refusal(again)).toBe('auth/second-factor-already-in-use')
})
