import type { BrowserContext, Page } from '@playwright/test'
import { fillSignIn, isSignedIn, signUp } from './account.ts'
import { test as base, expect } from './fixtures.ts'
import { chooseInAccountMenu, expectHeading, headings, press, visit } from './pages.ts'
import { phone } from './screens.ts'

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Still there?' })

/** `page`, signed in through the form with "This is a shared computer". The test controls the page's clock. */
const test = base.extend<{ shared: { page: Page; context: BrowserContext; email: string } }>({
  shared: async ({ page, context, email }, use) => {
    await signUp(page, email)
    // A page that is still loading would notice the end of its session, and go to the sign-in page by itself.
    await page.goto('about:blank')
    await context.clearCookies()
    await context.clock.install()
    await visit(page, '/login', headings.signIn)
    await fillSignIn(page, email)
    await page.getByText('This is a shared computer', { exact: true }).click()
    const timeoutLoaded = page.waitForResponse(/\/idle-timeout-dialog/)
    // Loaded in advance, because there may be no connection when the timeout shows them.
    const shownLater = [/\/landing-page/].map((file) => page.waitForResponse(file))
    await press(page, 'Sign in')
    await expectHeading(page, headings.emptyDashboard)
    await timeoutLoaded
    // Includes everything that they import: the response alone is not enough.
    for (const answer of await Promise.all(shownLater))
      await page.evaluate((url) => import(url), answer.url())
    await use({ page, context, email })
  },
})

/** Lets idle minutes pass until the warning. The timeout counts from when its chunk has loaded, which no page shows. */
async function waitIdle(page: Page, context: BrowserContext): Promise<void> {
  await expect(async () => {
    await context.clock.runFor('00:30')
    await expect(warning(page)).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

/** Everything that a page can leave in a browser. */
async function leftBehind(page: Page, context: BrowserContext) {
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }))
  const lasting = (await context.cookies()).filter(({ expires }) => expires !== -1).map(({ name }) => name)
  return { ...inPage, lasting }
}

const nothing = { local: [], session: [], databases: [], caches: [], lasting: [] }

test.describe('on a phone', () => {
  test.use(phone)

  test('a shared computer stores nothing, during the session or after it', async ({
    shared: { page, context },
  }) => {
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
    await page.goto('/credentials/shares')
    await page.goto('/settings?section=security')
    await expectHeading(page, headings.settings)
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
    await chooseInAccountMenu(page, 'Logout')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Get started' })).toBeVisible()
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
  })
})

test('after 15 idle minutes the session ends, typed text is gone, and Back shows nothing', async ({
  shared: { page, context, email },
}) => {
  await page.goto('/credentials')
  await page.goto('/settings')
  const firstName = page.getByLabel('First name')
  await firstName.fill('Not saved yet')
  await waitIdle(page, context)
  await context.clock.runFor('01:05')
  await expectHeading(page, headings.signIn)
  expect(
    await page
      .getByRole('status')
      .filter({ hasText: 'You were signed out because this is a shared computer.' })
      .isVisible(),
  ).toBe(true)
  expect(await warning(page).count()).toBe(0)
  await expect.poll(() => isSignedIn(page)).toBe(false)
  await expect.poll(() => leftBehind(page, context)).toEqual(nothing)

  await page.goBack()
  await page.waitForURL('/credentials')
  await expectHeading(page, headings.notFound)
  await page.goForward()

  await expectHeading(page, headings.signIn)
  expect(await page.getByLabel('This is a shared computer').isChecked()).toBe(true)
  expect(await page.getByLabel('Keep me signed in').isDisabled()).toBe(true)
  await fillSignIn(page, email)
  await press(page, 'Sign in')
  await page.waitForURL('/settings')
  expect(await firstName.inputValue()).toBe('Ann')
})

test('a laptop that wakes up is locked before it accepts a key', async ({ shared: { page, context } }) => {
  // This comes first, because once the hour has passed, any event locks the page.
  await context.setOffline(true)
  await context.clock.pauseAt(Date.now() + 60_000)
  // No timer runs while the computer sleeps. Only the real time advances.
  await context.clock.setSystemTime(Date.now() + 60 * 60_000)
  await page.keyboard.press('a')
  await context.clock.resume()
  await expectHeading(page, headings.signIn)
  // The server does not know yet, but the screen already shows nothing private.
  expect(await isSignedIn(page)).toBe(true)
  await context.setOffline(false)
  await context.clock.runFor('00:10')
  await expect.poll(() => isSignedIn(page), { timeout: 10_000 }).toBe(false)
})

test('activity in one tab keeps all tabs, and signing out ends all tabs', async ({
  shared: { page, context },
}) => {
  const other = await context.newPage()
  await visit(other, '/credentials/shares', 'You have no open links.')
  const heard = () => other.evaluate(() => Number(document.documentElement.dataset.heard))
  await other.evaluate(() => {
    const { dataset } = document.documentElement
    new BroadcastChannel('lanyard-shared-computer').onmessage = ({ data }) => {
      dataset.heard = String(data)
    }
  })
  await context.clock.runFor('10:00')
  const pressed = await page.evaluate(() => Date.now())
  await page.keyboard.press('Shift')
  await expect.poll(heard).toBeGreaterThanOrEqual(pressed)
  await context.clock.runFor('10:00')
  expect([await warning(page).count(), await warning(other).count()]).toEqual([0, 0])
  expect(await isSignedIn(page)).toBe(true)
  await context.clock.runFor('04:30')
  await expect(warning(other)).toBeVisible()
  await warning(page).getByRole('button', { name: 'Sign out now' }).click()
  await expectHeading(page, headings.signIn)
  await expectHeading(other, headings.signIn)
})
