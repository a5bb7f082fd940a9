import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  openPage,
  signUp,
  visit,
  type Watched,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
let ann: Watched

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
  ann = await openPage(browser, desk)
  await signUp(ann.page, server.url, 'ann@nurses.example')
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

const wrong = 'Something went wrong'
const sorry = "We're sorry, but something unexpected happened. Please try refreshing the page."

/** A fresh tab; Ann's own unless `signedOut`. */
async function openTab(options: Parameters<typeof openPage>[2] & { signedOut?: boolean } = {}) {
  const { signedOut, ...rest } = options
  const tab = await openPage(browser, desk, rest)
  if (!signedOut) await tab.context.addCookies(await ann.context.cookies())
  return tab
}

const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' })

/** A gate in front of some addresses: nothing passes until it is opened. */
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
  expect(box && Math.abs(box.x + box.width / 2 - desk.width / 2)).toBeLessThan(20)
  expect(box && box.y > 100 && box.y + box.height < desk.height - 100, JSON.stringify(box)).toBe(true)
}

describe('while a nurse waits', () => {
  it('for who she is, a spinner turns in the middle', async () => {
    const { page, context } = await openTab()
    const open = await hold(page, '**/api/auth/get-session')
    await page.goto(`${server.url}/settings`, { waitUntil: 'commit' })
    await spinner(page).waitFor({ timeout: 5_000 })
    await expectInTheMiddle(page)
    open()
    expect(await headingsOnce(page, 'Settings')).toEqual(['Settings'])
    await expect.poll(() => spinner(page).count(), { timeout: 10_000 }).toBe(0)
    await context.close()
  })

  it('for a page that is loaded when it is first opened, too', async () => {
    const { page, context, faults } = await openTab({ signedOut: true })
    await visit(page, `${server.url}/privacy-policy`, 'Privacy policy')
    const open = await hold(page, /\/assets\/terms-of-use-page-.*\.js$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click()
    await spinner(page).waitFor({ timeout: 5_000 })
    await expectInTheMiddle(page)
    open()
    expect(await headingsOnce(page, 'Terms of use')).toEqual(['Terms of use'])
    expect(await spinner(page).count()).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('when a screen fails', () => {
  it('it says so word for word, and Try Again and Refresh Page both bring it back', async () => {
    const { page, context } = await openTab({ signedOut: true })
    await visit(page, `${server.url}/privacy-policy`, 'Privacy policy')
    const since = () => page.evaluate(() => (globalThis as { since?: string }).since)
    const chunk = /\/assets\/(terms-of-use|medical-disclaimer)-page-.*\.js$/
    await page.route(chunk, (route) => route.abort())
    const leave = (name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

    await leave('Terms of use')
    expect(await headingsOnce(page, wrong)).toEqual([wrong])
    expect(await linesOf(page.getByRole('main'))).toEqual([wrong, sorry, 'Try Again', 'Refresh Page'])
    // By now the router itself has loaded the page anew once, in case that only its files had changed.
    await page.evaluate(() => Object.assign(globalThis, { since: 'the error' }))
    await page.getByRole('button', { name: 'Try Again' }).click()
    expect(await headingsOnce(page, wrong)).toEqual([wrong])
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Try Again' }).click()
    expect(await headingsOnce(page, 'Terms of use')).toEqual(['Terms of use'])
    expect(await since()).toBe('the error')

    await page.route(chunk, (route) => route.abort())
    await leave('Medical disclaimer')
    expect(await headingsOnce(page, wrong)).toEqual([wrong])
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    expect(await headingsOnce(page, 'Medical disclaimer')).toEqual(['Medical disclaimer'])
    expect(await since()).toBeUndefined()
    await context.close()
  })

  it('because nobody can tell who she is, it says the same and can be tried again', async () => {
    const { page, context } = await openTab()
    await page.clock.install()
    let asked = 0
    await page.route('**/api/auth/get-session', (route) => {
      asked += 1
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
    })
    await page.goto(`${server.url}/credentials`, { waitUntil: 'commit' })
    // The waits between the retries pass at once.
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
    expect(await headingsOnce(page, 'Nothing hangs here yet.')).toEqual(['Nothing hangs here yet.'])
    await context.close()
  })
})

describe('going from page to page', () => {
  it('scrolls smoothly to the top, and back to where she was', async () => {
    const { page, context } = await openTab({ signedOut: true, reducedMotion: 'no-preference' })
    await visit(page, `${server.url}/privacy-policy`, 'Privacy policy')
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const start = await page.evaluate(() => scrollY)
    expect(start).toBeGreaterThan(1000)
    await page.evaluate(() => {
      const passed: number[] = []
      Object.assign(globalThis, { passed })
      addEventListener('scroll', () => passed.push(scrollY))
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click()
    expect(await headingsOnce(page, 'Terms of use')).toEqual(['Terms of use'])
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 10_000 }).toBe(0)
    const passed = await page.evaluate(() => (globalThis as unknown as { passed: number[] }).passed)
    expect(
      passed.filter((top) => top > 0 && top < start - 100).length,
      `${start}: ${passed}`,
    ).toBeGreaterThan(1)
    await page.goBack()
    expect(await headingsOnce(page, 'Privacy policy')).toEqual(['Privacy policy'])
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - start), { timeout: 10_000 })
      .toBeLessThan(10)
    await context.close()
  })

  it('needs no mouse, says where she is, and shows where the focus stands', async () => {
    const { page, context, faults } = await openTab()
    await visit(page, server.url, 'Start with the card you are asked for most.')
    await page.getByRole('button', { name: /account of/ }).waitFor()
    await page.getByRole('button', { name: 'Reminders, nothing unread' }).waitFor()
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
      ['Reminders, nothing unread', true],
      ["AO, account of Ann O'Brien", true],
    ])
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await focus())[0]).toBe("AO, account of Ann O'Brien")
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Get CEUs & Skills' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await headingsOnce(page, 'Settings')).toEqual(['Settings'])
    await expect.poll(async () => (await focus())[0]).toBe('main')
    await page.locator('[aria-live=polite]', { hasText: 'Settings · Lanyard' }).waitFor({ state: 'attached' })

    const clip = () => page.getByText('Skip to content').evaluate((link) => getComputedStyle(link).clipPath)
    await page.reload()
    expect(await headingsOnce(page, 'Settings')).toEqual(['Settings'])
    await page.keyboard.press('Tab')
    expect(await clip()).toBe('none')
    await page.keyboard.press('Enter')
    expect((await focus())[0]).toBe('main')
    await page.keyboard.press('Tab')
    expect((await focus())[0]).toBe('Profile')
    expect(await clip()).toBe('inset(50%)')
    expect(faults).toEqual([])
    await context.close()
  })

  it('shows what happened in toasts, one at a time, five seconds each', async () => {
    const { page, context } = await openTab()
    await page.clock.install()
    await visit(page, server.url, 'Start with the card you are asked for most.')
    let asked = 0
    await page.route('**/api/auth/sign-out', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.fulfill({ status: 500, body: '{}' })
    })
    for (const tries of [1, 2]) {
      await page.getByRole('button', { name: /account of/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect.poll(() => asked).toBe(tries)
    }
    const toasts = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Logout failed')
      .locator('..')
    const shown = async () => (await toasts.allInnerTexts()).map((text) => text.replace(/\n+/, ' '))
    const first =
      'Logout failed Lanyard cannot be reached. Nothing is lost: check the connection and try again.'
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
    await context.close()
  })
})
