import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Share, ShareMade } from '#shared/shares/share.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  cardPhoto,
  desk,
  headingsOnce,
  launchBrowser,
  licensePdf,
  linesOf,
  openPage,
  overflowOf,
  phone,
  screens,
  send,
  signUp,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

const NUMBER = 'RN-884213'
const dead = 'This link does not open anything'
const button = 'Show the credentials'
const passcode = 'blue heron 7'
/** What every page of a link says to browsers and search engines, whether it opens or not. */
const unkept = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': expect.stringContaining('noindex'),
}

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
/** The nurse whose credentials are shared, in a window that stays open. */
let ann: Page
let annContext: BrowserContext
let bea: Awaited<ReturnType<BrowserContext['cookies']>>
let license: string
let certification: string
let cycle: string

const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
  const other = await openPage(browser, desk)
  await signUp(other.page, server.url, 'bea@nurses.example', { name: 'Bea Long', firstName: 'Bea' })
  bea = await other.context.cookies()
  await other.context.close()
  const watched = await openPage(browser, desk)
  ann = watched.page
  annContext = watched.context
  await signUp(ann, server.url, 'ann@nurses.example', {
    name: 'Ann Reyes',
    firstName: 'Ann',
    lastName: 'Reyes',
  })
  await fillVault()
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

async function upload(name: string, mimeType: string, buffer: Buffer): Promise<string> {
  const answer = await ann.request.post(`${server.url}/api/upload`, {
    headers: { origin: server.url },
    multipart: { file: { name, mimeType, buffer } },
  })
  return ((await answer.json()) as { id: string }).id
}

const add = async (path: string, record: object) =>
  (await send<{ id: string }>(ann, server.url, path, record)).id

/** A license with two files, a certification that has run out, and a cycle of 25 courses. */
async function fillVault() {
  const letter = await upload('letter.pdf', 'application/pdf', await licensePdf(browser))
  const card = await upload('card.jpg', 'image/jpeg', await cardPhoto())
  const texas = { kind: 'license', type: 'RN', state: 'TX', number: NUMBER, expiresAt: inDays(200) }
  license = await add('/api/credentials', { ...texas, fileIds: [card, letter], notes: 'canary note' })
  const issuer = 'American Heart Association'
  const bls = { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer }
  certification = await add('/api/credentials', { ...bls, expiresAt: inDays(-3) })
  const period = { cycleStart: inDays(-400), cycleEnd: inDays(200), requiredHours: 30 }
  const topics = [{ topic: 'Human trafficking', hours: 2 }]
  cycle = await add('/api/ceu-cycles', { state: 'TX', licenseId: license, topics, ...period })
  for (let course = 1; course <= 25; course++)
    await add('/api/ceu-entries', {
      cycleId: cycle,
      title: `Course number ${course}`,
      provider: 'Gulf Coast Nurse Educators',
      completedAt: inDays(-course),
      hours: 1,
      topicTags: ['Wound care'],
    })
}

const shareOf = (draft: object) => send<ShareMade>(ann, server.url, '/api/share', draft)
const all = () => [
  { resourceType: 'license', resourceId: license },
  { resourceType: 'certification', resourceId: certification },
  { resourceType: 'ceuCycle', resourceId: cycle },
]
const packet = (more: object = {}) =>
  shareOf({ resourceType: 'packet', resources: all(), recipient: 'Mercy OidcApp', ...more })

async function revoke({ id }: ShareMade) {
  const answer = await ann.request.delete(`${server.url}/api/share/${id}`, {
    headers: { origin: server.url },
  })
  expect(answer.status()).toBe(204)
}

async function viewsOf({ id }: ShareMade): Promise<number | undefined> {
  const answer = await ann.request.get(`${server.url}/api/share`)
  return ((await answer.json()) as { items: Share[] }).items.find((one) => one.id === id)?.viewCount
}

const pathOf = ({ token }: ShareMade) => `${server.url}/share/${token}`

async function enter(page: Page, made: ShareMade) {
  await page.goto(pathOf(made), { waitUntil: 'commit' })
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { level: 1, name: 'Ann Reyes', exact: true }).waitFor()
}

/** A browser calls an answer of 401 and above a failed load; everything else that it complains about is a fault. */
const faultsOf = (faults: string[]) => faults.filter((fault) => !/status of 4\d\d/.test(fault))

async function lookAt(page: Page): Promise<string[]> {
  const found = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  )
  found.push(...(await axeViolations(page, ['color-contrast'])).map((one) => `in the dark, ${one}`))
  await page.emulateMedia({ colorScheme: 'light' })
  const viewport = page.viewportSize()
  for (const width of viewport?.width === phone.width ? [phone.width, 320] : [desk.width]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = await overflowOf(page)
    if (overflow > 0) found.push(`${overflow} pixels wider than a window of ${width}`)
  }
  if (viewport) await page.setViewportSize(viewport)
  return found
}

describe.each(screens)('a recruiter without an account, at %s', (_where, viewport) => {
  it('opens a link, sees what is in date, looks at the files and takes all of it as one PDF', async () => {
    const made = await packet({ note: 'Here is everything.\nCall me after noon.' })
    const { page, context, faults } = await openPage(browser, viewport)
    const answer = await page.goto(pathOf(made), { waitUntil: 'commit' })
    expect(answer?.status()).toBe(200)
    expect(await answer?.allHeaders()).toMatchObject(unkept)

    // The cover counts nothing, and the window tells no name yet.
    expect(await headingsOnce(page, 'Ann Reyes shared credentials with you')).toEqual([
      'Ann Reyes shared credentials with you',
    ])
    expect(await page.title()).toBe('Shared credentials · Lanyard')
    await page.getByText(/^Open until .*\(Central Time\)\.$/).waitFor()
    expect(await lookAt(page)).toEqual([])
    expect(await viewsOf(made)).toBe(0)

    await page.getByRole('button', { name: button }).click()
    expect(await headingsOnce(page, 'Ann Reyes')).toEqual(['Ann Reyes'])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(await viewsOf(made)).toBe(1)
    expect(await page.title()).toBe('Credentials of Ann Reyes · Lanyard')
    await page.getByText('Basic Life Support has expired.').waitFor()
    await page.getByText(NUMBER, { exact: true }).waitFor()
    await page.getByText('Call me after noon.').waitFor()
    const lookup = page.getByRole('link', { name: /^Check at the source: / }).first()
    expect(await lookup.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await lookup.getAttribute('target')).toBe('_blank')
    expect(await page.content()).not.toContain('canary note')

    // The picture in place, the PDF when asked for.
    const picture = page.getByRole('img', { name: /^What .* shows$/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100)
    await page.getByRole('button', { name: /^Look at / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Texas Board of Nursing').waitFor({ state: 'attached' })
    await expect
      .poll(() => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width))
      .toBeGreaterThan(200)
    expect(await lookAt(page)).toEqual([])
    const [copy] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect((await readPdf(readFileSync(await copy.path()))).text).toContain('Registered Nurse')
    await page.keyboard.press('Escape')

    const courses = page.getByRole('table')
    expect(await courses.getByRole('row').count()).toBe(21)
    await page.getByRole('button', { name: 'Show all 25 courses' }).click()
    expect(await courses.getByRole('row').count()).toBe(26)
    expect(await lookAt(page)).toEqual([])

    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('button', { name: 'Download all as one PDF' }).click(),
    ])
    const pdf = await readPdf(readFileSync(await download.path()))
    expect(pdf.text).toContain('Ann Reyes')
    expect(pdf.text).toContain(NUMBER)
    expect(pdf.text).toContain('Course number 25')
    await page.getByText('Saved.').waitFor()

    // Looking again counts as no view.
    await page.reload()
    await page.getByText('You opened it in this browser before; looking again is not counted.').waitFor()
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Basic Life Support has expired.').waitFor()
    expect(await viewsOf(made)).toBe(1)
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('types the passcode that she was told, and is told when it is the wrong one', async () => {
    const made = await packet({ passcode, viewLimit: 1 })
    const { page, context, faults } = await openPage(browser, viewport)
    await page.goto(pathOf(made), { waitUntil: 'commit' })
    await headingsOnce(page, 'Credentials were shared with you')
    expect(await page.getByRole('main').innerText()).not.toMatch(/Ann|Mercy/)
    const field = page.getByLabel('Passcode', { exact: true })
    await field.fill('short')
    await page.getByRole('button', { name: button }).click()
    await page.getByText('At least 6 characters').waitFor()
    await field.fill('red heron 7')
    await page.getByRole('button', { name: button }).click()
    await page.getByText('This is not the passcode. Check it with the person who sent the link.').waitFor()
    await field.fill(passcode)
    await field.press('Enter')
    await page.getByText('Basic Life Support has expired.').waitFor()

    // Her visit goes on though the one view is used; another browser finds nothing.
    await page.reload()
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Basic Life Support has expired.').waitFor()
    const other = await openPage(browser, viewport)
    const answer = await other.page.goto(pathOf(made), { waitUntil: 'commit' })
    expect(answer?.status()).toBe(410)
    expect(await headingsOnce(other.page, dead)).toEqual([dead])
    await other.context.close()
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('sees no number that is hidden, and how many files were kept back', async () => {
    const made = await packet({ masks: { hideNumber: true }, mode: 'frozen', allowDownloads: false })
    const { page, context, faults } = await openPage(browser, viewport)
    const bodies: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/')) void response.text().then((text) => bodies.push(text))
    })
    await enter(page, made)
    await page.getByText('Hidden by Ann Reyes').waitFor()
    await page.getByText('2 files are kept back by Ann Reyes.').waitFor()
    await page.getByText(/Later changes are not shown/).waitFor()
    expect(await page.getByRole('button', { name: /Download/ }).count()).toBe(0)
    expect(`${await page.title()} ${await page.content()} ${bodies.join(' ')}`).not.toMatch(/884213/)
    expect(await lookAt(page)).toEqual([])
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })
})

describe('on a phone, a recruiter', () => {
  it('is told kindly when the link ends while it is open, and the back button shows nothing', async () => {
    const made = await packet()
    const { page, context, faults } = await openPage(browser, phone)
    await enter(page, made)
    await revoke(made)
    // A browser that calls its window looked at again asks by itself and takes the button away first.
    const download = page.getByRole('button', { name: 'Download all as one PDF' })
    await Promise.any([download.click(), page.getByRole('heading', { level: 1, name: dead }).waitFor()])
    expect(await headingsOnce(page, dead)).toEqual([dead])
    await page.getByText('It ended while you had it open.').waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/Ann|Mercy|RN-/)

    const second = await packet()
    await enter(page, second)
    await page.goto(`${server.url}/privacy-policy`)
    await headingsOnce(page, 'Privacy policy')
    await revoke(second)
    await page.goBack()
    expect(await headingsOnce(page, dead)).toEqual([dead])
    expect(await page.content()).not.toMatch(/Ann Reyes|RN-884213/)

    // A passcode that is set while it is open is asked for when she comes back to the window.
    const third = await packet()
    await enter(page, third)
    const headers = { origin: server.url }
    await ann.request.patch(`${server.url}/api/share/${third.id}`, { headers, data: { passcode } })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByLabel('Passcode', { exact: true }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/Ann|Mercy|RN-/)
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('reads the same of a link that ended, one that never was and one that lost its end', async () => {
    const made = await packet()
    await revoke(made)
    const { page, context, faults } = await openPage(browser, phone)
    const told: string[][] = []
    for (const [token, status] of [
      [made.token, 410],
      ['A'.repeat(43), 404],
      ['3f9ac1', 404],
    ] as const) {
      const answer = await page.goto(`${server.url}/share/${token}`, { waitUntil: 'commit' })
      expect(answer?.status()).toBe(status)
      expect(await answer?.allHeaders()).toMatchObject(unkept)
      await headingsOnce(page, dead)
      told.push([await page.title(), ...(await linesOf(page.getByRole('main')))])
    }
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(await lookAt(page)).toEqual([])
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('has words for a lost connection, for a busy server and for a file that does not come', async () => {
    const made = await packet()
    const { page, context } = await openPage(browser, phone)
    await page.goto(pathOf(made), { waitUntil: 'commit' })
    await headingsOnce(page, 'Ann Reyes shared credentials with you')
    const open = page.getByRole('button', { name: button })
    await context.setOffline(true)
    await open.click()
    await page.getByText(/Lanyard cannot be reached/).waitFor()
    await context.setOffline(false)
    const address = `**/api/share/${made.token}`
    await page.route(address, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
    await open.click()
    await page.getByText(/cannot withTimeout its database or files/).waitFor()
    await page.unroute(address)
    const problem = { code: 'too_many_requests', retryAfter: 540 }
    await page.route(address, (route) => route.fulfill({ status: 429, json: problem }))
    await open.click()
    await page.getByText('Try again in 9 minutes.').waitFor()
    await page.unroute(address)
    await open.click()
    await page.getByText('Basic Life Support has expired.').waitFor()
    await page.route('**/files/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Look at / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/This file did not load/).waitFor()
    await page.unroute('**/files/**')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Texas Board of Nursing').waitFor({ state: 'attached' })
    await context.close()
  })
})

it('is printed whole, on white, with nothing to press', async () => {
  const made = await packet()
  const { page, context } = await openPage(browser, desk, { colorScheme: 'dark' })
  await enter(page, made)
  await page.getByRole('button', { name: 'Show all 25 courses' }).waitFor()
  const { text } = await readPdf(await page.pdf({ format: 'Letter' }))
  for (const part of ['Ann Reyes', 'For Mercy OidcApp', NUMBER, 'Basic Life Support has expired.'])
    expect(text.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(part.toLowerCase())
  for (let course = 1; course <= 25; course++) expect(text).toContain(`Course number ${course}`)
  expect(text).not.toMatch(/Download|Print\b|Privacy policy|emulator/)
  expect(text).toMatch(/https:\/\//)
  await page.emulateMedia({ media: 'print' })
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)',
  )
  await context.close()
})

it('a nurse who is signed in sees it in her own frame, and nothing of it in her vault', async () => {
  const made = await packet()
  const { page, context, faults } = await openPage(browser, desk)
  await context.addCookies(bea)
  await enter(page, made)
  await page.getByRole('navigation', { name: 'Main', exact: true }).waitFor()
  expect(await viewsOf(made)).toBe(1)
  await page.getByRole('link', { name: 'My Vault' }).click()
  await page.getByText('Nothing hangs here yet.').waitFor()
  await revoke(made)
  await page.goBack()
  expect(await headingsOnce(page, dead)).toEqual([dead])
  expect(faultsOf(faults)).toEqual([])
  await context.close()
  await annContext.close()
})
