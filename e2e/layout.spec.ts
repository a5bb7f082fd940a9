import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { overflowOf, themeProblems } from './accessibility.ts'
import { send, signUp } from './account.ts'
import { cardPhoto, upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { accountButton, expectHeading, headings, visit, visitSettings } from './pages.ts'
import { desktop, phone } from './screens.ts'

const bannerText = 'Running in emulator mode. Do not use with production credentials.'
const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Emulator mode' })

type Table = Record<string, [status: number, heading: string]>

/** Checks the server's response at each URL. The component tests check what the pages then show. */
async function expectStatuses(page: Page, statuses: Record<string, number>) {
  const answers = await Promise.all(
    Object.keys(statuses).map(async (address) => [address, (await page.request.get(address)).status()]),
  )
  expect(Object.fromEntries(answers)).toEqual(statuses)
}

/** Opens every URL in a table of [status, heading], and checks the banner at the bottom of each page. */
async function visitAll(page: Page, table: Table) {
  for (const [address, [status, heading]] of Object.entries(table)) {
    await visit(page, address, heading, status)
    const banner = bannerOf(page)
    expect(await banner.innerText(), address).toBe(bannerText)
    const box = await banner.boundingBox()
    expect(box && box.y + box.height, address).toBe(desktop.viewport.height)
  }
}

/** The browser reports every URL that is not found as a failed load. */
const unexpected = (fault: string) => !/status of 404/.test(fault)

test.describe('the top bar', () => {
  test.describe('on a phone', () => {
    test.use(phone)

    test('does not overflow while a wider fallback font is shown', async ({ owner: { page } }) => {
      await page.route('**/*.woff2', (route) => route.abort())
      await visitSettings(page)
      await expect(accountButton(page)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Notices/ })).toBeVisible()
      const { width, height } = phone.viewport
      for (const narrow of [width, 375, 360, 320]) {
        await page.setViewportSize({ width: narrow, height })
        expect([narrow, await overflowOf(page)]).toEqual([narrow, 0])
      }
    })
  })
})

test.describe('the addresses', () => {
  const forEverybody = {
    '/medical-disclaimer': 200,
    '/terms-of-use': 200,
    '/request': 200,
    '/privacy-policy': 200,
    '/nothing': 404,
    '/login/more': 404,
    '/credentials/one/two': 404,
    '/share': 404,
    '/debug': 404,
    '/Settings': 404,
  }

  test('for a visitor are exactly these', async ({ page, faults }) => {
    await expectStatuses(page, {
      ...forEverybody,
      '/upload': 200,
      '/credentials': 200,
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f': 200,
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f/edit': 200,
      '/debug-firebase': 200,
    })
    await visitAll(page, {
      '/': [200, headings.landing],
      '/login': [200, headings.signIn],
      '/share/3f9ac1': [404, headings.deadShareLink],
      '/settings': [200, headings.notFound],
      '/Settings': [404, headings.notFound],
    })
    expect(faults.filter(unexpected)).toEqual([])
  })

  test('for an owner are exactly these', async ({ owner: { page }, faults }) => {
    await expectStatuses(page, forEverybody)
    await visitAll(page, {
      '/': [200, headings.emptyDashboard],
      '/upload': [200, headings.upload],
      '/credentials': [200, headings.emptyVault],
      '/credentials/reminders': [200, 'No upcoming reminders.'],
      '/settings': [200, headings.settings],
      '/settings/import': [200, 'Import your data'],
      '/debug-firebase': [200, 'All services respond'],
    })
    await visitAll(page, { '/login': [200, headings.notFound] })
    expect(faults.filter(unexpected)).toEqual([])
  })
})

test.describe('around every page', () => {
  test('the top bar navigates, sticks to the top, and underlines the current page', async ({
    owner: { page },
  }) => {
    await visit(page, '/terms-of-use', 'Terms of use')
    const bar = page.getByRole('banner')
    const underlined = () =>
      bar.getByRole('link').evaluateAll((links) =>
        links.flatMap((link) => {
          const { height, backgroundColor } = getComputedStyle(link, '::after')
          return height === '3px' && backgroundColor !== 'rgba(0, 0, 0, 0)' ? [link.textContent] : []
        }),
      )
    expect(await underlined()).toEqual([])
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    expect((await bar.boundingBox())?.y).toBe(0)

    for (const [name, heading] of [
      ['My Vault', headings.emptyVault],
      ['Dashboard', headings.emptyDashboard],
    ] as const) {
      await bar.getByRole('link', { name }).click()
      await expectHeading(page, heading)
      expect(await underlined()).toEqual([name])
      expect(await bar.locator('[aria-current=page]').allInnerTexts()).toContain(name)
    }
    await bar.getByRole('link', { name: 'Credential', exact: true }).click()
    await expectHeading(page, headings.upload)
    expect(await page.getByRole('navigation', { name: 'Bottom navigation' }).isVisible()).toBe(false)
  })

  test.describe('on a phone', () => {
    test.use(phone)

    test('the reminder settings take two screens, and their rows open by keyboard and by link', async ({
      owner: { page },
      faults,
    }) => {
      await visitSettings(page, 'reminders')
      await expect(page.getByText('Not set up on this server', { exact: true })).toBeVisible()
      // Its parts load one after the other, and are taller until then.
      const height = () => page.evaluate(() => document.documentElement.scrollHeight)
      await expect.poll(height).toBeLessThanOrEqual(2 * phone.viewport.height)
      const webhook = page.getByLabel('URL', { exact: true })
      await expect(webhook).toBeHidden()
      for (const row of ['advanced', 'webhook']) {
        await page.locator(`#reminder-${row} > summary`).focus()
        await page.keyboard.press('Enter')
      }
      await expect(webhook).toBeVisible()
      await page.goto('/settings?section=reminders#reminder-calendar')
      await expect(page.getByText(/^A private URL for your calendar app/)).toBeVisible()
      await page.evaluate(() => {
        for (const row of document.querySelectorAll('details')) row.open = true
      })
      expect(await themeProblems(page, 'all rows open')).toEqual([])
      expect(faults).toEqual([])
    })

    test('the navigation is at the bottom', async ({ owner: { page }, faults }) => {
      await visitSettings(page)
      const below = page.getByRole('navigation', { name: 'Bottom navigation' })
      const bottoms: unknown[] = []
      const sheet = page.getByRole('dialog', { name: 'What do you want to add?' })
      for (const name of ['Vault', 'Add a Credential', 'Dashboard']) {
        await below.getByRole('link', { name }).tap()
        await page.waitForURL((url) => url.pathname !== '/settings')
        if (name === 'Add a Credential') {
          await expect(sheet).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(sheet).not.toBeVisible()
        }
        const box = await below.boundingBox()
        const banner = await bannerOf(page).boundingBox()
        bottoms.push(box && banner && [Math.round(box.y + box.height - banner.y), banner.y + banner.height])
      }
      expect(bottoms).toEqual(Array(3).fill([0, phone.viewport.height]))
      expect(faults).toEqual([])
    })
  })
})

test.describe('My Vault on a phone', () => {
  test.use(phone)

  /** One credential of each status gives the longest heading. */
  async function addCredentials(page: Page): Promise<string> {
    const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)
    const bls = { kind: 'certification', code: 'BLS', name: 'Basic Life Support', issuer: 'AHA' }
    for (const days of [-3, -2, 10, 40])
      await send(page, '/api/credentials', { ...bls, expiresAt: inDays(days) })
    const fileIds = [await upload(page, 'front.jpg', 'image/jpeg', await cardPhoto())]
    const texas = { kind: 'license', type: 'RN', state: 'TX', expiresAt: inDays(300), fileIds }
    return (await send<{ id: string }>(page, '/api/credentials', texas)).id
  }

  async function firstCardTop(page: Page): Promise<number> {
    await visit(page, '/credentials', '2 credentials have expired, and 1 will soon.')
    const cards = page.getByRole('list', { name: 'Credentials' }).getByRole('article')
    await expect(cards).toHaveCount(5)
    return (await cards.first().boundingBox())?.y ?? Number.NaN
  }

  test('starts with the first card', async ({ owner: { page } }) => {
    await addCredentials(page)
    expect(await firstCardTop(page)).toBeLessThanOrEqual(200)
  })

  test('shows the card of a credential in full screen in two taps', async ({ owner: { page }, faults }) => {
    await addCredentials(page)
    await firstCardTop(page)
    await page.getByRole('link', { name: 'Texas RN' }).tap()
    const show = page.getByRole('button', { name: 'Show my card' })
    await expect(show).toBeVisible()
    const picture = await page.getByRole('figure').first().boundingBox()
    const nav = await page.getByRole('navigation', { name: 'Bottom navigation' }).boundingBox()
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(nav?.y ?? 0)
    await show.tap()
    const dialog = page.getByRole('dialog', { name: 'Texas RN' })
    await expect(dialog.getByRole('img', { name: 'Preview of front.jpg' })).toBeVisible()
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone.viewport })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(show).toBeFocused()
    expect(faults).toEqual([])
  })
})

test('with AUTH_SECRET set, no page shows the emulator banner', { tag: '@long' }, async ({
  openPage,
  email,
  startOwnServer,
}) => {
  const server = await startOwnServer({ AUTH_SECRET: 'a long random text of the operator 7431' })
  const { page, faults } = await openPage(desktop, { baseURL: server.url })
  const texts: string[] = []
  const look = async (address: string, heading: string) => {
    await visit(page, address, heading)
    texts.push(await page.locator('body').innerText())
  }
  await look('/', headings.landing)
  await look('/login', headings.signIn)
  await signUp(page, email)
  await look('/', headings.emptyDashboard)
  await look('/debug-firebase', 'All services respond')
  expect(texts.filter((text) => /emulator/i.test(text))).toEqual([])
  expect(faults).toEqual([])
})
