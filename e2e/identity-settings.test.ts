import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween, todayIn } from '../src/shared/kernel/dates.ts'
import {
  desk,
  headingsOnce,
  launchBrowser,
  nursePassword,
  openPage,
  phone,
  send,
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

describe('a nurse', () => {
  it('who changes her password is signed out in every other browser', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    const other = await openPage(browser, phone)
    await signUp(page, server.url, 'dora@nurses.example')
    await signIn(other.page, server.url, 'dora@nurses.example')
    expect(await headingsOnce(other.page, dashboard)).toEqual([dashboard])

    await visit(page, `${server.url}/settings?section=security`, 'Settings')
    await page.getByRole('button', { name: 'Change password' }).click()
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill(newPassword)
      // It pushes the button down when it comes, which a click must not fall into.
      await page.getByRole('meter', { name: 'Password strength' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
    }
    await change('not her password')
    await page.getByRole('dialog').getByText('That is not your current password.').waitFor()
    await change(nursePassword)
    expect(await toastLines(page, 'Password changed')).toContain('Your other devices were signed out.')
    await visit(page, `${server.url}/settings`, 'Settings')
    const notFound = 'There is nothing at this address'
    expect(await visit(other.page, `${server.url}/settings`, notFound)).toEqual([200, notFound])
    await signIn(other.page, server.url, 'dora@nurses.example', newPassword)
    expect(await headingsOnce(other.page, dashboard)).toEqual([dashboard])
    expect(faults.filter((fault) => !/status of 40[01]/.test(fault))).toEqual([])
    await context.close()
    await other.context.close()
  })

  it('finds her profile as she saved it, with one of 18 roles', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await signUp(page, server.url, 'eve@nurses.example')
    await visit(page, `${server.url}/settings`, 'Settings')
    const title = page.getByRole('combobox', { name: 'Job title' })
    await title.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('option').count()).toBe(18)
    await title.fill('anesth')
    await page.getByRole('option', { name: /CRNA/ }).click()
    await page.getByLabel('First name').fill('Eve')
    await page.getByLabel('Last name').fill('Núñez')
    await page.getByLabel('Organization').fill("St. Mary's & Co")
    await page.getByRole('button', { name: 'Save profile' }).click()
    await toastLines(page, 'Profile saved')
    await page.getByRole('button', { name: /^EN, account of/ }).waitFor()
    await visit(page, `${server.url}/settings`, 'Settings')
    await page.getByLabel('First name').waitFor()
    const shown = await Promise.all(
      ['First name', 'Last name', 'Job title', 'Organization'].map((label) =>
        page.getByRole(label === 'Job title' ? 'combobox' : 'textbox', { name: label }).inputValue(),
      ),
    )
    expect(shown).toEqual(['Eve', 'Núñez', 'CRNA', "St. Mary's & Co"])
    expect(faults).toEqual([])
    await context.close()
  })

  async function chooseInSettings(page: Page, pick: () => Promise<void>) {
    await visit(page, `${server.url}/settings?section=language`, 'Settings')
    await pick()
    await page.getByRole('button', { name: 'Save language and time' }).click()
    await toastLines(page, 'Language and time saved')
  }

  it('reads how many days are left where she lives', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await signUp(page, server.url, 'fay@nurses.example')
    const expiresAt = todayIn(new Date(), 'Pacific/Honolulu')
    const card = { kind: 'certification', name: 'Basic Life Support', issuer: 'AHA', expiresAt }
    const { id } = await send<{ id: string }>(page, server.url, '/api/credentials', card)
    // The same time of day, and a day apart, all year round.
    for (const [city, zone, days, headline, said] of [
      ['Honolulu', 'Pacific/Honolulu', 0, 'Basic Life Support expires today.', 'today'],
      ['Kiritimati', 'Pacific/Kiritimati', -1, 'Basic Life Support has expired.', 'yesterday'],
    ] as const) {
      await chooseInSettings(page, async () => {
        await page.getByRole('combobox', { name: 'Time zone' }).fill(city)
        await page.getByRole('option', { name: new RegExp(city) }).click()
      })
      expect(daysBetween(todayIn(new Date(), zone), expiresAt)).toBe(days)
      expect(await visit(page, server.url, headline)).toEqual([200, headline])
      await visit(page, `${server.url}/credentials/${id}`, 'Basic Life Support')
      await page.getByRole('main').getByText(said).first().waitFor()
    }
    expect(faults).toEqual([])
    await context.close()
  })

  it('reads every date as it is written where she comes from', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await signUp(page, server.url, 'gail@nurses.example')
    const expiresAt = addDays(todayIn(new Date(), 'America/Chicago'), 12)
    const card = { kind: 'certification', name: 'Basic Life Support', issuer: 'AHA', expiresAt }
    const { id } = await send<{ id: string }>(page, server.url, '/api/credentials', card)
    await chooseInSettings(page, async () => {
      await page.getByRole('button', { name: /How dates and numbers are written/ }).click()
      await page.getByRole('option', { name: /British English/ }).click()
    })
    const written = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(expiresAt))
    const foreign: string[] = []
    for (const address of ['/', '/credentials', `/credentials/${id}`, `/credentials/${id}/edit`]) {
      await page.goto(server.url + address)
      await page.getByText('Basic Life Support').first().waitFor()
      const words = await page.getByRole('main').innerText()
      if (words.includes(written('en-US'))) foreign.push(`${address} says ${written('en-US')}`)
      if (!address.endsWith('/edit') && !words.includes(written('en-GB')))
        foreign.push(`${address} lacks the date`)
    }
    expect(foreign).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  it('who deletes her account with her password is gone', async () => {
    const { page, context } = await openPage(browser, phone)
    const email = 'gwen@nurses.example'
    await signUp(page, server.url, email)
    await visit(page, `${server.url}/settings?section=account`, 'Settings')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your password').fill('not her password')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('That is not your current password.').waitFor()
    await dialog.getByLabel('Your password').fill(nursePassword)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await toastLines(page, 'Account deleted')
    await page.waitForURL(`${server.url}/`)
    await signIn(page, server.url, email)
    expect(await toastLines(page, 'Login failed')).toContain(noMatch)
    await context.close()
  })

  it('who logs out while the server is away is told that it failed', async () => {
    const { page, context } = await openPage(browser, desk)
    await signUp(page, server.url, 'hana@nurses.example')
    await visit(page, server.url, dashboard)
    await page.getByRole('button', { name: /account of/ }).waitFor()
    await server.kill()
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    expect(await toastLines(page, 'Logout failed')).toEqual([
      'Logout failed',
      'Lanyard cannot be reached. Nothing is lost: check the connection and try again.',
    ])
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await context.close()
  })
})
