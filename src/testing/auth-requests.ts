import type { Browser } from './browser.ts'

/** Posts to a path below `/api/auth`. */
export function post(browser: Browser, path: string, body: object = {}): Promise<Response> {
  return browser.json('POST', `/api/auth${path}`, body)
}

/** The code of a problem; undefined for any other response. */
export async function problemCode(answer: Promise<Response>): Promise<string | undefined> {
  return ((await (await answer).json()) as { code?: string }).code
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.fetch('/api/users/me')).status === 200
}
