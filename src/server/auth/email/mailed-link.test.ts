import { describe, expect, test } from 'vitest'
import { post, problemCode } from '#testing/auth-requests.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import type { Nurse } from '#testing/test-services.ts'
import { mailedCode } from '#testing/thief.ts'

const services = await openFileServices()

const whoIs = async (browser: Browser) =>
  ((await (await browser.fetch('/api/users/me')).json()) as { email: string }).email

async function signInCode({ email }: Nurse): Promise<string> {
  await post(services.stranger(), '/request-sign-in-link', { email })
  return mailedCode(services, email, 'sign_in_link')
}

describe('a mailed link', () => {
  test('shows its account and can still be used', async () => {
    const ann = await services.nurse('ann')
    const token = await signInCode(ann)
    for (let i = 0; i < 2; i += 1) {
      const answer = await post(services.stranger(), '/mailed-link', { mode: 'signIn', token })
      expect(await answer.json()).toEqual({ email: ann.email, signedInAs: null, isUsed: false })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await post(services.stranger(), '/sign-in/link', { token })).status).toBe(200)
    expect(await problemCode(post(services.stranger(), '/mailed-link', { mode: 'signIn', token }))).toBe(
      'INVALID_TOKEN',
    )
  })

  test('that sets a password shows its account, also after it was used, and sets none twice', async () => {
    const ann = await services.nurse('ann')
    await post(services.stranger(), '/request-password-reset', { email: ann.email })
    const token = await mailedCode(services, ann.email, 'reset_password')
    const link = { mode: 'resetPassword', token }
    const shown = async () => (await post(services.stranger(), '/mailed-link', link)).json()
    expect(await shown()).toEqual({ email: ann.email, signedInAs: null, isUsed: false })
    const reset = () =>
      post(services.stranger(), '/reset-password', { token, newPassword: 'amber kettle glacier 7' })
    expect((await reset()).status).toBe(200)
    expect(await shown()).toEqual({ email: ann.email, signedInAs: null, isUsed: true })
    expect(await problemCode(reset())).toBe('INVALID_TOKEN')
    for (const mode of ['signIn', 'verifyEmail', 'recoverEmail'])
      expect(await problemCode(post(services.stranger(), '/mailed-link', { mode, token }))).toBe(
        'INVALID_TOKEN',
      )
  })

  test('shows the address that it sets or restores, and is invalid under another mode', async () => {
    const ann = await services.nurse('ann')
    const newEmail = 'ann@home.example'
    await post(ann, '/change-email', { newEmail })
    const change = { mode: 'verifyAndChangeEmail', token: mailedCode(services, newEmail, 'change_email') }
    expect(await (await post(services.stranger(), '/mailed-link', change)).json()).toMatchObject({
      email: newEmail,
    })
    const undo = { mode: 'recoverEmail', token: mailedCode(services, ann.email, 'email_change_asked') }
    expect(await (await post(services.stranger(), '/mailed-link', undo)).json()).toMatchObject({
      email: ann.email,
    })
    expect(await problemCode(post(services.stranger(), '/mailed-link', { ...undo, mode: 'signIn' }))).toBe(
      'INVALID_TOKEN',
    )
  })
})

describe('a stranger who sends a link to their own account', () => {
  const links: [string, (eve: Nurse) => Promise<string>][] = [
    ['/sign-in/link', signInCode],
    ['/verify-email', async (eve) => mailedCode(services, eve.email, 'verify_email')],
  ]
  test.each(links)('does not replace the session of the user who opens it: %s', async (path, codeFor) => {
    const [ann, eve] = [await services.nurse('ann'), await services.nurse('eve')]
    const token = await codeFor(eve)
    expect(await problemCode(post(ann, path, { token }))).toBe('other_session')
    expect(await whoIs(ann)).toBe(ann.email)
    const mode = path === '/verify-email' ? 'verifyEmail' : 'signIn'
    const shown = await (await post(ann, '/mailed-link', { mode, token })).json()
    expect(shown).toEqual({ email: eve.email, signedInAs: ann.email, isUsed: false })
    expect((await post(ann, path, { token, replacesSession: true })).status).toBe(200)
  })

  test('and a link to the user’s own account needs no consent', async () => {
    const ann = await services.nurse('ann')
    expect((await post(ann, '/sign-in/link', { token: await signInCode(ann) })).status).toBe(200)
  })
})
