import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { emailField, passwordField, press } from './pages.ts'

export const password = 'violet tractor moon 41'
export const otherPassword = 'copper meadow lantern 88'

/** A page, or any other client that keeps cookies. */
export type Client = { request: APIRequestContext }

/** A POST with the client's cookies. Throws unless the server accepts it. */
export async function send<T>(client: Client, path: string, data: object): Promise<T> {
  const response = await client.request.post(path, { data })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return await response.json()
}

const newAccount = {
  ...{ password, name: "Ann O'Brien", firstName: 'Ann', lastName: "O'Brien" },
  ...{ locale: 'en-US', timeZone: 'America/Chicago' },
}

/** Creates an account through the API. Without a mail server the client is signed in afterwards. */
export async function signUp(client: Client, email: string, more: object = {}): Promise<void> {
  await send(client, '/api/auth/sign-up/email', { email, ...newAccount, ...more })
}

/** With a mail server: opens the account with the code of the mailed link, and signs in. */
export async function confirmAccount(client: Client, token: string | null): Promise<void> {
  await send(client, '/api/auth/verify-email', { token, ...newAccount })
}

/** Fills the sign-in form and sends it. */
export async function signIn(page: Page, email: string, given = password, address = '/login'): Promise<void> {
  await page.goto(address)
  await fillSignIn(page, email, given)
  await press(page, 'Sign in')
}

export async function fillSignIn(page: Page, email: string, given = password): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(given)
}

/** Whether the page's cookies still belong to a session. */
export async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get('/api/users/me')).status() === 200
}

/** Ends the session in this browser, and keeps everything else that the browser stores. */
export async function endSession({ page, context }: { page: Page; context: BrowserContext }): Promise<void> {
  // A page that is still loading would notice, and go to the sign-in page by itself.
  await page.goto('about:blank')
  await context.clearCookies({ name: 'lanyard.session' })
}
