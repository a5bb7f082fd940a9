import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import sharp from 'sharp'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 900 }

/** For `describe.each`: a long walk again at a desk only with `EVERYTHING=1`. */
export const screens = [
  ['a phone', phone] as const,
  ...(process.env.EVERYTHING ? [['a desk', desk] as const] : []),
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: quiet })
}

export type Watched = { context: BrowserContext; page: Page; faults: string[] }

/** A page whose console errors, uncaught exceptions and requests to other hosts are collected. */
export async function openPage(
  browser: Browser,
  viewport: { width: number; height: number },
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    isMobile: viewport.width < 500,
    hasTouch: viewport.width < 500,
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') faults.push(`outboundHttp: ${request.url()}`)
  })
  return { context, page, faults }
}

export const nursePassword = 'violet tractor moon 41'

/** A new account, made behind the screens; the page's browser is signed in afterwards. */
export async function signUp(page: Page, url: string, email: string, more: object = {}): Promise<void> {
  const name = { name: "Ann O'Brien", firstName: 'Ann', lastName: "O'Brien" }
  const place = { locale: 'en-US', timeZone: 'America/Chicago' }
  await send(page, url, '/api/auth/sign-up/email', {
    email,
    password: nursePassword,
    ...name,
    ...place,
    ...more,
  })
}

/** A POST with the page's cookies, as its own scripts would send it. */
export async function send<T>(page: Page, url: string, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`${url}${path}`, { headers: { origin: url }, data })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return await answer.json()
}

/** Opens an address and waits until its one heading is `heading`; gives the status, and what stands there by then. */
export async function visit(page: Page, address: string, heading: string): Promise<[number, ...string[]]> {
  const answer = await page.goto(address, { waitUntil: 'commit' })
  return [answer?.status() ?? 0, ...(await headingsOnce(page, heading))]
}

/** The first-level headings, once `heading` is among them or ten seconds have passed. */
export async function headingsOnce(page: Page, heading: string): Promise<string[]> {
  const all = page.getByRole('heading', { level: 1 })
  await page
    .getByRole('heading', { level: 1, name: heading, exact: true })
    .waitFor({ timeout: 10_000 })
    .catch(() => {})
  return await all.allInnerTexts()
}

/** What stands in an element, line by line, however far apart the lines are. */
export async function linesOf(element: Locator): Promise<string[]> {
  return (await element.innerText()).split(/\n+/).filter((line) => line !== '')
}

/** What the one toast says, once it speaks of `title`; it is dismissed then. */
export async function toastLines(page: Page, title: string): Promise<string[]> {
  const region = page.getByRole('region', { name: 'Notifications' })
  await region.getByText(title, { exact: true }).waitFor()
  const lines = await linesOf(region)
  await region.getByRole('button', { name: 'Dismiss' }).click()
  await region.getByText(title, { exact: true }).waitFor({ state: 'detached' })
  return lines
}

export async function signIn(
  page: Page,
  url: string,
  email: string,
  password = nursePassword,
): Promise<void> {
  await page.goto(url.includes('/login') ? url : `${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** By how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResult = {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/**
 * What axe finds on the page as it stands, a line each; by all its rules, or only by `rules`. Evaluated outside the
 * page's own Content-Security-Policy.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  const already = await page.evaluate(() => 'axe' in globalThis)
  if (!already) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const result = (await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    (given) => (globalThis as any).axe.run(document, given),
    options,
  )) as AxeResult
  return result.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

const cardSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
  <rect width="1000" height="630" fill="#f6f4ee"/><rect width="1000" height="120" fill="#8f1d22"/>
  <text x="50" y="78" font-family="sans-serif" font-size="44" fill="#fff">BASIC LIFE SUPPORT</text>
  <text x="50" y="240" font-family="sans-serif" font-size="40">Ann O'Brien</text>
  <text x="50" y="330" font-family="sans-serif" font-size="32">Issue date 06/12/2026</text>
  <text x="50" y="390" font-family="sans-serif" font-size="32">Renew by 06/30/2028</text></svg>`

/** A photograph as a phone makes it: turned by a tag, with the place where it was taken. */
export function cardPhoto(): Promise<Buffer> {
  return sharp(Buffer.from(cardSvg))
    .jpeg({ quality: 88 })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A real PDF, printed by the browser. */
export async function licensePdf(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(
    '<h1>Texas Board of Nursing</h1><p>Ann O&#39;Brien, Registered Nurse</p><p>Expires 03/31/2027</p>',
  )
  const pdf = await page.pdf({ format: 'Letter' })
  await page.close()
  return pdf
}
