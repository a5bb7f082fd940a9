import type { Page } from '@playwright/test'
import { addDays, daysBetween, todayIn } from '#shared/kernel/dates.ts'
import { themeProblems } from './accessibility.ts'
import { otherPassword, password, send, signIn, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import {
  accountButton,
  expectHeading,
  headings,
  messages,
  newPasswordField,
  passwordMeter,
  toastLines,
  visit,
  visitSettings,
} from './pages.ts'
import { desktop, phone } from './screens.ts'

test('changing the password signs every other browser out', async ({
  owner: { page, email },
  faults,
  openPage,
}) => {
  const other = await openPage(phone)
  await signIn(other.page, email)
  await expectHeading(other.page, headings.emptyDashboard)

  await visitSettings(page, 'security')
  await page.getByRole('button', { name: 'Change password' }).click()
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current)
    await newPasswordField(page).fill(otherPassword)
    // The meter moves the button down when it appears: click only after that.
    await expect(passwordMeter(page)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
  }
  await change('not the password')
  await expect(page.getByRole('dialog').getByText(messages.wrongPassword)).toBeVisible()
  await change(password)
  expect(await toastLines(page, 'Password changed')).toContain('Your other devices were signed out.')
  await visitSettings(page)
  await visit(other.page, '/settings', headings.notFound)
  await signIn(other.page, email, otherPassword)
  await expectHeading(other.page, headings.emptyDashboard)
  expect(faults.filter((fault) => !/status of 40[01]/.test(fault))).toEqual([])
})

test('the profile is saved as entered, with one of 18 roles', async ({ owner: { page }, faults }) => {
  await visitSettings(page)
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
  await expect(page.getByRole('button', { name: /^EN, account of/ })).toBeVisible()
  await visitSettings(page)
  await expect(page.getByLabel('First name')).toBeVisible()
  const shown = await Promise.all(
    ['First name', 'Last name', 'Job title', 'Organization'].map((label) =>
      page.getByRole(label === 'Job title' ? 'combobox' : 'textbox', { name: label }).inputValue(),
    ),
  )
  expect(shown).toEqual(['Eve', 'Núñez', 'CRNA', "St. Mary's & Co"])
  expect(faults).toEqual([])
})

async function chooseInSettings(page: Page, pick: () => Promise<void>) {
  await visitSettings(page, 'language')
  await pick()
  await page.getByRole('button', { name: 'Save language and time' }).click()
  await toastLines(page, 'Language and time saved')
}

test("days are counted in the owner's time zone", async ({ owner: { page }, faults }) => {
  const expiresAt = todayIn(new Date(), 'Pacific/Honolulu')
  const license = { kind: 'license', type: 'RN', state: 'TX', expiresAt }
  const { id } = await send<{ id: string }>(page, '/api/credentials', license)
  const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(expiresAt),
  )
  // The same time of day, and a day apart, all year round.
  for (const [city, zone, days, headline, said] of [
    ['Honolulu', 'Pacific/Honolulu', 0, `Yes, until ${written}. Texas RN expires first.`, 'today'],
    ['Kiritimati', 'Pacific/Kiritimati', -1, `No. Your Texas RN license expired on ${written}.`, 'yesterday'],
  ] as const) {
    await chooseInSettings(page, async () => {
      await page.getByRole('combobox', { name: 'Time zone' }).fill(city)
      await page.getByRole('option', { name: new RegExp(city) }).click()
    })
    expect(daysBetween(todayIn(new Date(), zone), expiresAt)).toBe(days)
    await visit(page, '/', headline)
    await visit(page, `/credentials/${id}`, 'Texas RN license')
    await expect(page.getByRole('main').getByText(said).first()).toBeVisible()
  }
  expect(faults).toEqual([])
})

test("every date is written in the owner's locale", async ({ owner: { page }, faults }) => {
  const expiresAt = addDays(todayIn(new Date(), 'America/Chicago'), 12)
  const card = { kind: 'certification', name: 'Basic Life Support', issuer: 'AHA', expiresAt }
  const { id } = await send<{ id: string }>(page, '/api/credentials', card)
  await chooseInSettings(page, async () => {
    await page.getByLabel('Date and number format').selectOption({ label: 'British English' })
  })
  const written = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(expiresAt))
  const foreign: string[] = []
  for (const address of ['/', '/credentials', `/credentials/${id}`, `/credentials/${id}/edit`]) {
    await page.goto(address)
    await expect(page.getByText('Basic Life Support').first()).toBeVisible()
    const words = await page.getByRole('main').innerText()
    if (words.includes(written('en-US'))) foreign.push(`${address} says ${written('en-US')}`)
    if (!address.endsWith('/edit') && !words.includes(written('en-GB')))
      foreign.push(`${address} lacks the date`)
  }
  expect(foreign).toEqual([])
  expect(faults).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the bell menu opens inside the window', async ({ owner: { page }, faults }) => {
    await visit(page, '/', headings.emptyDashboard)
    await page.getByRole('button', { name: /^Notices/ }).tap()
    await expect(page.getByRole('dialog', { name: 'Notices' }).getByText(/Nothing new/)).toBeVisible()
    expect(await themeProblems(page, 'the bell')).toEqual([])
    expect(faults).toEqual([])
  })

  test('a deleted account can no longer sign in', async ({ owner: { page, email } }) => {
    await visitSettings(page, 'account')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText(messages.wrongPassword)).toBeVisible()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await toastLines(page, 'Account deleted')
    await page.waitForURL('/')
    await signIn(page, email)
    expect(await toastLines(page, 'Login failed')).toContain(messages.noMatch)
  })
})

test('shows an error when a logout does not reach the server', async ({
  openPage,
  email,
  startOwnServer,
}) => {
  const server = await startOwnServer()
  const { page } = await openPage(desktop, { baseURL: server.url })
  await signUp(page, email)
  await visit(page, '/', headings.emptyDashboard)
  await accountButton(page).click()
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await server.kill()
  await logout.click()
  expect(await toastLines(page, 'Logout failed')).toEqual(['Logout failed', messages.unreachable])
  await expectHeading(page, headings.emptyDashboard)
})
