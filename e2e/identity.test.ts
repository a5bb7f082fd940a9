import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  nursePassword,
  openPage,
  phone,
  screens,
  signIn,
  signUp,
  toastLines,
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
const newPassword = 'copper meadow lantern 88'
const noMatch = 'That email and password do not match.'

const beside = (page: Page) => page.getByRole('main').getByRole('alert')

describe.each(screens)('at %s, a nurse', (_where, viewport) => {
  it('is told as she types why a password is weak, and gets her vault with a good one', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/sign-up/email')) sent += 1
    })
    await visit(page, `${server.url}/login?mode=register`, 'Start your own vault')
    await page.getByLabel('First name').fill('Ann')
    await page.getByLabel('Email').fill(`ann.${viewport.width}@nurses.example`)
    const password = page.getByLabel('Password', { exact: true })
    const meter = page.getByRole('meter', { name: 'Password strength' })
    const form = page.getByRole('main').locator('form')
    const create = page.getByRole('button', { name: 'Create my vault' })
    for (const [typed, problem] of [
      ['Nurse7', 'This is too short: it needs 4 more characters.'],
      ['Password123!', 'Names, addresses and words of your work are easy to guess.'],
    ] as const) {
      await password.fill('')
      await password.pressSequentially(typed)
      await form.getByText(problem).waitFor()
      expect(Number(await meter.getAttribute('aria-valuenow'))).toBeLessThan(3)
      await create.click()
      await expect.poll(() => password.evaluate((field) => field.ariaInvalid)).toBe('true')
      expect(await form.innerText()).toContain(problem)
    }
    expect(sent).toBe(0)
    await password.fill(nursePassword)
    await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(3)
    await create.click()
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    expect(sent).toBe(1)
    expect(faults).toEqual([])
    await context.close()
  })

  it('reads beside the form why a sign-in failed, for longer than a toast lasts', async () => {
    const { page, context } = await openPage(browser, viewport)
    for (const email of [`ann.${viewport.width}@nurses.example`, 'nobody@nurses.example']) {
      await signIn(page, server.url, email, 'not her password')
      expect(await toastLines(page, 'Login failed')).toEqual(['Login failed', noMatch])
      expect(await linesOf(beside(page))).toEqual(['Login failed', noMatch])
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
    }
    await context.close()
  })
})

describe('a nurse', () => {
  it('who forgot her password sets a new one with a link that works once', async () => {
    const { page, context } = await openPage(browser, phone)
    const email = 'bea@nurses.example'
    await signUp(page, server.url, email)
    await context.clearCookies()
    await visit(page, `${server.url}/login`, 'Sign in to your vault')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    expect(await headingsOnce(page, 'Forgot your password?')).toEqual(['Forgot your password?'])
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    expect(await toastLines(page, 'Password reset sent')).toEqual([
      'Password reset sent',
      'Check your email for password reset instructions.',
    ])
    const link = page.getByRole('link', { name: 'Open the link from the message' })
    const mailed = (await link.getAttribute('href')) ?? ''
    await link.click()
    expect(await headingsOnce(page, 'Choose a new password')).toEqual(['Choose a new password'])
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    expect(await headingsOnce(page, 'Your new password is set')).toEqual(['Your new password is set'])

    await signIn(page, server.url, email)
    expect(await toastLines(page, 'Login failed')).toContain(noMatch)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])

    await context.clearCookies()
    await visit(page, server.url + mailed, 'Choose a new password')
    await page.getByLabel('New password', { exact: true }).fill(nursePassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    const gone = 'This link no longer works'
    expect(await headingsOnce(page, gone)).toEqual([gone])
    await toastLines(page, 'Password reset failed')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await toastLines(page, 'Password reset sent')
    expect(await headingsOnce(page, 'Check your email')).toEqual(['Check your email'])
    await context.close()
  })

  it('is led on to a page of ours after signing in, and never to another site', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await signUp(page, server.url, 'cleo@nurses.example')
    await context.clearCookies()
    await signIn(page, `${server.url}/login?next=//evil.example`, 'cleo@nurses.example')
    await page.waitForURL(`${server.url}/`)
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    for (const [next, path] of [
      ['/settings?section=security', '/settings?section=security'],
      ['https://evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['/\t/evil.example', '/'],
      ['javascript:document.title=1', '/'],
    ] as const) {
      await page.goto(`${server.url}/login?next=${encodeURIComponent(next)}`)
      await page.waitForURL(server.url + path)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
