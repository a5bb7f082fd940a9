import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getIdTokenResult,
  linkWithCredential,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
} from 'firebase/auth'
import { describe, expect, test } from 'vitest'
import { openFileServices } from '#testing/file-services.ts'
import { firebaseClients, refusal } from '#testing/firebase-client.ts'
import { listen } from '#testing/listening.ts'
import { testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const annsEmail = 'ann@nurses.example'
const newPassword = 'amber kettle glacier 7'

const services = await openFileServices()
const server = await listen(services)
const open = firebaseClients(server)

const register = (auth = open(), email = annsEmail) =>
  createUserWithEmailAndPassword(auth, email, testPassword)
const signIn = (auth = open(), password = testPassword, email = annsEmail) =>
  signInWithEmailAndPassword(auth, email, password)
const rows = async (statement: string) => (await services.database.pool.query(statement)).rows
const actions = async () =>
  (await rows('select action from audit_records order by action')).map(({ action }) => action)

describe('an account', () => {
  test('created by a client is the same account in a browser', async () => {
    const { user } = await register()
    expect(user).toMatchObject({
      email: annsEmail,
      displayName: null,
      emailVerified: false,
      isAnonymous: false,
    })
    expect(user.providerData).toMatchObject([{ providerId: 'password', uid: annsEmail }])
    const browser = services.stranger()
    const body = { email: annsEmail, password: testPassword }
    expect(await (await browser.json('POST', '/api/auth/sign-in/email', body)).json()).toMatchObject({
      user: { id: user.uid, name: '' },
    })
    expect(await actions()).toEqual(['auth_login', 'auth_login', 'auth_register'])
  })

  test('created in a browser can sign in from a client, and the token identifies it', async () => {
    const ann = await services.nurse('ann')
    const { user } = await signIn()
    expect(user.uid).toBe(ann.id)
    const { claims, signInProvider } = await getIdTokenResult(user)
    expect(signInProvider).toBe('password')
    expect(claims).toMatchObject({ aud: 'lanyard', sub: ann.id, email: annsEmail, name: 'Ann' })
  })

  test('is not created twice, with a weak password or without an address', async () => {
    await services.nurse('ann')
    expect(await refusal(register())).toBe('auth/email-already-in-use')
    const weak = createUserWithEmailAndPassword(open(), 'bob@nurses.example', 'password123')
    expect(await refusal(weak)).toBe('auth/password-does-not-meet-requirements')
    expect(await refusal(register(open(), 'bob'))).toBe('auth/invalid-email')
    expect(await refusal(signInAnonymously(open()))).toBe('auth/admin-restricted-operation')
    expect(await refusal(signInWithCustomToken(open(), 'token'))).toBe('auth/operation-not-allowed')
    expect(await rows('select id from users')).toHaveLength(1)
  })

  test('is not revealed by a wrong password or by its list of sign-in methods', async () => {
    await services.nurse('ann')
    expect(await refusal(signIn(open(), 'wrong'))).toBe('auth/invalid-credential')
    expect(await refusal(signIn(open(), 'wrong', 'nobody@nurses.example'))).toBe('auth/invalid-credential')
    expect(await fetchSignInMethodsForEmail(open(), annsEmail)).toEqual([])
    expect(await actions()).toContain('auth_login_failed')
  })

  test('can change its name, which browsers then show', async () => {
    const { user } = await register()
    await updateProfile(user, { displayName: 'Ann Becker' })
    expect(user.displayName).toBe('Ann Becker')
    await user.reload()
    expect(user.displayName).toBe('Ann Becker')
    expect(await refusal(updateProfile(user, { photoURL: 'https://x.example/a.png' }))).toBe(
      'auth/operation-not-allowed',
    )
    expect(await rows('select first_name, last_name from users')).toEqual([
      { first_name: 'Ann', last_name: 'Becker' },
    ])
  })

  test('can be deleted only soon after signing in', async () => {
    const { user } = await register()
    services.clock.advance(11 * MINUTE)
    expect(await refusal(deleteUser(user))).toBe('auth/requires-recent-login')
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(annsEmail, testPassword))
    await deleteUser(user)
    expect(await rows('select id from users')).toEqual([])
    expect(await refusal(signIn())).toBe('auth/invalid-credential')
  })

  test('cannot sign in while the operator has disabled it', async () => {
    const { user } = await register()
    await rows('update users set disabled_at = now()')
    expect(await refusal(signIn())).toBe('auth/user-disabled')
    expect(await refusal(user.getIdToken(true))).toBe('auth/user-token-expired')
  })
})

describe('a password', () => {
  test('can be changed soon after signing in, which ends every other session', async () => {
    const ann = await services.nurse('ann')
    const [phone, laptop] = [open(), open()]
    const { user } = await signIn(phone)
    const { user: other } = await signIn(laptop)
    await updatePassword(user, newPassword)
    expect(await refusal(other.reload())).toBe('auth/user-token-expired')
    expect(laptop.currentUser).toBeNull()
    expect((await ann.fetch('/api/users/me')).status).toBe(401)
    await user.reload()
    await user.getIdToken(true)
    expect(await refusal(signIn())).toBe('auth/invalid-credential')
    expect((await signIn(open(), newPassword)).user.uid).toBe(ann.id)
    expect(services.outbox().map(({ kind }) => kind)).toContain('password_changed')
    expect(await actions()).toContain('auth_password_changed')
  })

  test('cannot be changed later, or to a weak one', async () => {
    const { user } = await register()
    expect(await refusal(updatePassword(user, 'password123'))).toBe(
      'auth/password-does-not-meet-requirements',
    )
    services.clock.advance(11 * MINUTE)
    expect(await refusal(updatePassword(user, newPassword))).toBe('auth/requires-recent-login')
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(annsEmail, testPassword))
    await updatePassword(user, newPassword)
  })

  test('of another account cannot be used to reauthenticate', async () => {
    const { user } = await register()
    await register(open(), 'bob@nurses.example')
    const bobs = EmailAuthProvider.credential('bob@nurses.example', testPassword)
    expect(await refusal(reauthenticateWithCredential(user, bobs))).toBe('auth/user-mismatch')
  })

  test('is checked for length before it is sent', async () => {
    expect((await validatePassword(open(), 'short')).isValid).toBe(false)
    expect((await validatePassword(open(), testPassword)).isValid).toBe(true)
  })

  test('cannot be removed or added twice, and an address can be changed only by mail', async () => {
    const { user } = await register()
    expect(await refusal(unlink(user, 'password'))).toBe('auth/operation-not-allowed')
    expect(await refusal(unlink(user, 'google.com'))).toBe('auth/no-such-provider')
    const again = linkWithCredential(user, EmailAuthProvider.credential(annsEmail, newPassword))
    expect(await refusal(again)).toBe('auth/provider-already-linked')
    expect(await refusal(updateEmail(user, 'new@nurses.example'))).toBe('auth/operation-not-allowed')
  })
})

describe('a session of a client', () => {
  test('gives new ID tokens for its refresh token, until it ends', async () => {
    const auth = open()
    const { user } = await register(auth)
    const before = await user.getIdToken()
    services.clock.advance(MINUTE)
    const { refreshToken } = user
    expect(await user.getIdToken(true)).not.toBe(before)
    expect(user.refreshToken).toBe(refreshToken)
    services.clock.advance(15 * 24 * 60 * MINUTE)
    expect(await refusal(user.getIdToken(true))).toBe('auth/user-token-expired')
  })

  test('is in the list of sessions, and can be ended there', async () => {
    const ann = await services.nurse('ann')
    const { user } = await signIn()
    const answer = await ann.fetch('/api/users/me/sessions')
    const { items } = (await answer.json()) as { items: { id: string; kind: string }[] }
    const app = items.find(({ kind }) => kind === 'app')
    expect(app).toMatchObject({ isCurrent: false })
    expect((await ann.fetch(`/api/users/me/sessions/${app?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await refusal(user.getIdToken(true))).toBe('auth/user-token-expired')
  })

  test('is reported once to an owner who has used only browsers before', async () => {
    const ann = await services.nurse('ann')
    await ann.signIn()
    const mails = () => services.outbox().filter(({ kind }) => kind === 'new_device')
    const before = mails().length
    await signIn()
    await signIn()
    expect(mails()).toHaveLength(before + 1)
  })

  test('is not found by a hostile refresh token', async () => {
    const { user } = await register()
    const refresh = async (token: string) => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
      const url = `http://localhost:${server.port}/v1/token?key=any`
      const answer = await fetch(url, { method: 'POST', body })
      return [answer.status, ((await answer.json()) as { error?: { message: string } }).error?.message]
    }
    const [provider = '', secret = ''] = user.refreshToken.split('~')
    const ann = await services.nurse('bea')
    const [cookie = ''] = decodeURIComponent(ann.cookies.get('lanyard.session') ?? '').split('.')
    expect(await refresh(user.refreshToken)).toEqual([200, undefined])
    expect(await refresh(`google.com~${secret}`)).toEqual([400, 'TOKEN_EXPIRED'])
    expect(await refresh(`${provider}~${secret.toLowerCase()}`)).toEqual([400, 'TOKEN_EXPIRED'])
    expect(await refresh(`${provider}~${cookie}`)).toEqual([400, 'INVALID_REFRESH_TOKEN'])
    expect(await refresh(cookie)).toEqual([400, 'INVALID_REFRESH_TOKEN'])
    expect(await refresh('')).toEqual([400, 'INVALID_REFRESH_TOKEN'])
  })
})
