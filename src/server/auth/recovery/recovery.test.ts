import { describe, expect, test } from 'vitest'
import { openProgram } from '#testing/access-tokens.ts'
import { addPasskey, openShareLink, passkeyOptions } from '#testing/actors.ts'
import { isSignedIn, post } from '#testing/auth-requests.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { loopbackOutboundHttp } from '#testing/outbound-server.ts'
import { openPasskeyDevice } from '#testing/passkey-device.ts'
import { addLicense, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, testPassword } from '#testing/test-services.ts'
import {
  mailedCode,
  registerConfirmedNurse,
  setUpThiefAccess,
  signInAsThief,
  type ThiefAccess,
} from '#testing/thief.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const newPassword = 'amber kettle glacier 7'
const thiefsEmail = 'eve@evil.example'

const services = await openFileServices({
  env: { SMTP_URL: 'smtp://localhost:2525' },
  outboundHttp: loopbackOutboundHttp(),
})

const statusOf = async (answer: Promise<Response>) => (await answer).status
const signIn = (email: string, password: string) =>
  statusOf(post(services.stranger(), '/sign-in/email', { email, password }))
const code = (to: string, kind: string) => mailedCode(services, to, kind)

type Recovered = {
  email: string
  resetToken: string
  dropped: { kind: string; count: number; names: string[] }[]
}

async function undo(path: string, token: string): Promise<Recovered> {
  const answer = await post(services.stranger(), path, { token })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Recovered
}
const restore = (token: string) => undo('/recover-email', token)
const revert = (token: string) => undo('/second-factor/revert', token)

async function choosePassword(token: string): Promise<void> {
  expect(await statusOf(post(services.stranger(), '/reset-password', { token, newPassword }))).toBe(200)
}

/** A thief with the password has set up everything and has changed the address. */
async function stolen(): Promise<{
  ann: Nurse
  thief: Nurse
  loot: ThiefAccess
  undoMove: string
  undoFactor: string
}> {
  const ann = await registerConfirmedNurse(services, 'Ann')
  services.clock.advance(MINUTE)
  const thief = await signInAsThief(services, ann)
  const loot = await setUpThiefAccess(services, thief)
  services.clock.advance(MINUTE)
  await moveTo(thief, thiefsEmail)
  return {
    ...{ ann, thief, loot },
    undoMove: code(ann.email, 'email_changed'),
    undoFactor: code(ann.email, 'second_factor_on'),
  }
}

async function moveTo(thief: Nurse, email: string): Promise<void> {
  expect(await statusOf(post(thief, '/change-email', { newEmail: email }))).toBe(200)
  services.clock.advance(MINUTE)
  const token = code(email, 'change_email')
  expect(await statusOf(post(services.stranger(), '/verify-and-change-email', { token }))).toBe(200)
}

async function expectShutOut(loot: ThiefAccess, thief: Browser): Promise<void> {
  expect(await isSignedIn(thief)).toBe(false)
  const browser = services.stranger()
  const response = loot.passkey.get(await passkeyOptions(browser, 'sign-in'))
  expect(await statusOf(post(browser, '/sign-in/passkey', { response }))).toBe(401)
  expect(await statusOf(browser.fetch(`/api/calendar/${loot.calendar}`))).toBe(404)
  expect(await statusOf(openProgram(services, loot.accessToken).fetch('/api/users/me'))).toBe(401)
  expect([404, 410]).toContain(await statusOf(openShareLink(browser, loot.link)))
  for (const email of [thiefsEmail, 'ann@nurses.example']) expect(await signIn(email, testPassword)).toBe(401)
  for (const table of ['webhooks', 'push_subscriptions', 'second_factors', 'recovery_codes']) {
    expect((await services.database.pool.query(`select * from ${table}`)).rows, table).toEqual([])
  }
}

describe('an owner takes the account back from a thief who had the password', () => {
  test('with the link that restores the address, and the thief loses all access', async () => {
    const { ann, thief, loot, undoMove } = await stolen()
    const { email, resetToken } = await restore(undoMove)
    expect(email).toBe(ann.email)
    await expectShutOut(loot, thief)
    await choosePassword(resetToken)
    expect(await signIn(ann.email, newPassword)).toBe(200)
  })

  test('with the link about two-factor authentication, which restores the address too', async () => {
    const { ann, thief, loot, undoFactor } = await stolen()
    const { email, resetToken } = await revert(undoFactor)
    expect(email).toBe(ann.email)
    await expectShutOut(loot, thief)
    await choosePassword(resetToken)
    expect(await signIn(ann.email, newPassword)).toBe(200)
  })

  test('and sees exactly what was removed', async () => {
    const { undoMove } = await stolen()
    const { dropped } = await restore(undoMove)
    expect(dropped).toEqual([
      { kind: 'password', count: 1, names: [] },
      { kind: 'secondFactor', count: 1, names: [] },
      { kind: 'passkey', count: 1, names: ['Key of the thief'] },
      { kind: 'share', count: 1, names: ['A license'] },
      { kind: 'calendar', count: 1, names: [] },
      { kind: 'webhook', count: 1, names: ['hook.example'] },
      { kind: 'device', count: 1, names: ['A browser'] },
    ])
  })

  test('with both links, in either order', async () => {
    for (const order of [
      [restore, revert],
      [revert, restore],
    ] as const) {
      const { ann, undoMove, undoFactor } = await stolen()
      const tokenOf = (use: typeof restore) => (use === restore ? undoMove : undoFactor)
      for (const use of order) {
        const { email, resetToken } = await use(tokenOf(use))
        expect(email).toBe(ann.email)
        await choosePassword(resetToken)
        expect(await signIn(ann.email, newPassword)).toBe(200)
      }
      await services.database.clear()
    }
  })

  test('even if the thief turned two-factor off and on again, and changed the address again', async () => {
    const { ann, undoFactor, undoMove, thief } = await stolen()
    const again = await signInAsThief(services, ann, thiefsEmail).catch(() => thief)
    expect(await isSignedIn(again)).toBe(false)
    await services.database.pool.query('delete from second_factors')
    const back = await signInAsThief(services, ann, thiefsEmail)
    await moveTo(back, 'eve.two@evil.example')
    const thiefsUndo = code(thiefsEmail, 'email_changed')
    for (const token of [undoMove]) await choosePassword((await restore(token)).resetToken)
    expect(await statusOf(post(services.stranger(), '/recover-email', { token: thiefsUndo }))).toBe(400)
    expect((await revert(undoFactor)).email).toBe(ann.email)
  })

  test('after the thief has undone one of the thief’s own changes', async () => {
    const { ann, undoMove } = await stolen()
    await services.database.pool.query('delete from second_factors')
    const thief = await signInAsThief(services, ann, thiefsEmail)
    services.clock.advance(MINUTE)
    await moveTo(thief, 'eve.two@evil.example')
    const { resetToken } = await restore(code(thiefsEmail, 'email_changed'))
    await choosePassword(resetToken)
    expect((await restore(undoMove)).email).toBe(ann.email)
    expect(await signIn(thiefsEmail, newPassword)).toBe(401)
  })

  test('and keeps everything older than seven days before the change', async () => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const passkey = openPasskeyDevice()
    await addPasskey(ann, passkey, 'Old key')
    const link = await createLink(ann, {
      resourceType: 'license',
      resourceId: await addLicense(ann),
      expiresAt: new Date(services.clock.now().getTime() + 20 * DAY).toISOString(),
    })
    services.clock.advance(8 * DAY)
    await ann.signIn()
    await addPasskey(ann, openPasskeyDevice(), 'Key of yesterday')
    await moveTo(ann, thiefsEmail)
    const { dropped } = await restore(code(ann.email, 'email_changed'))
    expect(dropped.find(({ kind }) => kind === 'passkey')?.names).toEqual(['Key of yesterday'])
    const browser = services.stranger()
    const response = passkey.get(await passkeyOptions(browser, 'sign-in'))
    expect(await statusOf(post(browser, '/sign-in/passkey', { response }))).toBe(200)
    expect(await statusOf(openShareLink(services.stranger(), link.token))).toBe(200)
  })

  test('and a share whose link the thief renewed ends, however old it is', async () => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const link = await createLink(ann, {
      resourceType: 'license',
      resourceId: await addLicense(ann),
      expiresAt: new Date(services.clock.now().getTime() + 20 * DAY).toISOString(),
    })
    services.clock.advance(10 * DAY)
    const thief = await signInAsThief(services, ann)
    const renewed = await thief.json('POST', `/api/share/${link.id}/token`, {})
    const { token } = (await renewed.json()) as { token: string }
    await moveTo(thief, thiefsEmail)
    await restore(code(ann.email, 'email_changed'))
    expect([404, 410]).toContain(await statusOf(openShareLink(services.stranger(), token)))
  })

  test('for as many days before the change as the operator sets', async () => {
    const patient = await openTestServices({
      env: { SMTP_URL: 'smtp://localhost:2525', RECOVERY_DAYS: '30' },
    })
    const ann = await registerConfirmedNurse(patient, 'Ann')
    await addPasskey(ann, openPasskeyDevice(), 'Key')
    patient.clock.set(new Date(patient.clock.now().getTime() + 20 * DAY).toISOString())
    await ann.signIn()
    await post(ann, '/change-email', { newEmail: thiefsEmail })
    const token = mailedCode(patient, ann.email, 'email_change_asked')
    const answer = await post(patient.stranger(), '/recover-email', { token })
    const { dropped } = (await answer.json()) as Recovered
    expect(dropped.map(({ kind }) => kind)).toContain('passkey')
    await patient.close()
  })
})

describe('an address change that was only requested', () => {
  test('is reported to the present address, with a link that stops it', async () => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const thief = await signInAsThief(services, ann)
    await post(thief, '/change-email', { newEmail: thiefsEmail })
    const told = services.outbox().find(({ kind }) => kind === 'email_change_asked')
    expect(told).toMatchObject({ to: ann.email })
    expect(told?.text).toContain(thiefsEmail)
    const { email, dropped } = await restore(code(ann.email, 'email_change_asked'))
    expect(email).toBe(ann.email)
    expect(dropped).toContainEqual({ kind: 'emailChange', count: 1, names: [thiefsEmail] })
    const pending = { token: code(thiefsEmail, 'change_email') }
    expect(await statusOf(post(services.stranger(), '/verify-and-change-email', pending))).toBe(400)
    expect(await isSignedIn(thief)).toBe(false)
  })

  test('can be requested three times an hour', async () => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1) {
      statuses.push(await statusOf(post(ann, '/change-email', { newEmail: `ann${i}@home.example` })))
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  const endings: [string, (ann: Nurse) => Promise<Response>][] = [
    [
      'a new password',
      (ann) => post(ann, '/change-password', { currentPassword: testPassword, newPassword }),
    ],
    ['ending all sessions', (ann) => ann.fetch('/api/users/me/sessions', { method: 'DELETE' })],
  ]
  test.each(endings)('ends with %s, and so does every open link', async (_name, end) => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const thief = await signInAsThief(services, ann)
    await post(thief, '/change-email', { newEmail: thiefsEmail })
    await post(services.stranger(), '/request-password-reset', { email: ann.email })
    await post(services.stranger(), '/request-sign-in-link', { email: ann.email })
    expect(await statusOf(end(ann))).toBe(200)
    const pending = { token: code(thiefsEmail, 'change_email') }
    expect(await statusOf(post(services.stranger(), '/verify-and-change-email', pending))).toBe(400)
    const reset = { token: code(ann.email, 'reset_password'), newPassword }
    expect(await statusOf(post(services.stranger(), '/reset-password', reset))).toBe(400)
    const link = { token: code(ann.email, 'sign_in_link') }
    expect(await statusOf(post(services.stranger(), '/sign-in/link', link))).toBe(400)
    expect((await restore(code(ann.email, 'email_change_asked'))).email).toBe(ann.email)
  })
})
