import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '#testing/authenticator-app.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { Problem, type ProblemCode } from '../src/shared/http/errors.ts'
import {
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  nursePassword,
  openPage,
  phone,
  send,
  signIn,
  visit,
} from './browser.ts'
import { serverNow } from './clock.ts'
import { emptyVaults } from './data.ts'
import { enroll, type Mailbox, openMailbox } from './mailbox.ts'
import { freePort, type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
let mailbox: Mailbox
let appWithOidc: OidcProvider

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  mailbox = await openMailbox()
  appWithOidc = await startOidcProvider({ sub: 'nobody yet' })
  const providers = [
    { id: 'appWithOidc', name: 'Mercy OidcApp', issuer: appWithOidc.issuer, clientId: 'lanyard' },
  ]
  server = await startServer(folder.path, {
    ...mailbox.settings,
    PORT: String(await freePort()),
    OIDC_PROVIDERS: JSON.stringify(providers),
  })
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  await appWithOidc?.close()
  await mailbox?.close()
  folder?.remove()
})

const dashboard = 'Start with the card you are asked for most.'
const gone = 'This link no longer works'
const beside = (page: Page) => page.getByRole('main').getByRole('alert')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const mailedLink = (mode: string, email: string) => mailbox.linkTo(server, email, mode)

/** A page whose nurse is signed in, her address confirmed by the link that she was mailed. */
async function openNurse(email: string, viewport = phone) {
  const opened = await openPage(browser, viewport)
  await enroll(opened.page, server, mailbox, email)
  const leave = async () => {
    // A screen that still asks for something would find her gone, and go to the login by itself.
    await opened.page.goto('about:blank')
    await opened.context.clearCookies({ name: 'lanyard.session' })
  }
  return { ...opened, email, leave }
}

async function turnSecondStepOn(page: Page) {
  const { secret } = await send<{ secret: string }>(page, server.url, '/api/auth/second-factor/start', {})
  const confirm = { code: codeAt(secret, serverNow(server)) }
  const { recoveryCodes } = await send<{ recoveryCodes: string[] }>(
    page,
    server.url,
    '/api/auth/second-factor/confirm',
    confirm,
  )
  // A code counts once, and the present one is used up.
  return { recoveryCodes, nextCode: () => codeAt(secret, new Date(serverNow(server).getTime() + 30_000)) }
}

describe('a nurse with a link by email', () => {
  it('asks for it, signs in with it, and is told when it was used before', async () => {
    const { page, context, email, leave, faults } = await openNurse('ann@nurses.example')
    await leave()
    await visit(page, `${server.url}/login?next=/credentials`, 'Sign in to your vault')
    await page.getByRole('link', { name: 'Email me a link instead' }).click()
    expect(await headingsOnce(page, 'Sign in without your password')).toHaveLength(1)
    await page.getByLabel('Email').fill('nobody@nurses.example')
    await press(page, 'Email me a link')
    expect(await headingsOnce(page, 'Check your email')).toEqual(['Check your email'])
    const said = (address: string) =>
      page.getByText(`If ${address} has a vault, a link that signs you in is on its way there.`).isVisible()
    expect(await said('nobody@nurses.example')).toBe(true)

    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await page.getByRole('link', { name: 'Email me a link instead' }).click()
    await page.getByLabel('Email').fill(email)
    await press(page, 'Email me a link')
    await headingsOnce(page, 'Check your email')
    expect(await said(email)).toBe(true)
    const link = await mailedLink('signIn', email)
    await visit(page, link, 'Open your vault')
    await press(page, 'Sign in')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    expect(mailbox.received.some(({ to }) => to === 'nobody@nurses.example')).toBe(false)

    await leave()
    await visit(page, link, 'Open your vault')
    await press(page, 'Sign in')
    expect(await headingsOnce(page, gone)).toEqual([gone])
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate((h1) => h1 === document.activeElement),
    ).toBe(true)
    await page.getByLabel('Email').fill(email)
    await press(page, 'Email me a new link')
    expect(await headingsOnce(page, 'Check your email')).toEqual(['Check your email'])
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([])
    await context.close()
  })
})

describe('a nurse with a second step', () => {
  it('enters a code of her app after the password, and a recovery code after a link', async () => {
    const { page, context, email, leave } = await openNurse('bea@nurses.example')
    const { recoveryCodes, nextCode } = await turnSecondStepOn(page)
    await leave()
    await signIn(page, `${server.url}/login?next=/settings`, email)
    expect(await headingsOnce(page, 'One more step')).toEqual(['One more step'])
    const code = page.getByLabel('Code from your app')
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    await page.reload()
    await code.fill('12345')
    await press(page, 'Sign in')
    await page.getByText('Enter the six digits that your app shows').waitFor()
    await code.fill('000 000')
    await press(page, 'Sign in')
    await page.getByText(new Problem('code_wrong').message).waitFor()
    await code.fill(nextCode())
    await press(page, 'Sign in')
    await page.waitForURL(`${server.url}/settings`)

    await leave()
    await send(page, server.url, '/api/auth/request-sign-in-link', { email })
    await visit(page, await mailedLink('signIn', email), 'Open your vault')
    await press(page, 'Sign in')
    await headingsOnce(page, 'One more step')
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await press(page, 'Sign in')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])

    await leave()
    await signIn(page, server.url, email)
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await press(page, 'Sign in')
    await page.getByText('That recovery code is not right, or was used already.').waitFor()
    await press(page, 'Use the code from your app')
    for (let tries = 0; tries < 4; tries += 1) {
      const answered = page.waitForResponse('**/sign-in/second-factor')
      await page.getByLabel('Code from your app').fill(`00000${tries}`)
      await press(page, 'Sign in')
      await answered
    }
    await page.getByLabel('Code from your app').fill('000009')
    await press(page, 'Sign in')
    expect(await headingsOnce(page, 'Sign in to your vault')).toEqual(['Sign in to your vault'])
    expect(await linesOf(beside(page))).toEqual(['Sign in again', new Problem('second_factor_over').message])
    await context.close()
  })
})

describe('a nurse with a passkey', () => {
  it('signs in with it, and stays where she is when she closes its dialog', async () => {
    const { page, context, leave } = await openNurse('cleo@nurses.example', desk)
    const device = await openDevice(page)
    await visit(page, `${server.url}/settings`, 'Settings')
    await addPasskey(page)
    await leave()
    await visit(page, `${server.url}/login?next=/credentials`, 'Sign in to your vault')
    await press(page, 'Use a passkey')
    await page.waitForURL(`${server.url}/credentials`)

    await leave()
    await visit(page, `${server.url}/login`, 'Sign in to your vault')
    await device.refuse()
    await press(page, 'Use a passkey')
    await page.getByText(new Problem('cancelled').message).waitFor()
    expect(await page.getByRole('region', { name: 'Notifications' }).innerText()).toBe('')
    await context.close()
  })

  it('is not offered one where the browser has none', async () => {
    const { page, context } = await openPage(browser, phone)
    await page.addInitScript('delete window.PublicKeyCredential')
    await visit(page, `${server.url}/login`, 'Sign in to your vault')
    await page.getByRole('link', { name: 'Email me a link instead' }).waitFor()
    expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await context.close()
  })
})

/** The screen lock of a phone, which says yes until it is told to refuse. */
async function openDevice(page: Page): Promise<{ refuse(): Promise<unknown> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

function addPasskey(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const ask = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    const options = await ask('/api/auth/passkey/options-to-add', {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    await ask('/api/auth/passkey/add', { name: 'Phone', response: made.toJSON() })
  })
}

describe('a nurse with an account at her appWithOidc', () => {
  const button = 'Continue with Mercy OidcApp'

  it('goes there and back, with her second step after it', async () => {
    const { page, context, leave } = await openNurse('dora@nurses.example')
    appWithOidc.claims = { sub: 'dora', email: 'dora@mercy.example', email_verified: true }
    const link = { provider: 'appWithOidc', next: '/settings' }
    const { url } = await send<{ url: string }>(page, server.url, '/api/auth/link-provider', link)
    await page.goto(url)
    await page.waitForURL(`${server.url}/settings`)
    await leave()
    await page.goto(`${server.url}/login?next=${encodeURIComponent("/credentials?q=o'brien")}`)
    await press(page, button)
    await page.waitForURL(/\/credentials\?q=o('|%27)brien$/)

    const { nextCode } = await turnSecondStepOn(page)
    await leave()
    await page.goto(`${server.url}/login?next=/settings`)
    await press(page, button)
    expect(await headingsOnce(page, 'One more step')).toEqual(['One more step'])
    await page.getByLabel('Code from your app').fill(nextCode())
    await press(page, 'Sign in')
    await page.waitForURL(`${server.url}/settings`)
    await context.close()
  })

  it('reads why it did not work, and what to do', async () => {
    const { context: hers, email } = await openNurse('ella@nurses.example')
    await hers.close()
    const { page, context } = await openPage(browser, phone)
    const back = async (code: ProblemCode) => {
      await page.goto(`${server.url}/login?next=/credentials`)
      await press(page, button)
      await page.waitForURL(`**/login?problem=${code}**`)
      const { title, message } = new Problem(code)
      expect(await linesOf(beside(page))).toEqual([title, message])
      expect(new URL(page.url()).searchParams.get('next')).toBe('/credentials')
    }
    appWithOidc.claims = { sub: 'ella', email, email_verified: true }
    await back('account_exists')
    appWithOidc.claims = { sub: 'fay', email: 'fay@mercy.example', email_verified: false }
    await back('provider_email_unconfirmed')
    await page.route(`${appWithOidc.issuer}/authorize?**`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      const to = new URL(asked.get('redirect_uri') ?? '')
      to.searchParams.set('error', 'access_denied')
      to.searchParams.set('state', asked.get('state') ?? '')
      return route.fulfill({ status: 302, headers: { location: to.href } })
    })
    await back('provider_cancelled')
    await page.goto(`${server.url}/login?problem=constructor`)
    await page.getByLabel('Email').waitFor()
    expect(await beside(page).count()).toBe(0)
    await context.close()
  })
})

describe('a nurse whose email is changed', () => {
  it('confirms the new one, brings the old one back, and sets a new password at once', async () => {
    const { page, context, email } = await openNurse('gia@nurses.example')
    const newEmail = 'gia@home.example'
    await send(page, server.url, '/api/auth/change-email', { newEmail })
    const change = await mailedLink('verifyAndChangeEmail', newEmail)
    await visit(page, change, 'Use this email from now on?')
    await context.setOffline(true)
    await press(page, 'Use this email')
    expect(await linesOf(beside(page))).toEqual([
      'Your email was not changed',
      'Lanyard cannot be reached. Nothing is lost: check the connection and try again.',
    ])
    await context.setOffline(false)
    await press(page, 'Use this email')
    expect(await headingsOnce(page, 'Your email is changed')).toEqual(['Your email is changed'])
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(newEmail)
    await visit(page, change, 'Use this email from now on?')
    await press(page, 'Use this email')
    expect(await headingsOnce(page, gone)).toEqual([gone])

    const recover = await mailedLink('recoverEmail', email)
    await visit(page, recover, 'Bring this email back?')
    await press(page, 'Bring this email back')
    const choose = 'Your email is back. Now choose a new password'
    expect(await headingsOnce(page, choose)).toEqual([choose])
    await page.getByLabel('New password', { exact: true }).fill('copper meadow lantern 88')
    await press(page, 'Set new password')
    await headingsOnce(page, 'Your new password is set')
    await signIn(page, server.url, email, 'copper meadow lantern 88')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await visit(page, recover, 'Bring this email back?')
    await press(page, 'Bring this email back')
    expect(await headingsOnce(page, gone)).toEqual([gone])
    await context.close()
  })
})

describe('a nurse for whom a stranger turned a second step on', () => {
  it('turns it off with the link that told her, and sets a new password', async () => {
    const { page, context, email } = await openNurse('hope@nurses.example')
    await turnSecondStepOn(page)
    const revert = await mailedLink('revertSecondFactorAddition', email)
    await visit(page, revert, 'Turn the second step off?')
    await press(page, 'Turn it off')
    expect(await headingsOnce(page, 'The second step is off')).toEqual(['The second step is off'])
    await visit(page, revert, 'Turn the second step off?')
    await press(page, 'Turn it off')
    expect(await headingsOnce(page, gone)).toEqual([gone])
    await signIn(page, server.url, email)
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await context.close()
  })
})

describe('a nurse', () => {
  it('whose browser keeps no cookies is told so, and not that her password is wrong', async () => {
    const { page, context, email, leave } = await openNurse('iris@nurses.example')
    await leave()
    await page.route('**/api/auth/sign-in/email', async (route) => {
      const response = await route.fetch()
      await context.clearCookies()
      const { 'set-cookie': _kept, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await signIn(page, server.url, email)
    expect(await linesOf(beside(page))).toEqual(['Login failed', new Problem('storage_unsupported').message])
    await context.close()
  })

  it('whose new password is refused by the server sees why, and the rules are asked for again', async () => {
    const email = 'zyphorian.quellaxtur@nurses.example'
    const { page, context } = await openNurse(email)
    await send(page, server.url, '/api/auth/request-password-reset', { email })
    let asked = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/password-policy')) asked += 1
    })
    await visit(page, await mailedLink('resetPassword', email), 'Choose a new password')
    // Strong enough for a page that does not know her name.
    await page.getByLabel('New password', { exact: true }).fill('zyphorianquellaxtur')
    await expect.poll(() => asked).toBe(1)
    await press(page, 'Set new password')
    await page.getByText('Names, addresses and words of your work are easy to guess.').first().waitFor()
    await expect.poll(() => asked).toBe(2)
    await page.getByLabel('New password', { exact: true }).fill(nursePassword)
    await press(page, 'Set new password')
    expect(await headingsOnce(page, 'Your new password is set')).toEqual(['Your new password is set'])
    await context.close()
  })
})
