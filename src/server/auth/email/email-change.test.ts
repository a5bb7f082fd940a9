import { describe, expect, test } from 'vitest'
import { isSignedIn, post, problemCode } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import { headersOf } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { type Nurse, openTestServices, testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const newEmail = 'ann.becker@home.example'

const services = await openFileServices()

const signIn = (email: string, password = testPassword) =>
  post(services.stranger(), '/sign-in/email', { email, password })

function lastCode(kind: string): string {
  const mail = services.outbox().findLast((message) => message.kind === kind)
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const confirm = (token: unknown) =>
  post(services.stranger(), '/verify-and-change-email', { token } as { token: string })
const recover = (token: unknown) =>
  post(services.stranger(), '/recover-email', { token } as { token: string })

/** Ann has switched to the new address. */
async function moved(): Promise<{ ann: Nurse; wayBack: string }> {
  const ann = await services.nurse('ann')
  expect((await post(ann, '/change-email', { newEmail })).status).toBe(200)
  expect((await confirm(lastCode('change_email'))).status).toBe(200)
  return { ann, wayBack: lastCode('email_changed') }
}

describe('a nurse changes their email', () => {
  test('with a link to the new address, and the old one is notified', async () => {
    const ann = await services.nurse('ann')
    const answer = await post(ann, '/change-email', { newEmail: ' Ann.Becker@Home.example ' })
    expect(await answer.json()).toEqual({ status: true })
    expect(services.outbox().at(-1)).toMatchObject({ to: newEmail, kind: 'change_email' })
    expect(services.outbox().at(-1)?.text).toContain(
      'http://localhost:8080/login?mode=verifyAndChangeEmail&oobCode=',
    )
    expect(await (await ann.fetch('/api/users/me')).json()).toMatchObject({ email: ann.email })
    const changed = await confirm(lastCode('change_email'))
    expect(await changed.json()).toEqual({ email: newEmail })
    expect(changed.headers.getSetCookie()).toEqual([])
    expect(await isSignedIn(ann)).toBe(false)
    expect((await signIn(ann.email)).status).toBe(401)
    expect((await signIn(newEmail)).status).toBe(200)
    const told = services.outbox().find(({ kind }) => kind === 'email_changed')
    expect(told).toMatchObject({ to: ann.email })
    expect(told?.text).toContain(newEmail)
    expect(told?.text).toContain('http://localhost:8080/login?mode=recoverEmail&oobCode=')
    const { rows } = await services.database.pool.query('select action from audit_records')
    expect(rows.map(({ action }) => action)).toContain('auth_email_changed')
  })

  test('once, of twenty concurrent uses of the link, within a day', async () => {
    const ann = await services.nurse('ann')
    await post(ann, '/change-email', { newEmail })
    const code = lastCode('change_email')
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(services.outbox().filter(({ kind }) => kind === 'email_changed')).toHaveLength(1)
    expect(await problemCode(confirm(code))).toBe('INVALID_TOKEN')
    const bea = await services.nurse('bea')
    await post(bea, '/change-email', { newEmail: 'bea@home.example' })
    services.clock.advance(DAY)
    expect((await confirm(lastCode('change_email'))).status).toBe(400)
  })

  test('only when they reauthenticated in the last ten minutes', async () => {
    const ann = await services.nurse('ann')
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(ann, '/change-email', { newEmail }))).toBe('reauthentication_needed')
    await post(ann, '/reauthenticate', { password: testPassword })
    expect((await post(ann, '/change-email', { newEmail })).status).toBe(200)
    expect(await problemCode(post(services.stranger(), '/change-email', { newEmail }))).toBe(
      'not_authenticated',
    )
  })

  test('and gets the same response for a taken address, which gets no mail', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const free = await post(ann, '/change-email', { newEmail })
    services.outbox().length = 0
    const taken = await post(ann, '/change-email', { newEmail: bea.email })
    expect(services.outbox().map(({ to }) => to)).toEqual([ann.email])
    expect(taken.status).toBe(free.status)
    expect(await taken.text()).toBe(await free.text())
    expect(headersOf(taken)).toEqual(headersOf(free))
  })

  test('not to an address that someone else took in the meantime, and their link stays valid', async () => {
    const ann = await services.nurse('ann')
    await post(ann, '/change-email', { newEmail: 'cleo@nurses.example' })
    const code = lastCode('change_email')
    const cleo = await services.nurse('cleo')
    expect(await problemCode(confirm(code))).toBe('email_taken')
    expect(await isSignedIn(ann)).toBe(true)
    await cleo.json('DELETE', '/api/users/me', { password: testPassword })
    expect((await confirm(code)).status).toBe(200)
  })

  test('and only one of two owners gets an address that both request concurrently', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const codes: string[] = []
    for (const nurse of [ann, bea]) {
      await post(nurse, '/change-email', { newEmail })
      codes.push(lastCode('change_email'))
    }
    const statuses = (await Promise.all(codes.map(confirm))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    const { rows } = await services.database.pool.query('select id from users where email = $1', [newEmail])
    expect(rows).toHaveLength(1)
  })

  test('with a valid body, and with three mails an hour to an address', async () => {
    const ann = await services.nurse('ann')
    for (const body of [{}, { newEmail: 'no address' }, { newEmail, callbackURL: 'https://evil.example' }]) {
      expect((await post(ann, '/change-email', body)).status).toBe(422)
    }
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1) statuses.push((await post(ann, '/change-email', { newEmail })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('and earlier links to the old address no longer work', async () => {
    const ann = await services.nurse('ann')
    await post(services.stranger(), '/request-password-reset', { email: ann.email })
    const reset = lastCode('reset_password')
    await post(services.stranger(), '/request-sign-in-link', { email: ann.email })
    const link = lastCode('sign_in_link')
    await post(ann, '/change-email', { newEmail })
    await confirm(lastCode('change_email'))
    const body = { token: reset, newPassword: 'amber kettle glacier 7' }
    expect((await post(services.stranger(), '/reset-password', body)).status).toBe(400)
    expect((await post(services.stranger(), '/sign-in/link', { token: link })).status).toBe(400)
  })
})

describe('a nurse whose email a thief has changed', () => {
  test('restores the old one and chooses a new password', async () => {
    const { ann, wayBack } = await moved()
    const thief = services.stranger()
    await post(thief, '/sign-in/email', { email: newEmail, password: testPassword })
    const recovered = await recover(wayBack)
    const { email, resetToken } = (await recovered.json()) as { email: string; resetToken: string }
    expect(email).toBe(ann.email)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await signIn(newEmail)).status).toBe(401)
    expect((await signIn(ann.email)).status).toBe(401)
    const body = { token: resetToken, newPassword: 'amber kettle glacier 7' }
    expect((await post(services.stranger(), '/reset-password', body)).status).toBe(200)
    expect((await signIn(ann.email, 'amber kettle glacier 7')).status).toBe(200)
  })

  test('once, of twenty concurrent uses, and within seven days', async () => {
    const { wayBack } = await moved()
    services.clock.advance(7 * DAY - MINUTE)
    const answers = await Promise.all(Array.from({ length: 20 }, () => recover(wayBack)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await problemCode(recover(wayBack))).toBe('INVALID_TOKEN')
  })

  test('not after seven days, nor with half a code or another code', async () => {
    const { wayBack } = await moved()
    const change = lastCode('change_email')
    for (const token of [undefined, '', null, wayBack.slice(1), change, [wayBack]]) {
      expect([400, 422]).toContain((await recover(token)).status)
    }
    services.clock.advance(7 * DAY)
    expect((await recover(wayBack)).status).toBe(400)
  })

  test('even when the thief changed it twice', async () => {
    const { ann, wayBack } = await moved()
    const thief = services.stranger()
    await post(thief, '/sign-in/email', { email: newEmail, password: testPassword })
    await post(thief, '/change-email', { newEmail: 'eve@evil.example' })
    await confirm(lastCode('change_email'))
    const second = lastCode('email_changed')
    expect(second).not.toBe(wayBack)
    expect(await (await recover(wayBack)).json()).toMatchObject({ email: ann.email })
    expect((await recover(second)).status).toBe(400)
  })

  test('even when the thief has set another password since', async () => {
    const { ann, wayBack } = await moved()
    await post(services.stranger(), '/request-password-reset', { email: newEmail })
    const body = { token: lastCode('reset_password'), newPassword: 'the thief chose these words' }
    expect((await post(services.stranger(), '/reset-password', body)).status).toBe(200)
    expect(await (await recover(wayBack)).json()).toMatchObject({ email: ann.email })
    expect((await signIn(ann.email, 'the thief chose these words')).status).toBe(401)
  })

  test('and what the thief added is removed, what the owner had before stays', async () => {
    const { ann, wayBack } = await moved()
    const thief = services.stranger()
    await post(thief, '/sign-in/email', { email: newEmail, password: testPassword })
    services.clock.advance(MINUTE)
    const { secret } = (await (await post(thief, '/second-factor/start', {})).json()) as { secret: string }
    await post(thief, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
    const { resetToken } = (await (await recover(wayBack)).json()) as { resetToken: string }
    const body = { token: resetToken, newPassword: 'amber kettle glacier 7' }
    await post(services.stranger(), '/reset-password', body)
    expect((await signIn(ann.email, 'amber kettle glacier 7')).status).toBe(200)
  })

  test('and no other code blocks it, no matter who requested that', async () => {
    const ann = await services.nurse('ann')
    const { secret } = (await (await post(ann, '/second-factor/start', {})).json()) as { secret: string }
    await post(ann, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
    await post(ann, '/change-email', { newEmail })
    services.clock.advance(MINUTE)
    await confirm(lastCode('change_email'))
    const { resetToken } = (await (await recover(lastCode('email_changed'))).json()) as { resetToken: string }
    const body = { token: resetToken, newPassword: 'amber kettle glacier 7' }
    await post(services.stranger(), '/reset-password', body)
    expect((await signIn(ann.email, 'amber kettle glacier 7')).status).toBe(200)
  })

  test('not if the owner of another vault has signed in at that address since', async () => {
    const { wayBack } = await moved()
    await services.nurse('ann')
    expect(await problemCode(recover(wayBack))).toBe('email_taken')
    expect((await signIn(newEmail)).status).toBe(200)
  })

  test('even if someone registered the address without confirming it, on an installation with mail', async () => {
    const mailing = await openTestServices({
      env: { SMTP_URL: 'smtp://localhost:2525' },
    })
    const codeIn = (kind: string) =>
      /oobCode=([\w-]+)/.exec(mailing.outbox().findLast((mail) => mail.kind === kind)?.text ?? '')?.[1]
    const email = 'ann@nurses.example'
    const registration = { email, password: testPassword, name: 'Ann' }
    const ann = mailing.stranger()
    await post(ann, '/sign-up/email', registration)
    const confirmation = { token: codeIn('verify_email'), password: testPassword, name: 'Ann' }
    await post(ann, '/verify-email', confirmation)
    await post(ann, '/change-email', { newEmail })
    await post(ann, '/verify-and-change-email', { token: codeIn('change_email') })
    await post(mailing.stranger(), '/sign-up/email', { ...registration, name: 'Eve' })
    const recovered = await post(ann, '/recover-email', { token: codeIn('email_changed') })
    expect(await recovered.json()).toMatchObject({ email })
    const { rows } = await mailing.database.pool.query('select name from users')
    expect(rows).toEqual([{ name: 'Ann' }])
    await mailing.close()
  })
})
