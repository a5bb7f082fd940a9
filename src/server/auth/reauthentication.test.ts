import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { addSecondFactor } from '#testing/actors.ts'
import { isSignedIn, post } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import { openBrowser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { testPassword } from '#testing/test-services.ts'
import { createAuth } from './auth.ts'

const services = await openFileServices()

test('reauthenticating gives the session a new token, and the old one no longer works', async () => {
  const ann = await services.nurse('ann')
  const copy = services.stranger()
  for (const [name, value] of ann.cookies) copy.cookies.set(name, value)
  expect((await post(ann, '/reauthenticate', { password: testPassword })).status).toBe(200)
  expect(await isSignedIn(ann)).toBe(true)
  expect(await isSignedIn(copy)).toBe(false)
  const { rows } = await services.database.pool.query('select id from sessions')
  expect(rows).toHaveLength(1)
})

describe('an owner with two-factor authentication', () => {
  test('has recovery codes of 128 bits or more, and older, shorter ones keep working', async () => {
    const ann = await services.nurse('ann')
    await addSecondFactor(services, ann)
    const answer = await post(ann, '/second-factor/recovery-codes', {})
    const { recoveryCodes } = (await answer.json()) as { recoveryCodes: string[] }
    for (const code of recoveryCodes) {
      expect(code.replaceAll('-', '').length * Math.log2(32)).toBeGreaterThanOrEqual(128)
    }
    const digest = createHash('sha256').update('recovery:abcd1234efgh5678').digest('base64url')
    await services.database.pool.query('insert into recovery_codes values ($1, $2)', [ann.id, digest])
    for (const recoveryCode of [recoveryCodes[0], 'ABCD-1234-EFGH-5678']) {
      const browser = services.stranger()
      await post(browser, '/sign-in/email', { email: ann.email, password: testPassword })
      expect((await post(browser, '/sign-in/second-factor', { recoveryCode })).status).toBe(200)
    }
  })

  test('keeps two-factor when the operator changes AUTH_SECRET and lists the old one', async () => {
    const ann = await services.nurse('ann')
    const secret = await addSecondFactor(services, ann)
    const signInWith = async (AUTH_SECRETS_OLD: string[]) => {
      const config = {
        ...services.config,
        AUTH_SECRET: 'another secret of the operator, long enough',
        AUTH_SECRETS_OLD,
      }
      const app = createApp({ ...services, config, auth: createAuth({ ...services, config }) })
      const browser = openBrowser(app as never, config.publicUrl)
      await post(browser, '/sign-in/email', { email: ann.email, password: testPassword })
      services.clock.set(new Date(services.clock.now().getTime() + 31_000).toISOString())
      const code = codeAt(secret, services.clock.now())
      return (await post(browser, '/sign-in/second-factor', { code })).status
    }
    expect(await signInWith([])).toBe(422)
    expect(await signInWith([services.auth.secret])).toBe(200)
  })
})
