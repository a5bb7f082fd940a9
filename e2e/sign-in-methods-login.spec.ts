import type { Page } from '@playwright/test'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { endSession, otherPassword, password, send, signIn } from './account.ts'
import { addAuthenticator } from './authenticator.ts'
import { freshAppCode } from './clock.ts'
import { expect, oidcTest as test } from './fixtures.ts'
import {
  codeField,
  emailField,
  expectHeading,
  formAlert,
  headings,
  linesOf,
  messages,
  newPasswordField,
  press,
  visit,
  visitSettings,
} from './pages.ts'
import { desktop, phone } from './screens.ts'
import type { RunningServer } from './server.ts'

test.use(phone)

async function turnTwoFactorOn(page: Page, server: RunningServer) {
  const { secret } = await send<{ secret: string }>(page, '/api/auth/second-factor/start', {})
  const confirmation = { code: await freshAppCode(server, secret) }
  const { recoveryCodes } = await send<{ recoveryCodes: string[] }>(
    page,
    '/api/auth/second-factor/confirm',
    confirmation,
  )
  return { recoveryCodes, nextCode: () => freshAppCode(server, secret) }
}

test.describe('with a link by email', () => {
  test('an owner requests it, signs in with it, and sees when it was used before', async ({
    owner,
    faults,
    server,
    mailbox,
  }) => {
    const { page, email } = owner
    await endSession(owner)
    await visit(page, '/login?next=/credentials', headings.signIn)
    await page.getByRole('link', { name: 'Email me a link instead' }).click()
    await expectHeading(page, 'Sign in without your password')
    await emailField(page).fill(email)
    await press(page, 'Email me a link')
    await expectHeading(page, headings.checkEmail)
    const link = await mailbox.linkTo(server, email, 'signIn')
    await visit(page, link, headings.openVault)
    await press(page, 'Sign in')
    await expectHeading(page, 'Your vault is empty.')

    await endSession(owner)
    await visit(page, link, headings.deadMailLink)
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([])
  })
})

test.describe('with two-factor on', () => {
  test("sign-in asks for an app's code after the password, and takes a recovery code after a link", async ({
    owner,
    server,
    mailbox,
  }) => {
    const { page, email } = owner
    const { recoveryCodes, nextCode } = await turnTwoFactorOn(page, server)
    await endSession(owner)
    await signIn(page, email, password, '/login?next=/settings')
    await expectHeading(page, headings.twoFactor)
    await page.reload()
    await codeField(page).fill('000 000')
    await press(page, 'Sign in')
    await expect(page.getByText(new Problem('code_wrong').message)).toBeVisible()
    await codeField(page).fill(await nextCode())
    await press(page, 'Sign in')
    await page.waitForURL('/settings')

    await endSession(owner)
    await send(page, '/api/auth/request-sign-in-link', { email })
    await visit(page, await mailbox.linkTo(server, email, 'signIn'), headings.openVault)
    await press(page, 'Sign in')
    await expectHeading(page, headings.twoFactor)
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await press(page, 'Sign in')
    await expectHeading(page, headings.emptyDashboard)
  })
})

test.describe('with a passkey', () => {
  test.describe('on a desktop', () => {
    test.use(desktop)

    test("an owner signs in, and stays on the page after dismissing the browser's dialog", async ({
      owner,
    }) => {
      const { page } = owner
      const authenticator = await addAuthenticator(page)
      await visitSettings(page)
      await addPasskey(page)
      await endSession(owner)
      await visit(page, '/login?next=/credentials', headings.signIn)
      await press(page, 'Use a passkey')
      await page.waitForURL('/credentials')

      await endSession(owner)
      await visit(page, '/login', headings.signIn)
      await authenticator.setUserVerified(false)
      await press(page, 'Use a passkey')
      await expect(page.getByText(new Problem('cancelled').message)).toBeVisible()
      expect(await page.getByRole('region', { name: 'Notifications' }).innerText()).toBe('')
    })
  })
})

/** Adds a passkey through the API, with the browser's authenticator. */
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

test.describe('with an account at an OpenID Connect provider', () => {
  const button = 'Continue with Mercy Hospital'

  test('sign-in goes there and back, with two-factor after it', async ({ owner, server, oidcProvider }) => {
    const { page, email } = owner
    oidcProvider.claims = { sub: email, email: 'dora@mercy.example', email_verified: true }
    const link = { provider: 'hospital', next: '/settings' }
    const { url } = await send<{ url: string }>(page, '/api/auth/link-provider', link)
    await page.goto(url)
    await page.waitForURL('/settings')
    await endSession(owner)
    await page.goto(`/login?next=${encodeURIComponent("/credentials?q=o'brien")}`)
    await press(page, button)
    await page.waitForURL(/\/credentials\?q=o('|%27)brien$/)

    const { nextCode } = await turnTwoFactorOn(page, server)
    await endSession(owner)
    await page.goto('/login?next=/settings')
    await press(page, button)
    await expectHeading(page, headings.twoFactor)
    await codeField(page).fill(await nextCode())
    await press(page, 'Sign in')
    await page.waitForURL('/settings')
  })

  test.describe('on a desktop', () => {
    test.use(desktop)

    test('a separate window signs in, can be closed or opened again, and continues without its opener', async ({
      openPage,
      oidcProvider,
    }) => {
      const { page, context, faults } = await openPage(desktop)
      const sub = `window-${Date.now()}`
      oidcProvider.claims = { sub, email: `${sub}@mercy.example`, email_verified: true }
      const authorize = `${oidcProvider.issuer}/authorize?**`
      const openWindow = async () => {
        const opening = page.waitForEvent('popup')
        await press(page, button)
        return opening
      }

      await context.route(authorize, (route) =>
        route.fulfill({ contentType: 'text/html', body: 'Password?' }),
      )
      await page.goto('/login?next=/credentials')
      const closed = await openWindow()
      await closed.getByText('Password?').waitFor()
      await closed.close()
      await expect(page.getByText(new Problem('popup_closed').message)).toBeVisible()
      const first = await openWindow()
      await first.getByText('Password?').waitFor()
      const firstClosed = first.waitForEvent('close')
      const second = await openWindow()
      await firstClosed
      await expect(page.getByText(new Problem('popup_cancelled').message)).toBeVisible()
      await context.unroute(authorize)
      const secondClosed = second.waitForEvent('close')
      await second.reload()
      await secondClosed
      await page.waitForURL('/credentials')
      expect(context.pages()).toHaveLength(1)

      await send(page, '/api/auth/sign-out', {})
      await context.route(authorize, (route) =>
        route.fulfill({ contentType: 'text/html', body: 'Password?' }),
      )
      await page.goto('/login?next=/settings')
      const alone = await openWindow()
      await alone.getByText('Password?').waitFor()
      await page.goto('/privacy-policy')
      await context.unroute(authorize)
      await alone.reload()
      await alone.waitForURL('/settings')
      expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([])
    })
  })

  test('the sign-in page explains why it did not work and what to do', async ({
    owner: { email },
    openPage,
    oidcProvider,
  }) => {
    const { page } = await openPage(phone)
    const back = async (code: ProblemCode) => {
      await page.goto('/login?next=/credentials')
      await press(page, button)
      await page.waitForURL(`**/login?problem=${code}**`)
      const { title, message } = new Problem(code)
      expect(await linesOf(formAlert(page))).toEqual([title, message])
      expect(new URL(page.url()).searchParams.get('next')).toBe('/credentials')
    }
    oidcProvider.claims = { sub: email, email, email_verified: true }
    await back('account_exists')
    await page.route(`${oidcProvider.issuer}/authorize?**`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      const to = new URL(asked.get('redirect_uri') ?? '')
      to.searchParams.set('error', 'access_denied')
      to.searchParams.set('state', asked.get('state') ?? '')
      return route.fulfill({ status: 302, headers: { location: to.href } })
    })
    await back('provider_cancelled')
  })
})

test.describe('when the email is changed', () => {
  test('links confirm the new one, and restore the old one with a new password', async ({
    owner: { page, context, email },
    server,
    mailbox,
  }) => {
    const newEmail = 'gia@home.example'
    await send(page, '/api/auth/change-email', { newEmail })
    const change = await mailbox.linkTo(server, newEmail, 'verifyAndChangeEmail')
    await visit(page, change, 'Use this email from now on?')
    await context.setOffline(true)
    await press(page, 'Use this email')
    expect(await linesOf(formAlert(page))).toEqual(['Your email was not changed', messages.unreachable])
    await context.setOffline(false)
    await press(page, 'Use this email')
    await expectHeading(page, 'Your email is changed')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    expect(await emailField(page).inputValue()).toBe(newEmail)
    await visit(page, change, headings.deadMailLink)

    const recover = await mailbox.linkTo(server, email, 'recoverEmail')
    await visit(page, recover, 'Take your account back?')
    await press(page, 'Take my account back')
    const choose = 'Your account is yours again. Now choose a new password'
    await expectHeading(page, choose)
    await newPasswordField(page).fill(otherPassword)
    await press(page, 'Set new password')
    await expectHeading(page, headings.passwordSet)
    await signIn(page, email, otherPassword)
    await expectHeading(page, headings.emptyDashboard)
    await visit(page, recover, headings.deadMailLink)
  })
})

test.describe('when a stranger turned two-factor on', () => {
  test('the mailed link takes the account back', async ({ owner: { page, email }, server, mailbox }) => {
    await turnTwoFactorOn(page, server)
    const revert = await mailbox.linkTo(server, email, 'revertSecondFactorAddition')
    await visit(page, revert, 'Take your account back?')
    await press(page, 'Take my account back')
    await expectHeading(page, 'Your account is yours again. Now choose a new password')
    await expect(page.getByText('Two-step verification and its recovery codes')).toBeVisible()
    await newPasswordField(page).fill(otherPassword)
    await press(page, 'Set new password')
    await expectHeading(page, headings.passwordSet)
    await visit(page, revert, headings.deadMailLink)
    await signIn(page, email, otherPassword)
    await expectHeading(page, headings.emptyDashboard)
  })
})

test.describe('at the form', () => {
  test.describe('a password that contains the address', () => {
    test.use({ email: 'zyphorian.quellaxtur@nurses.example' })

    test('a new password that the server refuses is explained, and the rules are fetched again', async ({
      owner: { page, email },
      server,
      mailbox,
    }) => {
      await send(page, '/api/auth/request-password-reset', { email })
      let asked = 0
      page.on('response', (response) => {
        if (response.url().endsWith('/password-policy')) asked += 1
      })
      await visit(page, await mailbox.linkTo(server, email, 'resetPassword'), headings.newPassword)
      // Strong enough for a page that does not know the owner's address.
      await newPasswordField(page).fill('zyphorianquellaxtur')
      await expect.poll(() => asked).toBe(1)
      await press(page, 'Set new password')
      await expect(page.getByText(messages.weakPassword).first()).toBeVisible()
      await expect.poll(() => asked).toBe(2)
      await newPasswordField(page).fill(password)
      await press(page, 'Set new password')
      await expectHeading(page, headings.passwordSet)
    })
  })
})
