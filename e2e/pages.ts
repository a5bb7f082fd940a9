import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

/** First-level headings that several tests look for. */
export const headings = {
  landing: 'All your nursing credentials in one place.',
  signIn: 'Sign in to your vault',
  register: 'Start your own vault',
  twoFactor: 'Two-step verification',
  checkEmail: 'Check your email',
  openVault: 'Open your vault',
  newPassword: 'Choose a new password',
  passwordSet: 'Your new password is set',
  deadMailLink: 'This link no longer works',
  emptyDashboard: 'Start with the card you are asked for most often.',
  emptyVault: 'Your vault is empty.',
  upload: 'Add a credential',
  settings: 'Settings',
  shareForm: 'What do you want to share?',
  shareReady: 'Your link is ready',
  deadShareLink: 'This link is not available',
  notFound: 'We could not find this page',
}

/** Messages that several tests look for. */
export const messages = {
  noMatch: 'That email and password do not match.',
  wrongPassword: 'That is not your current password.',
  weakPassword: 'Names, addresses and words from your work are easy to guess.',
  unreachable: 'Lanyard cannot be reached. Nothing was lost. Check your connection and try again.',
}

/** Waits until this is the page's one first-level heading. */
export async function expectHeading(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
}

/** Opens a URL, which must respond with `status`, and waits for its heading. */
export async function visit(
  page: Page,
  address: string,
  heading: string | RegExp,
  status = 200,
): Promise<void> {
  const response = await page.goto(address, { waitUntil: 'commit' })
  expect(response?.status(), address).toBe(status)
  await expectHeading(page, heading)
}

/** The text of an element, line by line, without empty lines. */
export async function linesOf(element: Locator): Promise<string[]> {
  return (await element.innerText()).split(/\n+/).filter((line) => line !== '')
}

/** The lines of the only toast, once it says `title`. Dismisses the toast afterward. */
export async function toastLines(page: Page, title: string): Promise<string[]> {
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText(title, { exact: true })).toBeVisible()
  const lines = await linesOf(toasts)
  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts.getByText(title, { exact: true })).toHaveCount(0)
  return lines
}

/** The message at the top of a form. */
export const formAlert = (page: Page): Locator => page.getByRole('main').getByRole('alert')

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export const emailField = (page: Page): Locator => page.getByLabel('Email')
export const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true })
export const newPasswordField = (page: Page): Locator => page.getByLabel('New password', { exact: true })
export const codeField = (page: Page): Locator => page.getByLabel('Code from your app')
export const passwordMeter = (page: Page): Locator => page.getByRole('meter', { name: 'Password strength' })

export const accountButton = (page: Page): Locator => page.getByRole('button', { name: /account of/ })

export async function chooseInAccountMenu(page: Page, item: 'Settings' | 'Logout'): Promise<void> {
  await accountButton(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** An action on the page of a credential. On a phone, rare actions are in a menu. */
export async function chooseAction(page: Page, name: 'Edit' | 'Archive' | 'Delete'): Promise<void> {
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: 'More', exact: true })
  const direct = main
    .getByRole('button', { name, exact: true })
    .or(main.getByRole('link', { name, exact: true }))
  await expect(direct.or(more).first()).toBeVisible()
  if ((await direct.count()) > 0) return direct.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

/** The search and the filters of My Vault, which are collapsed on a phone. */
export async function openFilter(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Search and filter' })
  const search = page.getByLabel('Search', { exact: true })
  await expect(toggle.or(search).first()).toBeVisible()
  if ((await search.count()) === 0) await toggle.click()
}

/** Presses a button that opens the browser's file dialog, and chooses these files. */
export async function chooseFiles(
  page: Page,
  button: string | RegExp,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(files)
}

/** The settings page, opened at one of its sections. */
export const visitSettings = (page: Page, section = 'profile'): Promise<void> =>
  visit(page, `/settings?section=${section}`, headings.settings)
