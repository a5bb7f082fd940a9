import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { layoutProblems } from './accessibility.ts'
import { fillSignIn, password } from './account.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseAction,
  chooseFiles,
  chooseInAccountMenu,
  emailField,
  expectHeading,
  headings,
  openFilter,
  passwordField,
  press,
} from './pages.ts'
import { phone, screens } from './screens.ts'

const today = () => todayIn(new Date(), 'America/Chicago')
const long = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Types a date like a person: month, day, year. */
async function typeDate(page: Page, label: string, date: string) {
  const [year, month, day] = date.split('-')
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(`${month}${day}${year}`)
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
  await page.goto('/')
  await page
    .getByRole('link', { name: /get started/i })
    .first()
    .click()
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill("O'Brien")
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Create my vault' }).click()
  await expectHeading(page, headings.emptyDashboard)
}

async function signInHere(page: Page, email: string, heading: string) {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login')
  await fillSignIn(page, email)
  await press(page, 'Sign in')
  await expectHeading(page, heading)
}

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('an owner registers, stores a card, edits it, survives a killed server, and logs out', async ({
      browser,
      openPage,
      email,
      startOwnServer,
    }) => {
      test.setTimeout(240_000)
      const server = await startOwnServer()
      const { page, faults } = await openPage(screen, { baseURL: server.url })
      const violations: string[] = []
      const look = async (name: string) => {
        violations.push(...(await layoutProblems(page, name)))
      }
      const pdf = await licensePdf(browser)
      const photo = await cardPhoto()
      const expiresAt = addDays(today(), 130)

      await register(page, email)
      await look('empty dashboard')

      // The files come first: chosen, uploaded immediately, shown.
      await page.getByRole('link', { name: 'Add your first credential' }).click()
      await chooseFiles(page, 'Choose files', [
        { name: 'license.pdf', mimeType: 'application/pdf', buffer: pdf },
        { name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo },
      ])
      await page.getByRole('button', { name: 'Attach all to one credential' }).click()
      const files = page.getByRole('list', { name: 'Files' })
      const uploaded = files.getByText('uploaded', { exact: true })
      await expect.poll(() => uploaded.count(), { timeout: 40_000 }).toBe(2)
      await expect.poll(() => files.innerText()).toMatch(/license\.pdf\s+PDF · \d+ KB · uploaded/)
      await look('uploaded files')

      // Then the details, some of which are read from the PDF.
      await expect(page.getByRole('combobox', { name: 'License type' })).toHaveValue('RN', {
        timeout: 30_000,
      })
      await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Texas')
      await page.getByLabel('Number', { exact: true }).fill('0O1l-884213')
      await typeDate(page, 'Expires on', expiresAt)
      await look('form')
      await page.getByRole('button', { name: 'Save to My Vault' }).click()

      // Its page shows the status and both files.
      await expectHeading(page, 'Texas RN license')
      expect(await page.getByText('Active', { exact: true }).count()).toBe(1)
      await expect(page.getByText(`Valid until ${long(expiresAt)} · in 130 days.`)).toBeVisible()
      await expect(page.getByRole('img', { name: /Page 1 of 1 of license\.pdf/ })).toBeVisible()
      const picture = page.getByRole('img', { name: 'Preview of card.jpg' })
      await expect
        .poll(() => picture.evaluate((node) => (node as HTMLImageElement).naturalHeight))
        .toBeGreaterThan(100)
      expect(await page.getByText('0O1l-884213').count()).toBe(0)
      await page.getByRole('button', { name: 'Show the number of Texas RN license' }).first().click()
      await expect(page.getByText('0O1l-884213')).toBeVisible()
      await look('credential')
      expect(sha256(await downloaded(page, 'license.pdf'))).toBe(sha256(pdf))
      expect(sha256(await downloaded(page, 'card.jpg'))).toBe(sha256(photo))

      // After a kill -9, everything acknowledged is stored, and the session is still valid.
      await server.kill()
      await server.restart()
      await page.goto('/')
      await expectHeading(page, `Yes, until ${long(expiresAt)}. Texas RN expires first.`)
      await look('dashboard')

      // Edited: the expiration date is near.
      const soon = addDays(today(), 12)
      const vaultLink = screen === phone ? 'Vault' : 'My Vault'
      await page.getByRole('link', { name: vaultLink, exact: true }).first().click()
      await page.getByRole('list', { name: 'Credentials' }).getByRole('link', { name: 'Texas RN' }).click()
      await chooseAction(page, 'Edit')
      await typeDate(page, 'Expires on', soon)
      await look('edit')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText(`Valid until ${long(soon)} · in 12 days.`)).toBeVisible()
      expect(sha256(await downloaded(page, 'license.pdf'))).toBe(sha256(pdf))

      // Found while typing, by the state's name.
      await page.getByRole('link', { name: vaultLink, exact: true }).first().click()
      await expectHeading(page, '1 credential is about to expire.')
      await openFilter(page)
      await page.getByLabel('Search', { exact: true }).fill('tex')
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('tex')
      await expect(page.getByRole('list', { name: 'Credentials' }).getByText('Expiring soon')).toBeVisible()
      await look('vault')
      await page.getByLabel('Search', { exact: true }).fill('florida')
      await expect(page.getByText('No matching credentials')).toBeVisible()
      await page.getByRole('button', { name: 'Clear search and filters' }).click()

      // Deleted, restored, and deleted again.
      const card = page.getByRole('link', { name: 'Texas RN' })
      await card.click()
      await chooseAction(page, 'Delete')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(card).toBeVisible()
      await card.click()
      await expect(page.getByRole('img', { name: /Page 1 of 1 of license\.pdf/ })).toBeVisible()
      await chooseAction(page, 'Delete')
      await expect(page.getByText('Start with the card you are asked for most often')).toBeVisible()
      await look('emptied vault')

      // The session ends elsewhere. The next page asks to sign in, and opens after that.
      await page.request.post('/api/auth/sign-out', { data: {} })
      await page.goto('/settings?section=activity')
      await expectHeading(page, headings.notFound)
      await signInHere(page, email, headings.emptyDashboard)
      await page.request.post('/api/auth/sign-out', { data: {} })
      await chooseInAccountMenu(page, 'Settings')
      await expectHeading(page, headings.signIn)
      expect(new URL(page.url()).searchParams.get('next')).toBe('/settings')
      await signInHere(page, email, headings.settings)

      // Logged out: nothing of the vault is shown.
      await chooseInAccountMenu(page, 'Logout')
      await expectHeading(page, headings.landing)
      expect(new URL(page.url()).pathname).toBe('/')
      await page.goto('/credentials')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.getByText('Texas RN license').count()).toBe(0)

      expect(violations).toEqual([])
      // Chromium reports each refusal that the test caused as an error, and requests that the killed server cut or refused.
      const caused = /status of (404|401)|ERR_CONNECTION_(REFUSED|RESET)/
      expect(faults.filter((fault) => !caused.test(fault))).toEqual([])
    })
  })
