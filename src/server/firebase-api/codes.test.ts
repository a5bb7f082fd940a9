import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  isSignInWithEmailLink,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { describe, expect, test } from 'vitest'
import { openFileServices } from '#testing/file-services.ts'
import { firebaseClients, refusal } from '#testing/firebase-client.ts'
import { listen } from '#testing/listening.ts'
import { testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const annsEmail = 'ann@nurses.example'
const newPassword = 'amber kettle glacier 7'
const handled = { url: 'http://localhost:5173/finish?from=mail', handleCodeInApp: true }

const services = await openFileServices()
const open = firebaseClients(await listen(services))

const register = () => createUserWithEmailAndPassword(open(), annsEmail, testPassword)
/** The link in the last mail of this kind. */
function mailedLink(kind: string): URL {
  const mail = services.outbox().findLast((each) => each.kind === kind)
  const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? []
  if (link === undefined) throw new Error(`No link in ${kind}: ${services.outbox().map((each) => each.kind)}`)
  return new URL(link)
}
const codeIn = (kind: string) => mailedLink(kind).searchParams.get('oobCode') ?? ''

describe('a forgotten password', () => {
  test('is reset with a mailed code, which works once', async () => {
    const { user } = await register()
    const auth = open()
    await sendPasswordResetEmail(auth, annsEmail)
    expect(mailedLink('reset_password').origin).toBe(services.config.publicUrl)
    const code = codeIn('reset_password')
    expect(await verifyPasswordResetCode(auth, code)).toBe(annsEmail)
    expect(await refusal(confirmPasswordReset(auth, code, 'password123'))).toBe(
      'auth/password-does-not-meet-requirements',
    )
    await confirmPasswordReset(auth, code, newPassword)
    expect(await refusal(confirmPasswordReset(auth, code, newPassword))).toBe('auth/invalid-action-code')
    expect(await refusal(user.getIdToken(true))).toBe('auth/user-token-expired')
    await signInWithEmailAndPassword(auth, annsEmail, newPassword)
  })

  test('sends no mail without an account, and the response is the same', async () => {
    await sendPasswordResetEmail(open(), 'nobody@nurses.example')
    expect(services.outbox()).toEqual([])
    expect(await refusal(sendPasswordResetEmail(open(), 'nobody'))).toBe('auth/invalid-email')
  })

  test('is not reset with an expired or made-up code', async () => {
    await register()
    const auth = open()
    await sendPasswordResetEmail(auth, annsEmail)
    services.clock.advance(31 * MINUTE)
    const code = codeIn('reset_password')
    expect(await refusal(verifyPasswordResetCode(auth, code))).toBe('auth/expired-action-code')
    expect(await refusal(confirmPasswordReset(auth, code, newPassword))).toBe('auth/expired-action-code')
    expect(await refusal(verifyPasswordResetCode(auth, 'made-up'))).toBe('auth/invalid-action-code')
  })
})

describe('a sign-in link', () => {
  test('opens the app that requested it, and signs in once', async () => {
    const { user } = await register()
    const auth = open()
    await sendSignInLinkToEmail(auth, annsEmail, handled)
    const link = mailedLink('sign_in_link').href
    expect(link).toMatch(/^http:\/\/localhost:5173\/finish\?from=mail&mode=signIn&oobCode=/)
    expect(isSignInWithEmailLink(auth, link)).toBe(true)
    expect(await refusal(signInWithEmailLink(auth, 'bob@nurses.example', link))).toBe('auth/invalid-email')
    expect((await signInWithEmailLink(auth, annsEmail, link)).user).toMatchObject({
      ...{ uid: user.uid, emailVerified: true },
    })
    expect(await refusal(signInWithEmailLink(open(), annsEmail, link))).toBe('auth/invalid-action-code')
  })

  test('on Lanyard’s own address opens the sign-in page, whatever page the sender asks for', async () => {
    await register()
    const { publicUrl } = services.config
    const composed = `${publicUrl}/request?from=x#r1AAAA`
    await sendSignInLinkToEmail(open(), annsEmail, { ...handled, url: composed })
    await sendPasswordResetEmail(open(), annsEmail, { ...handled, url: composed })
    for (const kind of ['sign_in_link', 'reset_password']) {
      const link = mailedLink(kind)
      expect(link.origin + link.pathname).toBe(`${publicUrl}/login`)
      expect(link.href).not.toContain('request')
    }
  })

  test('never opens a page that the operator has not allowed', async () => {
    await register()
    const elsewhere = { ...handled, url: 'https://evil.example/finish' }
    expect(await refusal(sendSignInLinkToEmail(open(), annsEmail, elsewhere))).toBe(
      'auth/unauthorized-continue-uri',
    )
    const broken = { ...handled, url: 'finish' }
    expect(await refusal(sendSignInLinkToEmail(open(), annsEmail, broken))).toBe('auth/invalid-continue-uri')
    expect(services.outbox().map(({ kind }) => kind)).not.toContain('sign_in_link')
  })
})

describe('an address', () => {
  test('is confirmed with a mailed code', async () => {
    const { user } = await register()
    await sendEmailVerification(user)
    const code = codeIn('verify_email')
    expect((await checkActionCode(open(), code)).operation).toBe('VERIFY_EMAIL')
    await applyActionCode(open(), code)
    await user.reload()
    expect(user.emailVerified).toBe(true)
    expect(await refusal(applyActionCode(open(), code))).toBe('auth/invalid-action-code')
    expect((await services.database.pool.query('select kind from sessions')).rows).toEqual([{ kind: 'app' }])
  })

  test('is changed with the code mailed to the new address, and restored with the code mailed to the old one', async () => {
    const { user } = await register()
    await verifyBeforeUpdateEmail(user, 'new@nurses.example')
    const code = codeIn('change_email')
    expect((await checkActionCode(open(), code)).data).toMatchObject({
      ...{ email: 'new@nurses.example', previousEmail: annsEmail },
    })
    await applyActionCode(open(), code)
    expect(await refusal(user.reload())).toBe('auth/user-token-expired')
    const back = codeIn('email_changed')
    expect(await checkActionCode(open(), back)).toMatchObject({
      ...{ operation: 'RECOVER_EMAIL', data: { email: annsEmail } },
    })
    await applyActionCode(open(), back)
    const [{ email }] = (await services.database.pool.query('select email from users')).rows
    expect(email).toBe(annsEmail)
  })

  test('can be changed only soon after signing in', async () => {
    const { user } = await register()
    services.clock.advance(11 * MINUTE)
    expect(await refusal(verifyBeforeUpdateEmail(user, 'new@nurses.example'))).toBe(
      'auth/requires-recent-login',
    )
  })
})
