import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '#testing/authenticator-app.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  nursePassword,
  openPage,
  overflowOf,
  phone,
  send,
  signIn,
  signUp,
  toastLines,
  visit,
} from './browser.ts'
import { elevenMinutesLater, serverNow } from './clock.ts'
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
const proofTitle = 'Is it still you?'
const security = () => `${server.url}/settings?section=security`
const proofOf = (page: Page) => page.getByRole('dialog', { name: proofTitle })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
// What the screens ask, and are refused on purpose.
const expected = (fault: string) => !/status of (400|401|403|422)/.test(fault)

const mailedLink = (mode: string, email: string) => mailbox.linkTo(server, email, mode)

/** A page whose nurse signed in with her password just now, her address confirmed by the link that she was mailed. */
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

/** A finger on a sensor: the browser's own, without a person. */
async function addSensor(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const knowsHer = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { knowsHer }
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: /^Add (a passkey|another)$/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await press(page, 'Go on')
}

/** The whole look of a state: as wide as its window, and nothing for axe to say. */
async function expectSound(page: Page) {
  const found = await axeViolations(page)
  // Behind a dialog the page is hidden from a screen reader, its heading and its main part with it.
  const isPart = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const wholePage = /^(landmark-one-main|page-has-heading-one) /
  expect([await overflowOf(page), found.filter((one) => !(isPart && wholePage.test(one)))]).toEqual([0, []])
}

// First, while the clock is near that of the provider, whose tokens hold for an hour.
describe('a nurse with an account elsewhere', () => {
  it('links it, hears what went wrong, proves herself there, and removes it', async () => {
    const { page, context, email } = await openNurse('dora@nurses.example', desk)
    appWithOidc.claims = { sub: 'dora', email: 'd@mercy.example', email_verified: false }
    await visit(page, security(), 'Settings')
    await press(page, 'Link Mercy OidcApp')
    await page.waitForURL(/problem=/)
    expect((await linesOf(page.getByRole('main').getByRole('alert')))[0]).toBe('Address not confirmed')
    appWithOidc.claims = { sub: 'dora', email, email_verified: true }
    await press(page, 'Link Mercy OidcApp')
    await page.getByText('Mercy OidcApp is linked. You can sign in with it from now on.').waitFor()
    await elevenMinutesLater(server)
    await press(page, 'Remove Mercy OidcApp')
    await press(page, 'Remove it')
    await press(page, 'Sign in again with Mercy OidcApp')
    await page.waitForURL(/linked=appWithOidc$/)
    await press(page, 'Remove Mercy OidcApp')
    await press(page, 'Remove it')
    await toastLines(page, 'Mercy OidcApp removed')
    await page.getByRole('button', { name: 'Link Mercy OidcApp' }).waitFor()
    await context.close()
  })
})

describe('a nurse who wants a second step', () => {
  it('turns it on, keeps her codes, and signs in by her app and by a code', async () => {
    const { page, context, email, leave, faults } = await openNurse('ann@nurses.example')
    await visit(page, security(), 'Settings')
    await page.getByText('On this device, and nowhere else.').waitFor()
    await expectSound(page)
    await press(page, 'Turn it on')
    const setup = page.getByRole('dialog', { name: 'Turn your second step on' })
    const key = (await setup.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
    await expectSound(page)
    await setup.getByLabel('Code from your app').fill('000000')
    await setup.getByRole('button', { name: 'Turn it on' }).click()
    await setup.getByText('That code is not right, or was used already.').waitFor()
    await setup.getByLabel('Code from your app').fill(codeAt(key, serverNow(server)))
    await page.keyboard.press('Enter')
    const kept = page.getByRole('alertdialog', { name: 'Keep these recovery codes' })
    await kept.getByRole('listitem').first().waitFor()
    const codes = await kept.getByRole('listitem').allInnerTexts()
    expect(codes.map((code) => /^[\da-z]{4}(-[\da-z]{4}){3}$/.test(code))).toEqual(Array(10).fill(true))
    await page.keyboard.press('Escape')
    await kept.getByText('Did you keep them?').waitFor()
    await press(page, 'I have kept them')
    await group(page, 'Your second step').getByText('You have 10 recovery codes left.').waitFor()
    await mailedLink('revertSecondFactorAddition', email)

    await leave()
    await signIn(page, server.url, email)
    await page
      .getByLabel('Code from your app')
      .fill(codeAt(key, new Date(serverNow(server).getTime() + 30_000)))
    await press(page, 'Sign in')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await leave()
    await signIn(page, server.url, email)
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await press(page, 'Sign in')
    await headingsOnce(page, dashboard)
    await visit(page, security(), 'Settings')
    await group(page, 'Your second step').getByText('You have 9 recovery codes left.').waitFor()

    await elevenMinutesLater(server)
    await press(page, 'Turn it off')
    const off = page.getByRole('alertdialog', { name: 'Turn the second step off?' })
    await off.getByRole('button', { name: 'Turn it off' }).click()
    await proofOf(page).getByLabel('Code from your app').waitFor()
    await expectSound(page)
    await press(page, 'Use a recovery code instead')
    await proofOf(page)
      .getByLabel('Recovery code')
      .fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await proofOf(page).getByText('was used already').waitFor()
    await proofOf(page)
      .getByLabel('Recovery code')
      .fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    await toastLines(page, 'Your second step is off')
    await group(page, 'Your second step')
      .getByText(/^Off\./)
      .waitFor()
    expect(faults.filter(expected)).toEqual([])
    await context.close()
  })
})

describe('a nurse with a passkey', () => {
  it('adds one, proves herself with it, and changes her email to the end and back', async () => {
    const { page, context, email, faults } = await openNurse('bea@nurses.example')
    const sensor = await addSensor(page)
    await visit(page, security(), 'Settings')
    await sensor.knowsHer(false)
    await addPasskey(page, 'My phone')
    await page.getByText('You stopped before it was done. Nothing was changed.').waitFor()
    await sensor.knowsHer(true)
    await press(page, 'Go on')
    await toastLines(page, 'Passkey added')
    await addPasskey(page, 'Once more')
    await page.getByText('This device has a passkey for your vault already.').waitFor()
    await page.keyboard.press('Escape')
    await press(page, 'Rename My phone')
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue phone')
    await press(page, 'Save')
    await page.getByRole('button', { name: 'Rename Blue phone' }).waitFor()

    await elevenMinutesLater(server)
    await press(page, 'Change email')
    const newEmail = 'bea@home.example'
    await page.getByLabel('New email').fill(newEmail)
    await press(page, 'Send the link')
    await proofOf(page).getByLabel('Your password').waitFor()
    await page.keyboard.press('Escape')
    await proofOf(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('New email').inputValue()).toBe(newEmail)
    await press(page, 'Send the link')
    await proofOf(page).getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText(`Open the link that we sent to ${newEmail}.`).waitFor()
    await visit(page, await mailedLink('verifyAndChangeEmail', newEmail), 'Use this email from now on?')
    await press(page, 'Use this email')
    expect(await headingsOnce(page, 'Your email is changed')).toEqual(['Your email is changed'])

    await visit(page, await mailedLink('recoverEmail', email), 'Bring this email back?')
    await press(page, 'Bring this email back')
    await page.getByLabel('New password', { exact: true }).fill('copper meadow lantern 88')
    await press(page, 'Set new password')
    await headingsOnce(page, 'Your new password is set')
    await signIn(page, server.url, email, 'copper meadow lantern 88')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await visit(page, security(), 'Settings')
    await page.getByRole('button', { name: 'Remove Blue phone' }).click()
    await press(page, 'Remove it')
    await toastLines(page, 'Passkey removed')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    expect(faults.filter(expected)).toEqual([])
    await context.close()
  })
})

describe('a nurse without a password', () => {
  it('sets one by a link, and proves herself by a link too', async () => {
    const { page, context, faults } = await openPage(browser, phone)
    const email = 'cleo@nurses.example'
    await signUp(page, server.url, email)
    // Nobody had confirmed the address yet, so the password could be a stranger's: the link drops it.
    const enter = async (on: Page) => {
      await visit(on, await mailedLink('signIn', email), 'Open your vault')
      await press(on, 'Sign in')
      await headingsOnce(on, dashboard)
    }
    await send(page, server.url, '/api/auth/request-sign-in-link', { email })
    await enter(page)
    await visit(page, security(), 'Settings')
    await page.getByText('You sign in by a link to your email.').waitFor()
    await press(page, 'Set a password')
    await page.getByText(`A link to set a password is on its way to ${email}.`).waitFor()
    await mailedLink('resetPassword', email)

    // An hour, or the address would have had more mails than one may ask for.
    await elevenMinutesLater(server, 6)
    await press(page, 'Turn it on')
    const before = mailbox.received.length
    await proofOf(page).getByRole('button', { name: 'Email me a link' }).click()
    await proofOf(page).getByText('Open it in this browser').waitFor()
    await mailbox.until(server, () => mailbox.received.length > before)
    await press(page, 'I signed in, go on')
    await proofOf(page).getByText('Open the link here first.').waitFor()
    const tab = await context.newPage()
    await enter(tab)
    await tab.close()
    await press(page, 'I signed in, go on')
    await page.getByRole('dialog', { name: 'Turn your second step on' }).waitFor()
    expect(faults.filter(expected)).toEqual([])
    await context.close()
  })
})

describe('a nurse who is signed in elsewhere', () => {
  it('ends the other device, which is out', async () => {
    const { page, context, email, faults } = await openNurse('eve@nurses.example', desk)
    const others = await Promise.all([openPage(browser, phone), openPage(browser, phone)])
    for (const other of others) {
      await signIn(other.page, server.url, email)
      await headingsOnce(other.page, dashboard)
    }
    await visit(page, security(), 'Settings')
    const sessions = group(page, 'Where you are signed in')
    await sessions.getByText('On this device and on 2 others.').waitFor()
    expect(await sessions.getByText('This device', { exact: true }).count()).toBe(1)
    await expectSound(page)
    await sessions
      .getByRole('button', { name: /^End it/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await toastLines(page, 'Signed out')
    await sessions.getByText('On this device and on one other.').waitFor()
    const isOut = async (other: Page) =>
      (await other.request.get(`${server.url}/api/users/me`)).status() === 401
    const out = await Promise.all(others.map(({ page: other }) => isOut(other)))
    expect(out.filter(Boolean)).toHaveLength(1)
    await sessions.getByRole('button', { name: /^End it/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await sessions.getByText('On this device, and nowhere else.').waitFor()
    for (const other of others) {
      const nothing = 'There is nothing at this address'
      expect(await visit(other.page, security(), nothing)).toEqual([200, nothing])
      await other.context.close()
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('a nurse who shares a license with its number after a while', () => {
  it('is asked who she is, and what she chose stays', async () => {
    const { page, context, faults } = await openNurse('fay@nurses.example')
    const expiresAt = addDays(todayIn(new Date(), 'America/Chicago'), 200)
    const license = { kind: 'license', type: 'RN', state: 'TX', number: 'RN-884213', expiresAt }
    const { id } = await send<{ id: string }>(page, server.url, '/api/credentials', license)
    await elevenMinutesLater(server)
    await visit(page, `${server.url}/credentials/shares/new?license=${id}`, 'What should they see?')
    await page.getByLabel('Their name').fill('Dana Cole')
    await press(page, 'Make the link')
    await proofOf(page).getByLabel('Your password').fill('not her password')
    await page.keyboard.press('Enter')
    await proofOf(page).getByText('That is not your current password.').waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByText('No link was made. What you chose is still here.').waitFor()
    expect(await page.getByLabel('Their name').inputValue()).toBe('Dana Cole')
    await press(page, 'Make the link')
    await proofOf(page).getByLabel('Your password').fill(nursePassword)
    await page.keyboard.press('Enter')
    expect(await headingsOnce(page, 'Your link is ready')).toEqual(['Your link is ready'])
    expect(faults.filter(expected)).toEqual([])
    await context.close()
  })
})
