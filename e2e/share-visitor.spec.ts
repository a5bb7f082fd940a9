import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { CreatedShare, Share } from '#shared/shares/share.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { axeViolations, darkContrastViolations, overflowOf } from './accessibility.ts'
import { type Client, send, signUp } from './account.ts'
import { cardPhoto, licensePdf, upload } from './documents.ts'
import { test as base, expect } from './fixtures.ts'
import { expectHeading, headings, linesOf, press } from './pages.ts'
import { desktop, phone, screens } from './screens.ts'

const NUMBER = 'RN-884213'
const dead = headings.deadShareLink
const button = 'View credentials'
const passcode = 'blue heron 7'
/** Headers of every share page, whether the link opens or not. */
const privateHeaders = {
  'cache-control': expect.stringContaining('no-store'),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': expect.stringContaining('noindex'),
}

const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)

/**
 * Adds a license with two files, an expired certification, and a cycle of 25 courses. Returns them as resources of a
 * share link.
 */
async function fillVault(client: Client, browser: Browser) {
  const add = async (path: string, data: object) => (await send<{ id: string }>(client, path, data)).id
  const letter = await upload(client, 'letter.pdf', 'application/pdf', await licensePdf(browser))
  const card = await upload(client, 'card.jpg', 'image/jpeg', await cardPhoto())
  const texas = { kind: 'license', type: 'RN', state: 'TX', number: NUMBER, expiresAt: inDays(200) }
  const license = await add('/api/credentials', { ...texas, fileIds: [card, letter], notes: 'canary note' })
  const issuer = 'American Heart Association'
  const bls = { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer }
  const certification = await add('/api/credentials', { ...bls, expiresAt: inDays(-3) })
  const period = { cycleStart: inDays(-400), cycleEnd: inDays(200), requiredHours: 30 }
  const topics = [{ topic: 'Human trafficking', hours: 2 }]
  const cycle = await add('/api/ceu-cycles', { state: 'TX', licenseId: license, topics, ...period })
  for (let course = 1; course <= 25; course++)
    await add('/api/ceu-entries', {
      cycleId: cycle,
      title: `Course number ${course}`,
      provider: 'Gulf Coast Nurse Educators',
      completedAt: inDays(-course),
      hours: 1,
      topicTags: ['Wound care'],
    })
  return [
    { resourceType: 'license', resourceId: license },
    { resourceType: 'certification', resourceId: certification },
    { resourceType: 'ceuCycle', resourceId: cycle },
  ]
}

/** The owner, Ann Reyes, who creates and changes links through the API while the tests open them. */
type Sharer = Client & {
  share(draft?: object): Promise<CreatedShare>
  revoke(link: CreatedShare): Promise<void>
  viewsOf(link: CreatedShare): Promise<number | undefined>
}

const test = base.extend<object, { sharer: Sharer }>({
  sharer: [
    async ({ server, browser, playwright }, use) => {
      const client = { request: await playwright.request.newContext({ baseURL: server.url }) }
      const name = { name: 'Ann Reyes', firstName: 'Ann', lastName: 'Reyes' }
      await signUp(client, 'sharer@nurses.example', name)
      const resources = await fillVault(client, browser)
      const packet = { resourceType: 'packet', resources, recipient: 'Mercy Hospital' }
      await use({
        ...client,
        share: (draft) => send<CreatedShare>(client, '/api/share', { ...packet, ...draft }),
        async revoke({ id }) {
          expect((await client.request.delete(`/api/share/${id}`)).status()).toBe(204)
        },
        async viewsOf({ id }) {
          const response = await client.request.get('/api/share')
          const { items } = (await response.json()) as { items: Share[] }
          return items.find((one) => one.id === id)?.viewCount
        },
      })
      await client.request.dispose()
    },
    { scope: 'worker' },
  ],
})

const pathOf = ({ token }: CreatedShare) => `/share/${token}`

async function open(page: Page, link: CreatedShare) {
  await page.goto(pathOf(link), { waitUntil: 'commit' })
  await press(page, button)
  await expectHeading(page, 'Ann Reyes')
}

/** The browser reports every response of 401 and above as a failed load. */
const unexpected = (fault: string) => !/status of 4\d\d/.test(fault)

async function problemsOf(page: Page): Promise<string[]> {
  const found = [...(await axeViolations(page)), ...(await darkContrastViolations(page))]
  const viewport = page.viewportSize()
  const { width: phoneWidth } = phone.viewport
  for (const width of viewport?.width === phoneWidth ? [phoneWidth, 320] : [desktop.viewport.width]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = await overflowOf(page)
    if (overflow > 0) found.push(`${overflow} pixels wider than a window of ${width}`)
  }
  if (viewport) await page.setViewportSize(viewport)
  return found
}

for (const [where, screen] of screens)
  test.describe(`on ${where}, a visitor without an account`, () => {
    test.use(screen)

    test('opens a link, reads the credentials, previews the files, and downloads everything as one PDF', async ({
      page,
      faults,
      sharer,
    }) => {
      const made = await sharer.share({ note: 'Here is everything.\nCall me after noon.' })
      const answer = await page.goto(pathOf(made), { waitUntil: 'commit' })
      expect(answer?.status()).toBe(200)
      expect(await answer?.allHeaders()).toMatchObject(privateHeaders)

      // The first page counts no view, and the title has no name yet.
      await expectHeading(page, 'Ann Reyes shared credentials with you')
      expect(await page.title()).toBe('Shared credentials · Lanyard')
      await expect(page.getByText(/^Open until .* C[DS]T\.$/)).toBeVisible()
      expect(await problemsOf(page)).toEqual([])
      expect(await sharer.viewsOf(made)).toBe(0)

      await press(page, button)
      await expectHeading(page, 'Ann Reyes')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
      expect(await sharer.viewsOf(made)).toBe(1)
      expect(await page.title()).toBe('Credentials of Ann Reyes · Lanyard')
      await expect(page.getByText('Basic Life Support has expired.')).toBeVisible()
      await expect(page.getByText(NUMBER, { exact: true })).toBeVisible()
      await expect(page.getByText('Call me after noon.')).toBeVisible()
      expect(await page.content()).not.toContain('canary note')

      // The picture appears immediately, the PDF on request.
      const picture = page.getByRole('img', { name: /^Preview of / })
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(100)
      await page.getByRole('button', { name: /^View / }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Texas Board of Nursing')).toBeAttached()
      await expect
        .poll(() => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width))
        .toBeGreaterThan(200)
      const [copy] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ])
      expect((await readPdf(readFileSync(await copy.path()))).text).toContain('Registered Nurse')
      await page.keyboard.press('Escape')

      expect(await problemsOf(page)).toEqual([])

      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        page.getByRole('button', { name: 'Download all as one PDF' }).click(),
      ])
      const pdf = await readPdf(readFileSync(await download.path()))
      expect(pdf.text).toContain('Ann Reyes')
      expect(pdf.text).toContain(NUMBER)
      expect(pdf.text).toContain('Course number 25')
      await expect(page.getByText('Saved.')).toBeVisible()

      // Opening it again counts no view.
      await page.reload()
      await page
        .getByText('You have opened this link in this browser before. Viewing it again is not counted.')
        .waitFor()
      await press(page, button)
      await expect(page.getByText('Basic Life Support has expired.')).toBeVisible()
      expect(await sharer.viewsOf(made)).toBe(1)
      expect(faults.filter(unexpected)).toEqual([])
    })

    test('enters the passcode, and sees an error when it is wrong', async ({
      page,
      faults,
      openPage,
      sharer,
    }) => {
      const made = await sharer.share({ passcode, viewLimit: 1 })
      await page.goto(pathOf(made), { waitUntil: 'commit' })
      await expectHeading(page, 'Credentials were shared with you')
      expect(await page.getByRole('main').innerText()).not.toMatch(/Ann|Mercy/)
      const field = page.getByLabel('Passcode', { exact: true })
      await field.fill('red heron 7')
      await press(page, button)
      await expect(
        page.getByText('That passcode is not correct. Check it with the person who shared the link.'),
      ).toBeVisible()
      await field.fill(passcode)
      await field.press('Enter')
      await expect(page.getByText('Basic Life Support has expired.')).toBeVisible()

      // The session continues although the only view is used up. Another browser sees nothing.
      await page.reload()
      await press(page, button)
      await expect(page.getByText('Basic Life Support has expired.')).toBeVisible()
      const other = await openPage(screen)
      const answer = await other.page.goto(pathOf(made), { waitUntil: 'commit' })
      expect(answer?.status()).toBe(410)
      await expectHeading(other.page, dead)
      expect(faults.filter(unexpected)).toEqual([])
    })

    test('sees no hidden number, and how many files are not shared', async ({ page, faults, sharer }) => {
      const made = await sharer.share({ masks: { hideNumber: true }, mode: 'frozen', allowDownloads: false })
      const bodies: string[] = []
      page.on('response', (response) => {
        if (response.url().includes('/api/')) void response.text().then((text) => bodies.push(text))
      })
      await open(page, made)
      await expect(page.getByText('Hidden by Ann Reyes')).toBeVisible()
      await expect(page.getByText('Ann Reyes chose not to share 2 files.')).toBeVisible()
      await expect(page.getByText(/Later changes are not shown/)).toBeVisible()
      expect(await page.getByRole('button', { name: /Download/ }).count()).toBe(0)
      expect(`${await page.title()} ${await page.content()} ${bodies.join(' ')}`).not.toMatch(/884213/)
      expect(faults.filter(unexpected)).toEqual([])
    })
  })

test.describe('on a phone', () => {
  test.use(phone)

  test('a link that ends while it is open shows a message, and Back shows nothing private', async ({
    page,
    faults,
    sharer,
  }) => {
    const made = await sharer.share()
    await open(page, made)
    await sharer.revoke(made)
    // A browser that reports its window as visible again reloads the link by itself, and removes the button first.
    const download = page.getByRole('button', { name: 'Download all as one PDF' })
    await Promise.any([download.click(), expectHeading(page, dead)])
    await expectHeading(page, dead)
    await expect(page.getByText('It ended while you had it open.')).toBeVisible()
    expect(await page.getByRole('main').innerText()).not.toMatch(/Ann|Mercy|RN-/)

    const second = await sharer.share()
    await open(page, second)
    await page.goto('/privacy-policy')
    await expectHeading(page, 'Privacy policy')
    await sharer.revoke(second)
    await page.goBack()
    await expectHeading(page, dead)
    expect(await page.content()).not.toMatch(/Ann Reyes|RN-884213/)
    expect(faults.filter(unexpected)).toEqual([])
  })

  test('a revoked, an unknown and an incomplete link show the same page', async ({
    page,
    faults,
    sharer,
  }) => {
    const made = await sharer.share()
    await sharer.revoke(made)
    const told: string[][] = []
    for (const [token, status] of [
      [made.token, 410],
      ['A'.repeat(43), 404],
      ['3f9ac1', 404],
    ] as const) {
      const answer = await page.goto(`/share/${token}`, { waitUntil: 'commit' })
      expect(answer?.status()).toBe(status)
      expect(await answer?.allHeaders()).toMatchObject(privateHeaders)
      await expectHeading(page, dead)
      told.push([await page.title(), ...(await linesOf(page.getByRole('main')))])
    }
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(faults.filter(unexpected)).toEqual([])
  })
})

test('the page prints completely, on white, without buttons', async ({ openPage, sharer }) => {
  const made = await sharer.share()
  const { page } = await openPage(desktop, { colorScheme: 'dark' })
  await open(page, made)
  await expect(page.getByRole('button', { name: 'Show all 25 courses' })).toBeVisible()
  const { text } = await readPdf(await page.pdf({ format: 'Letter' }))
  for (const part of ['Ann Reyes', 'For Mercy Hospital', NUMBER, 'Basic Life Support has expired.'])
    expect(text.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(part.toLowerCase())
  for (let course = 1; course <= 25; course++) expect(text).toContain(`Course number ${course}`)
  expect(text).not.toMatch(/Download|Print\b|Privacy policy|emulator/)
  expect(text).toMatch(/https:\/\//)
  await page.emulateMedia({ media: 'print' })
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)',
  )
})

test('another owner sees the link in the app layout, and nothing from it in their vault', async ({
  owner: { page },
  faults,
  sharer,
}) => {
  const made = await sharer.share()
  await open(page, made)
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  expect(await sharer.viewsOf(made)).toBe(1)
  await page.getByRole('link', { name: 'My Vault' }).click()
  await expect(page.getByText(headings.emptyVault)).toBeVisible()
  await sharer.revoke(made)
  await page.goBack()
  await expectHeading(page, dead)
  expect(faults.filter(unexpected)).toEqual([])
})
