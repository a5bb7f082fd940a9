import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  cardPhoto,
  launchBrowser,
  licensePdf,
  openPage,
  overflowOf,
  phone,
  screens,
} from './browser.ts'
import { putEmptyVaults } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  await putEmptyVaults(join(folder.path, 'data'))
  server = await startServer(join(folder.path, 'data'))
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder.remove()
})

const today = () => todayIn(new Date(), 'America/Chicago')
const long = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Types a date as a person does: month, day, year, from the first segment on. */
async function typeDate(page: Page, label: string, date: string) {
  const [year, month, day] = date.split('-')
  await page.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
  await page.keyboard.type(`${month}${day}${year}`)
}

/** Types into a field with a list until it stands out there, and takes it with Enter. */
async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${name}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  return readFileSync(await download.path())
}

async function register(page: Page, email: string) {
  await page.goto(server.url)
  await page
    .getByRole('link', { name: /get started/i })
    .first()
    .click()
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill("O'Brien")
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('violet tractor moon 41')
  await page.getByRole('button', { name: 'Create my vault' }).click()
  await page.getByRole('heading', { level: 1, name: /start with the card/i }).waitFor()
}

async function signIn(page: Page, email: string, arrivesAt: RegExp) {
  if (new URL(page.url()).pathname !== '/login') await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('violet tractor moon 41')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: arrivesAt }).waitFor()
}

describe.each(screens)('a nurse at %s', (_where, viewport) => {
  it('registers, stores a real card, sees it watched, survives a kill, and leaves', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    page.setDefaultTimeout(40_000)
    const violations: string[] = []
    const look = async (screen: string) => {
      for (const violation of await axeViolations(page)) violations.push(`${screen}: ${violation}`)
      const overflow = await overflowOf(page)
      if (overflow > 0) violations.push(`${screen}: ${overflow} pixels wider than the window`)
    }
    const pdf = await licensePdf(browser)
    const photo = await cardPhoto()
    const expiresAt = addDays(today(), 130)

    await register(page, `ann.${viewport.width}@nurses.example`)
    await look('empty dashboard')

    // The document first: chosen, looked at, sent.
    await page.getByRole('link', { name: 'Add your first credential' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles([
      { name: 'license.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo },
    ])
    const files = page.getByRole('list', { name: 'Files' })
    await expect.poll(() => files.innerText()).toMatch(/license\.pdf\s+PDF · \d+ KB · not sent yet/)
    await look('files to send')
    await page.getByRole('button', { name: 'Send 2 files' }).click()
    await expect.poll(() => files.getByText('stored').count(), { timeout: 40_000 }).toBe(2)

    // Then what it says.
    await choose(page, 'License type', 'RN')
    await choose(page, 'State', 'Texas')
    await page.getByLabel('Number', { exact: true }).fill('0O1l-884213')
    await typeDate(page, 'Expires on', expiresAt)
    await look('form')
    await page.getByRole('button', { name: 'Save to My Vault' }).click()

    // Its page: status, and both documents in place.
    await page.getByRole('heading', { level: 1, name: 'Texas RN license' }).waitFor()
    expect(await page.getByText('Active', { exact: true }).count()).toBe(1)
    await page.getByText(`Good until ${long(expiresAt)} · in 130 days.`).waitFor()
    await page.getByRole('img', { name: /Page 1 of 1 of license\.pdf/ }).waitFor()
    const picture = page.getByRole('img', { name: 'What card.jpg shows' })
    await expect
      .poll(() => picture.evaluate((node) => (node as HTMLImageElement).naturalHeight))
      .toBeGreaterThan(100)
    expect(await page.getByText('0O1l-884213').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the number of Texas RN license' }).first().click()
    await page.getByText('0O1l-884213').waitFor()
    await look('credential')
    expect(sha256(await downloaded(page, 'license.pdf'))).toBe(sha256(pdf))
    expect(sha256(await downloaded(page, 'card.jpg'))).toBe(sha256(photo))

    // Killed without warning: what was acknowledged is there, and she is still signed in.
    const { port } = new URL(server.url)
    await server.kill()
    server = await startServer(join(folder.path, 'data'), { PORT: port })
    await page.goto(server.url)
    await page
      .getByRole('heading', { level: 1, name: `You are clear to work until ${long(expiresAt)}.` })
      .waitFor()
    await look('dashboard')

    // Edited: the date comes near.
    const soon = addDays(today(), 12)
    await page
      .getByRole('link', { name: /Texas RN license/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await typeDate(page, 'Expires on', soon)
    await look('edit')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(`Good until ${long(soon)} · in 12 days.`).waitFor()
    expect(sha256(await downloaded(page, 'license.pdf'))).toBe(sha256(pdf))

    // Found in the vault as she types, by a word that stands nowhere on the card but in the state's name.
    const vaultLink = viewport === phone ? 'Vault' : 'My Vault'
    await page.getByRole('link', { name: vaultLink, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: '1 credential is about to expire.' }).waitFor()
    await page.getByLabel('Search').fill('tex')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('tex')
    await page.getByRole('list', { name: 'Credentials' }).getByText('Expiring soon').waitFor()
    await look('vault')
    await page.getByLabel('Search').fill('florida')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()

    // Deleted, brought back, deleted.
    const card = page.getByRole('link', { name: 'Texas RN license' })
    await card.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor()
    await card.click()
    await page.getByRole('img', { name: /Page 1 of 1 of license\.pdf/ }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Start with the card you are asked for most').waitFor()
    await look('emptied vault')

    // Her session ends elsewhere: the next thing she opens asks her to sign in, and goes on there.
    await page.request.post(`${server.url}/api/auth/sign-out`, { data: {}, headers: { origin: server.url } })
    await page.goto(`${server.url}/settings?section=activity`)
    await page
      .getByText(/page is not|not find|nothing/i)
      .first()
      .waitFor()
    const email = `ann.${viewport.width}@nurses.example`
    await signIn(page, email, /start with the card/i)
    await page.request.post(`${server.url}/api/auth/sign-out`, { data: {}, headers: { origin: server.url } })
    await page.getByRole('button', { name: /account/i }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your vault' }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/settings')
    await signIn(page, email, /settings/i)

    // Out, and nothing is left behind.
    await page.getByRole('button', { name: /account|menu/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('heading', { level: 1, name: /every credential/i }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto(`${server.url}/credentials`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('Texas RN license').count()).toBe(0)

    expect(violations).toEqual([])
    // Chromium reports each refusal that was provoked above as an error of its own.
    expect(faults.filter((fault) => !/status of (404|401)/.test(fault))).toEqual([])
    await context.close()
  }, 240_000)
})
