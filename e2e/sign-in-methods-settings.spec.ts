import type { Page } from '@playwright/test'
import { Problem } from '#shared/http/errors.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { axeViolations, overflowOf } from './accessibility.ts'
import { otherPassword, password, send, signIn } from './account.ts'
import { addAuthenticator } from './authenticator.ts'
import { expireReauthentication, freshAppCode } from './clock.ts'
import { expect, oidcTest as test } from './fixtures.ts'
import {
  expectHeading,
  formAlert,
  headings,
  linesOf,
  messages,
  newPasswordField,
  press,
  toastLines,
  visit,
  visitSettings,
} from './pages.ts'
import { desktop, phone } from './screens.ts'

test.use(phone)

const reauthentication = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
// Requests that the tests expect to be refused.
const unexpected = (fault: string) => !/status of (400|401|403|422)/.test(fault)

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: /^Add (a passkey|another)$/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await press(page, 'Continue')
}

/** No overflow, and no violation that axe finds. */
async function expectAccessible(page: Page) {
  const found = await axeViolations(page)
  // A dialog hides the page from screen readers, including its heading and main landmark.
  const isPart = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const wholePage = /^(landmark-one-main|page-has-heading-one) /
  expect([await overflowOf(page), found.filter((one) => !(isPart && wholePage.test(one)))]).toEqual([0, []])
}

// First in this file, because the provider's tokens are valid for an hour and later tests move the server's clock.
test.describe('an account at an OpenID Connect provider', () => {
  test.use(desktop)

  test('is linked, explains a failed link, is used to reauthenticate, and is removed', async ({
    owner: { page, email },
    server,
    oidcProvider,
  }) => {
    oidcProvider.claims = { sub: email, email: 'd@mercy.example', email_verified: false }
    await visitSettings(page, 'security')
    await press(page, 'Link Mercy Hospital')
    expect(await linesOf(formAlert(page))).toEqual([
      'Not linked',
      new Problem('provider_email_unconfirmed').message,
    ])
    oidcProvider.claims = { sub: email, email, email_verified: true }
    await press(page, 'Link Mercy Hospital')
    await expect(page.getByText('Mercy Hospital is linked. You can sign in with it now.')).toBeVisible()
    await expireReauthentication(server)
    await press(page, 'Remove Mercy Hospital')
    await press(page, 'Remove')
    await press(page, 'Sign in again with Mercy Hospital')
    await toastLines(page, 'Mercy Hospital removed')
    expect(page.context().pages()).toHaveLength(1)
    await expect(page.getByRole('button', { name: 'Link Mercy Hospital' })).toBeVisible()
  })
})

test.describe('two-factor', () => {
  test('is turned on, shows recovery codes, and is turned off with one of them', async ({
    owner: { page, email },
    faults,
    server,
    mailbox,
  }) => {
    await visitSettings(page, 'security')
    await expect(page.getByText('Only on this device.')).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Turn it on')
    const setup = page.getByRole('dialog', { name: 'Turn on two-step verification' })
    const key = (await setup.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
    await expectAccessible(page)
    await setup.getByLabel('Code from your app').fill(await freshAppCode(server, key))
    await page.keyboard.press('Enter')
    const kept = page.getByRole('alertdialog', { name: 'Save these recovery codes' })
    await expect(kept.getByRole('listitem').first()).toBeVisible()
    const codes = await kept.getByRole('listitem').allInnerTexts()
    expect(codes.map((code) => /^[\da-z]{4}(-[\da-z]{4}){5}-[\da-z]{2}$/.test(code))).toEqual(
      Array(10).fill(true),
    )
    await press(page, 'I saved them')
    await expect(
      section(page, 'Two-step verification').getByText('You have 10 recovery codes left.'),
    ).toBeVisible()
    await mailbox.linkTo(server, email, 'revertSecondFactorAddition')

    await expireReauthentication(server)
    await press(page, 'Turn it off')
    const off = page.getByRole('alertdialog', { name: 'Turn off two-step verification?' })
    await off.getByRole('button', { name: 'Turn it off' }).click()
    await expect(reauthentication(page).getByLabel('Code from your app')).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Use a recovery code instead')
    await reauthentication(page)
      .getByLabel('Recovery code')
      .fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await toastLines(page, 'Two-step verification is off')
    await section(page, 'Two-step verification')
      .getByText(/^Off\./)
      .waitFor()
    expect(faults.filter(unexpected)).toEqual([])
  })
})

test.describe('a passkey', () => {
  test('is added, is used to reauthenticate for a new email, and is removed', async ({
    owner: { page, email },
    faults,
    server,
    mailbox,
  }) => {
    await addAuthenticator(page)
    await visitSettings(page, 'security')
    await addPasskey(page, 'My phone')
    await toastLines(page, 'Passkey added')

    await expireReauthentication(server)
    await press(page, 'Change email')
    const newEmail = 'bea@home.example'
    await page.getByLabel('New email').fill(newEmail)
    await press(page, 'Send link')
    await expect(reauthentication(page).getByLabel('Your password')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reauthentication(page)).toHaveCount(0)
    expect(await page.getByLabel('New email').inputValue()).toBe(newEmail)
    await press(page, 'Send link')
    await reauthentication(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText(`Open the link that we sent to ${newEmail}.`)).toBeVisible()
    await visit(
      page,
      await mailbox.linkTo(server, newEmail, 'verifyAndChangeEmail'),
      'Use this email from now on?',
    )
    await press(page, 'Use this email')
    await expectHeading(page, 'Your email is changed')

    await visit(page, await mailbox.linkTo(server, email, 'recoverEmail'), 'Take your account back?')
    await press(page, 'Take my account back')
    await expect(page.getByRole('heading', { name: 'What was removed' })).toBeVisible()
    await expect(page.getByText('My phone')).toBeVisible()
    await newPasswordField(page).fill(otherPassword)
    await press(page, 'Set new password')
    await expectHeading(page, headings.passwordSet)
    await signIn(page, email, otherPassword)
    await expectHeading(page, headings.emptyDashboard)
    await visitSettings(page, 'security')
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    expect(faults.filter(unexpected)).toEqual([])
  })
})

test.describe('without a password', () => {
  test('an owner sets one with a link, and also reauthenticates with a link', async ({
    owner: { page, context, email },
    faults,
    server,
    mailbox,
  }) => {
    // Recovering the account removes the password, no matter who knew it.
    await send(page, '/api/auth/change-email', { newEmail: `new.${email}` })
    const undo = await mailbox.linkTo(server, email, 'recoverEmail')
    await send(page, '/api/auth/recover-email', { token: new URL(undo).searchParams.get('oobCode') })
    const enter = async (on: Page) => {
      await visit(on, await mailbox.linkTo(server, email, 'signIn'), headings.openVault)
      await press(on, 'Sign in')
      await expectHeading(on, headings.emptyDashboard)
    }
    await send(page, '/api/auth/request-sign-in-link', { email })
    await enter(page)
    await visitSettings(page, 'security')
    await expect(page.getByText('You sign in by a link to your email.')).toBeVisible()
    await press(page, 'Set a password')
    await expect(page.getByText(`We sent a link to set a password to ${email}.`)).toBeVisible()
    await mailbox.linkTo(server, email, 'resetPassword')

    // An hour later, because an address gets a limited number of mails per hour.
    await expireReauthentication(server, 6)
    await press(page, 'Turn it on')
    const before = mailbox.received.length
    await reauthentication(page).getByRole('button', { name: 'Email me a link' }).click()
    await expect(reauthentication(page).getByText('Open it in this browser')).toBeVisible()
    await mailbox.until(server, () => mailbox.received.length > before)
    await press(page, 'I signed in, continue')
    await expect(reauthentication(page).getByText('Open the link here first.')).toBeVisible()
    const tab = await context.newPage()
    await enter(tab)
    await tab.close()
    await press(page, 'I signed in, continue')
    await expect(page.getByRole('dialog', { name: 'Turn on two-step verification' })).toBeVisible()
    expect(faults.filter(unexpected)).toEqual([])
  })
})

test.describe('other devices', () => {
  test.use(desktop)

  test('are listed, and signed out one by one', async ({ owner: { page, email }, faults, openPage }) => {
    const others = await Promise.all([openPage(phone), openPage(phone)])
    for (const other of others) {
      await signIn(other.page, email)
      await expectHeading(other.page, headings.emptyDashboard)
    }
    await visitSettings(page, 'security')
    const sessions = section(page, 'Where you are signed in')
    await expect(sessions.getByText('On this device and on 2 others.')).toBeVisible()
    expect(await sessions.getByText('This device', { exact: true }).count()).toBe(1)
    await expectAccessible(page)
    await sessions
      .getByRole('button', { name: /^End session/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
    await toastLines(page, 'Signed out')
    await expect(sessions.getByText('On this device and on one other.')).toBeVisible()
    const isOut = async (other: Page) => (await other.request.get('/api/users/me')).status() === 401
    const out = await Promise.all(others.map(({ page: other }) => isOut(other)))
    expect(out.filter(Boolean)).toHaveLength(1)
    await sessions.getByRole('button', { name: /^End session/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
    await expect(sessions.getByText('Only on this device.')).toBeVisible()
    for (const other of others) {
      await visit(other.page, '/settings?section=security', headings.notFound)
    }
    expect(faults).toEqual([])
  })
})

test.describe('sharing a number some time after signing in', () => {
  test('asks for the password, and keeps the form', async ({ owner: { page }, faults, server }) => {
    const expiresAt = addDays(todayIn(new Date(), 'America/Chicago'), 200)
    const license = { kind: 'license', type: 'RN', state: 'TX', number: 'RN-884213', expiresAt }
    const { id } = await send<{ id: string }>(page, '/api/credentials', license)
    await expireReauthentication(server)
    await visit(page, `/credentials/shares/new?license=${id}`, headings.shareForm)
    await page.getByLabel('Recipient’s name').fill('Dana Cole')
    await press(page, 'Create link')
    await reauthentication(page).getByLabel('Your password').fill('not the password')
    await page.keyboard.press('Enter')
    await expect(reauthentication(page).getByText(messages.wrongPassword)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('No link was created. Your selections are still here.')).toBeVisible()
    expect(await page.getByLabel('Recipient’s name').inputValue()).toBe('Dana Cole')
    await press(page, 'Create link')
    await reauthentication(page).getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    await expectHeading(page, headings.shareReady)
    expect(faults.filter(unexpected)).toEqual([])
  })
})
