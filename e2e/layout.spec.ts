import type { Page } from '@playwright/test'
import { overflowOf } from './accessibility.ts'
import { signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import { accountButton, expectHeading, headings, visit, visitSettings } from './pages.ts'
import { desk, phone } from './screens.ts'

const bannerText = 'Running in emulator mode. Do not use with production credentials.'
const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Emulator mode' })

type Table = Record<string, [status: number, heading: string]>

/** Opens every address of a table of [status, heading], and checks the banner at the bottom of each. */
async function visitAll(page: Page, table: Table) {
  for (const [address, [status, heading]] of Object.entries(table)) {
    await visit(page, address, heading, status)
    const banner = bannerOf(page)
    expect(await banner.innerText(), address).toBe(bannerText)
    const box = await banner.boundingBox()
    expect(box && box.y + box.height, address).toBe(desk.viewport.height)
  }
}

/** A browser reports every address that is not found as a failed load. */
const unexpected = (fault: string) => !/status of 404/.test(fault)

test.describe('the top bar', () => {
  test.describe('on a phone', () => {
    test.use(phone)

    test('does not overflow while a wider fallback font is shown', async ({ owner: { page } }) => {
      await page.route('**/*.woff2', (route) => route.abort())
      await visitSettings(page)
      await expect(accountButton(page)).toBeVisible()
      await expect(
        page
          .getByRole('button', { name: /^Reminders/ })
          .or(page.getByRole('link', { name: /^Reminders/ }))
          .first(),
      ).toBeVisible()
      const { width, height } = phone.viewport
      for (const narrow of [width, 375, 360, 320]) {
        await page.setViewportSize({ width: narrow, height })
        expect([narrow, await overflowOf(page)]).toEqual([narrow, 0])
      }
    })
  })
})

test.describe('the addresses', () => {
  const legal: Table = {
    '/medical-disclaimer': [200, 'Medical disclaimer'],
    '/terms-of-use': [200, 'Terms of use'],
    '/privacy-policy': [200, 'Privacy policy'],
    '/share/3f9ac1': [404, headings.deadShareLink],
  }
  const nowhere: Table = {
    '/nothing': [404, headings.notFound],
    '/login/more': [404, headings.notFound],
    '/credentials/one/two': [404, headings.notFound],
    '/share': [404, headings.notFound],
    '/debug': [404, headings.notFound],
  }

  test('that exist for a visitor are exactly these', async ({ page, faults }) => {
    const table: Table = {
      '/': [200, headings.landing],
      '/login': [200, headings.signIn],
      ...legal,
      '/upload': [200, headings.notFound],
      '/credentials': [200, headings.notFound],
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f': [200, headings.notFound],
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f/edit': [200, headings.notFound],
      '/settings': [200, headings.notFound],
      '/debug-firebase': [200, headings.notFound],
      ...nowhere,
    }
    await visitAll(page, table)
    expect(await page.title()).toBe('Page not found · Lanyard')
    expect(faults.filter(unexpected)).toEqual([])
  })

  test('that exist for an owner are exactly these', async ({ owner: { page }, faults }) => {
    const table: Table = {
      '/': [200, headings.emptyDashboard],
      '/upload': [200, headings.upload],
      '/credentials': [200, headings.emptyVault],
      '/credentials/reminders': [200, 'No upcoming reminders.'],
      '/settings': [200, headings.settings],
      ...legal,
      '/debug-firebase': [200, 'All services respond'],
      ...nowhere,
    }
    await visitAll(page, table)
    await page.goto('/login')
    await page.waitForURL('/')
    expect(faults.filter(unexpected)).toEqual([])
  })

  test('are case-sensitive, for the server and for the pages alike', async ({ owner: { page } }) => {
    await visitAll(page, { '/Settings': [404, headings.notFound] })
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
    expect(
      await bar
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual([
      ['Lanyard', '/'],
      ['Dashboard', '/'],
      ['My Vault', '/credentials'],
      ['Credential', '/upload'],
    ])
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

  test('the account menu holds the courses, the settings and the logout, in this order', async ({
    owner: { page },
  }) => {
    await visit(page, '/credentials', headings.emptyVault)
    await page.getByRole('button', { name: /^AO, account of Ann O'Brien$/ }).click()
    const items = page.getByRole('menu').getByRole('menuitem')
    expect(await items.allInnerTexts()).toEqual(['Get CEUs & Skills', 'Settings', 'Logout'])
    expect(await items.nth(0).getAttribute('href')).toBe('https://www.nursingce.com/')
    expect(await items.nth(0).getAttribute('target')).toBe('_blank')
    expect(await items.nth(0).getAttribute('rel')).toContain('noopener')
    await items.nth(1).click()
    await page.waitForURL('/settings')
    await expectHeading(page, headings.settings)
  })

  test('the footer has every required link', async ({ page }) => {
    await visit(page, '/', headings.landing)
    const footer = page.getByRole('contentinfo')
    const links = await footer.getByRole('link').evaluateAll((all) =>
      all.map((link) => {
        const name = link.querySelector('svg')?.getAttribute('aria-label') ?? link.firstChild?.textContent
        return [name, link.getAttribute('href'), link.getAttribute('target')]
      }),
    )
    expect(links).toEqual([
      ['Get Started', '/login?mode=register', null],
      ['Privacy policy', '/privacy-policy', null],
      ['Terms of use', '/terms-of-use', null],
      ['Medical disclaimer', '/medical-disclaimer', null],
      ['About', 'https://www.nursingce.com/', '_blank'],
      ['Contact Us', 'https://www.nursingce.com/', '_blank'],
      ['Facebook', 'https://www.facebook.com/', '_blank'],
      ['YouTube', 'https://www.youtube.com/', '_blank'],
      ['Instagram', 'https://www.instagram.com/', '_blank'],
      ['TikTok', 'https://www.tiktok.com/', '_blank'],
    ])
    expect(await footer.getByRole('heading').allInnerTexts()).toEqual(['Legal', 'Company', 'Follow'])
    const words = await footer.innerText()
    expect(words).toContain(
      'the professional credential management platform built for healthcare workers, powered by a nursing education provider.',
    )
    expect(words).toContain('Your credentials are yours.')
    expect(words).toContain('© 2025 Lanyard')
  })

  test.describe('on a phone', () => {
    test.use(phone)

    test('the navigation is at the bottom', async ({ owner: { page }, faults }) => {
      await visitSettings(page)
      expect(await page.getByRole('navigation', { name: 'Main', exact: true }).isVisible()).toBe(false)
      const below = page.getByRole('navigation', { name: 'Bottom navigation' })
      expect(
        await below
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
      ).toEqual([
        ['Dashboard', '/'],
        ['Vault', '/credentials'],
        ['Add a Credential', '/upload'],
      ])
      const bottoms: unknown[] = []
      for (const name of ['Vault', 'Add a Credential', 'Dashboard']) {
        await below.getByRole('link', { name }).tap()
        await page.waitForURL((url) => url.pathname !== '/settings')
        const box = await below.boundingBox()
        const banner = await bannerOf(page).boundingBox()
        bottoms.push(box && banner && [Math.round(box.y + box.height - banner.y), banner.y + banner.height])
      }
      expect(bottoms).toEqual(Array(3).fill([0, phone.viewport.height]))
      expect(faults).toEqual([])
    })
  })
})

test('with AUTH_SECRET set, no page shows the emulator banner', async ({
  openPage,
  email,
  startOwnServer,
}) => {
  const server = await startOwnServer({ AUTH_SECRET: 'a long random text of the operator 7431' })
  const { page, faults } = await openPage(desk, { baseURL: server.url })
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
