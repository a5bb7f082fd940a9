import type { BrowserContext } from '@playwright/test'
import { endSession, otherPassword, password, signIn, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import {
  emailField,
  expectHeading,
  headings,
  messages,
  newPasswordField,
  passwordField,
  passwordMeter,
  visit,
} from './pages.ts'
import { phone, screens } from './screens.ts'

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('the registration form creates the vault', async ({ page, email, faults }) => {
      await visit(page, '/login?mode=register', headings.register)
      await page.getByLabel('First name').fill('Ann')
      await emailField(page).fill(email)
      await passwordField(page).fill(password)
      await expect
        .poll(async () => Number(await passwordMeter(page).getAttribute('aria-valuenow')))
        .toBeGreaterThanOrEqual(3)
      await page.getByRole('button', { name: 'Create my vault' }).click()
      await expectHeading(page, headings.emptyDashboard)
      expect(faults).toEqual([])
    })
  })

/** The link in the newest mail to this address. Emulator mode shows it to any other account. */
async function mailedPath(other: BrowserContext, email: string): Promise<string> {
  await signUp(other, `other.${email}`)
  const answer = await other.request.get(`/api/debug/outbox?email=${encodeURIComponent(email)}`)
  const { items } = (await answer.json()) as { items: { text: string }[] }
  return /\/login\?\S+/.exec(items[0]?.text ?? '')?.[0] ?? ''
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a forgotten password is replaced by a link that works once', async ({
    owner: { page, context, email },
    browser,
  }) => {
    await endSession({ page, context })
    await visit(page, '/login', headings.signIn)
    const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectHeading(page, 'Forgot your password?')
    await emailField(page).fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expectHeading(page, 'Check your email')
    const mailed = await mailedPath(other, email)
    await other.close()
    await page.goto(mailed)
    await expectHeading(page, headings.newPassword)
    await newPasswordField(page).fill(otherPassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expectHeading(page, headings.passwordSet)

    await signIn(page, email)
    await expect(page.getByRole('alert').filter({ hasText: messages.noMatch })).toHaveCount(1)
    await passwordField(page).fill(otherPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectHeading(page, headings.emptyDashboard)

    await endSession({ page, context })
    await visit(page, mailed, 'This link was already used')
    await expect(page.getByText(email)).toBeVisible()
    await expect(newPasswordField(page)).toHaveCount(0)
  })
})

test('sign-in redirects to pages of this site, and never to another site', async ({
  owner: { page, context, email },
  faults,
}) => {
  await endSession({ page, context })
  await signIn(page, email, password, '/login?next=//evil.example')
  await page.waitForURL('/')
  await expectHeading(page, headings.emptyDashboard)
  for (const [next, path] of [
    ['/settings?section=security', '/settings?section=security'],
    ['/\\evil.example', '/'],
  ] as const) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.waitForURL(path)
  }
  expect(faults).toEqual([])
})
