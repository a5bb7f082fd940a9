import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { accountButton, chooseInAccountMenu, expectHeading, headings, linesOf, visit } from './pages.ts'
import { desktop } from './screens.ts'

const wrong = 'Something went wrong'
const sorry = "We're sorry, but something unexpected happened. Please try refreshing the page."

const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' })

/** The page without the data that the server embeds in it, like after following a link on another site. */
async function openWithoutData(page: Page, path: string) {
  await page.route(path, async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'cross-site' }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  await page.goto(path, { waitUntil: 'commit' })
}

/** Holds requests to these URLs until the returned function is called. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function expectInTheMiddle(page: Page) {
  const box = await spinner(page).boundingBox()
  expect(box && Math.abs(box.x + box.width / 2 - desktop.viewport.width / 2)).toBeLessThan(20)
  expect(box && box.y > 100 && box.y + box.height < desktop.viewport.height - 100, JSON.stringify(box)).toBe(
    true,
  )
}

test.describe('while a page loads', () => {
  test('a spinner is shown in the middle while the session loads', async ({ owner: { page } }) => {
    const open = await hold(page, '**/api/auth/get-session')
    await openWithoutData(page, '/settings')
    await expect(spinner(page)).toBeVisible({ timeout: 5_000 })
    await expectInTheMiddle(page)
    open()
    await expectHeading(page, headings.settings)
    await expect.poll(() => spinner(page).count(), { timeout: 10_000 }).toBe(0)
  })

  test('a spinner is shown in the middle while its script loads', async ({ page, faults }) => {
    await visit(page, '/privacy-policy', 'Privacy policy')
    const open = await hold(page, /\/assets\/terms-of-use-page-.*\.js$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click()
    await expect(spinner(page)).toBeVisible({ timeout: 5_000 })
    await expectInTheMiddle(page)
    open()
    await expectHeading(page, 'Terms of use')
    expect(await spinner(page).count()).toBe(0)
    expect(faults).toEqual([])
  })
})

test.describe('when a page fails', () => {
  test('the error is shown word for word, and Try Again and Refresh Page both recover', async ({ page }) => {
    await visit(page, '/privacy-policy', 'Privacy policy')
    const since = () => page.evaluate(() => (globalThis as { since?: string }).since)
    const chunk = /\/assets\/(terms-of-use|medical-disclaimer)-page-.*\.js$/
    await page.route(chunk, (route) => route.abort())
    const leave = (name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

    await leave('Terms of use')
    await expectHeading(page, wrong)
    expect(await linesOf(page.getByRole('main'))).toEqual([wrong, sorry, 'Try Again', 'Refresh Page'])
    // By now the router has reloaded the page once, in case only its files had changed.
    await page.evaluate(() => Object.assign(globalThis, { since: 'the error' }))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expectHeading(page, wrong)
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expectHeading(page, 'Terms of use')
    expect(await since()).toBe('the error')

    await page.route(chunk, (route) => route.abort())
    await leave('Medical disclaimer')
    await expectHeading(page, wrong)
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expectHeading(page, 'Medical disclaimer')
    expect(await since()).toBeUndefined()
  })

  test('because the session request fails, the same error is shown and can be retried', async ({
    owner: { page },
  }) => {
    await page.clock.install()
    let asked = 0
    await page.route('**/api/auth/get-session', (route) => {
      asked += 1
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
    })
    await openWithoutData(page, '/credentials')
    // Makes the waits between the retries end immediately.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1000)
          return await page.getByRole('heading', { level: 1 }).allInnerTexts()
        },
        { timeout: 20_000 },
      )
      .toEqual([wrong])
    expect(asked).toBeGreaterThanOrEqual(4)
    await page.unroute('**/api/auth/get-session')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expectHeading(page, headings.emptyVault)
  })
})

test.describe('from page to page', () => {
  test.describe('with motion allowed', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('a link scrolls smoothly to the top, and Back to the earlier position', async ({ page }) => {
      await visit(page, '/privacy-policy', 'Privacy policy')
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      const start = await page.evaluate(() => scrollY)
      expect(start).toBeGreaterThan(1000)
      await page.evaluate(() => {
        const passed: number[] = []
        Object.assign(globalThis, { passed })
        addEventListener('scroll', () => passed.push(scrollY))
      })
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click()
      await expectHeading(page, 'Terms of use')
      await expect.poll(() => page.evaluate(() => scrollY), { timeout: 10_000 }).toBe(0)
      const passed = await page.evaluate(() => (globalThis as unknown as { passed: number[] }).passed)
      expect(
        passed.filter((top) => top > 0 && top < start - 100).length,
        `${start}: ${passed}`,
      ).toBeGreaterThan(1)
      await page.goBack()
      await expectHeading(page, 'Privacy policy')
      await expect
        .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - start), { timeout: 10_000 })
        .toBeLessThan(10)
    })
  })

  test('the keyboard is sufficient, the page is announced, and focus is visible', async ({
    owner: { page },
    faults,
  }) => {
    await visit(page, '/', headings.emptyDashboard)
    await expect(accountButton(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notices, none unread' })).toBeVisible()
    const focus = () =>
      page.evaluate(() => {
        const at = document.activeElement as HTMLElement
        const { outlineStyle, boxShadow } = getComputedStyle(at)
        const isSeen = outlineStyle !== 'none' || boxShadow !== 'none'
        return [at.getAttribute('aria-label') ?? (at.id || at.innerText), isSeen]
      })
    const stops: unknown[] = []
    for (let press = 0; press < 7; press += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focus())
    }
    expect(stops).toEqual([
      ['Skip to content', true],
      ['Lanyard, home', true],
      ['Dashboard', true],
      ['My Vault', true],
      ['Credential', true],
      ['Notices, none unread', true],
      ["AO, account of Ann O'Brien", true],
    ])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await focus())[0]).toBe("AO, account of Ann O'Brien")
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Get CEUs & Skills' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectHeading(page, headings.settings)
    await expect.poll(async () => (await focus())[0]).toBe('main')
    await expect(page.locator('[aria-live=polite]', { hasText: 'Settings · Lanyard' })).toBeAttached()

    const clip = () => page.getByText('Skip to content').evaluate((link) => getComputedStyle(link).clipPath)
    await page.reload()
    await expectHeading(page, headings.settings)
    await page.keyboard.press('Tab')
    expect(await clip()).toBe('none')
    await page.keyboard.press('Enter')
    expect((await focus())[0]).toBe('main')
    await page.keyboard.press('Tab')
    expect((await focus())[0]).toBe('Profile')
    expect(await clip()).toBe('inset(50%)')
    expect(faults).toEqual([])
  })

  test('toasts are shown one at a time, five seconds each', async ({ owner: { page } }) => {
    await page.clock.install()
    await visit(page, '/', headings.emptyDashboard)
    let asked = 0
    await page.route('**/api/auth/sign-out', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.fulfill({ status: 500, body: '{}' })
    })
    for (const tries of [1, 2]) {
      await chooseInAccountMenu(page, 'Logout')
      await expect.poll(() => asked).toBe(tries)
    }
    const toasts = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Logout failed')
      .locator('..')
    const shown = async () => (await toasts.allInnerTexts()).map((text) => text.replace(/\n+/, ' '))
    const first =
      'Logout failed Lanyard cannot be reached. Nothing was lost. Check your connection and try again.'
    const second = 'Logout failed Something unexpected happened on our side. Nothing was changed.'
    await expect.poll(shown).toEqual([first])
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 200)
    const seen: string[][] = []
    for (let step = 0; step < 60; step += 1) {
      seen.push(await shown())
      await page.clock.runFor(200)
    }
    const spans = [first, second].map((text) => seen.filter(([one]) => one === text).length * 200)
    expect(seen.filter((texts) => texts.length > 1)).toEqual([])
    expect(spans[0]).toBeGreaterThan(1000)
    expect(spans[0]).toBeLessThanOrEqual(5000)
    expect(Math.abs((spans[1] ?? 0) - 5000)).toBeLessThanOrEqual(400)
    expect(seen.at(-1)).toEqual([])
  })
})
