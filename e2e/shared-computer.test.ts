import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  headingsOnce,
  launchBrowser,
  nursePassword,
  openPage,
  phone,
  signUp,
  visit,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

const dashboard = 'Start with the card you are asked for most.'
const toSignIn = 'Sign in to your vault'
const said = 'You were signed out: this is a shared computer.'
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Still there?' })

/** Signed in at a shared computer, by the form; the page's clock can be turned. */
async function sitDown(email: string, viewport = desk) {
  const opened = await openPage(browser, viewport)
  const { page, context } = opened
  await signUp(page, server.url, email)
  await context.clearCookies()
  await context.clock.install()
  await visit(page, `${server.url}/login`, toSignIn)
  await fillIn(page, email)
  await page.getByText('This is a shared computer', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
  return opened
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(nursePassword)
}

/** Everything that a page can leave behind in a browser. */
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

async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get(`${server.url}/api/users/me`)).status() === 200
}

describe('at a shared computer, a nurse', () => {
  it('leaves nothing behind, neither while she is there nor afterwards', async () => {
    const { page, context } = await sitDown('ann@nurses.example', phone)
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
    await page.goto(`${server.url}/credentials/shares`)
    await page.goto(`${server.url}/settings?section=security`)
    await headingsOnce(page, 'Settings')
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Get started' }).waitFor()
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)
    await context.close()
  })

  it('is asked after 14 minutes whether she is there, and stays when she says so', async () => {
    const { page, context } = await sitDown('bea@nurses.example')
    await context.clock.runFor('13:30')
    expect(await warning(page).count()).toBe(0)
    await context.clock.runFor('00:45')
    await warning(page).waitFor()
    // Somebody brushes against the table.
    await page.mouse.move(5, 5)
    await page.mouse.move(9, 9)
    expect(await warning(page).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await warning(page).waitFor({ state: 'detached' })
    await context.clock.runFor('13:30')
    expect(await warning(page).count()).toBe(0)
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await context.close()
  })

  it('is signed out after 15 minutes, with what she typed, and Back shows nothing of hers', async () => {
    const { page, context } = await sitDown('cleo@nurses.example')
    await page.goto(`${server.url}/credentials`)
    await page.goto(`${server.url}/settings`)
    const firstName = page.getByLabel('First name')
    await firstName.fill('Not saved yet')
    await context.clock.runFor('15:05')
    expect(await headingsOnce(page, toSignIn)).toEqual([toSignIn])
    expect(await page.getByRole('status').filter({ hasText: said }).isVisible()).toBe(true)
    expect(await warning(page).count()).toBe(0)
    await expect.poll(() => isSignedIn(page)).toBe(false)
    await expect.poll(() => leftBehind(page, context)).toEqual(nothing)

    await page.goBack()
    await page.waitForURL(`${server.url}/credentials`)
    const missing = 'There is nothing at this address'
    expect(await headingsOnce(page, missing)).toEqual([missing])
    await page.goForward()

    expect(await headingsOnce(page, toSignIn)).toEqual([toSignIn])
    expect(await page.getByLabel('This is a shared computer').isChecked()).toBe(true)
    expect(await page.getByLabel('Keep me signed in').isDisabled()).toBe(true)
    await fillIn(page, 'cleo@nurses.example')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${server.url}/settings`)
    expect(await firstName.inputValue()).toBe('Ann')
    await context.close()
  })

  it('finds it locked when the laptop wakes up, before anything she presses counts', async () => {
    const { page, context } = await sitDown('dora@nurses.example')
    // First: once the hour has passed, whatever the page hears locks it.
    await context.setOffline(true)
    await context.clock.pauseAt(Date.now() + 60_000)
    // No timer runs while it sleeps; only the clock on the wall does.
    await context.clock.setSystemTime(Date.now() + 60 * 60_000)
    await page.keyboard.press('a')
    await context.clock.resume()
    expect(await headingsOnce(page, toSignIn)).toEqual([toSignIn])
    // It could not tell the server yet; nothing of hers is on the screen all the same.
    expect(await isSignedIn(page)).toBe(true)
    await context.setOffline(false)
    await context.clock.runFor('00:10')
    await expect.poll(() => isSignedIn(page), { timeout: 10_000 }).toBe(false)
    await context.close()
  })

  it('keeps every tab by using one, and loses every tab at once', async () => {
    const { page, context } = await sitDown('ella@nurses.example')
    const other = await context.newPage()
    await visit(other, `${server.url}/credentials/shares`, 'Share links')
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
    await warning(other).waitFor()
    await warning(page).getByRole('button', { name: 'Sign out now' }).click()
    expect(await headingsOnce(page, toSignIn)).toEqual([toSignIn])
    expect(await headingsOnce(other, toSignIn)).toEqual([toSignIn])
    await context.close()
  })

  it('types for long without the server taking her for gone, and hears when it has ended her session', async () => {
    const { page, context } = await sitDown('gia@nurses.example')
    await page.goto(`${server.url}/settings`)
    const firstName = page.getByLabel('First name')
    await firstName.fill('A')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/get-session')) asked += 1
    })
    for (let minutes = 0; minutes < 20; minutes += 2) {
      await firstName.press('n')
      await context.clock.runFor('02:00')
    }
    expect(await firstName.inputValue()).toBe(`A${'n'.repeat(10)}`)
    // Once a minute while she types, and no more once she stops: her own 15 minutes end on the server, too.
    expect(asked).toBeGreaterThanOrEqual(10)
    expect(asked).toBeLessThanOrEqual(20)
    const before = asked
    await context.clock.runFor('10:00')
    expect(asked).toBeLessThanOrEqual(before + 1)
    await context.clearCookies()
    await firstName.press('n')
    await context.clock.runFor('00:05')
    expect(await headingsOnce(page, toSignIn)).toEqual([toSignIn])
    await context.close()
  })

  it('stays on her own computer however long she reads', async () => {
    const { page, context } = await openPage(browser, desk)
    await signUp(page, server.url, 'fay@nurses.example')
    await context.clock.install()
    expect(await visit(page, server.url, dashboard)).toEqual([200, dashboard])
    await context.clock.runFor('20:00')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    expect(await isSignedIn(page)).toBe(true)
    await context.close()
  })
})
