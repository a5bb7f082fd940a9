import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  headingsOnce,
  launchBrowser,
  openPage,
  overflowOf,
  phone,
  signUp,
  visit,
  type Watched,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
let stranger: Watched
let ann: Watched

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
  stranger = await openPage(browser, desk)
  ann = await openPage(browser, desk)
  await signUp(ann.page, server.url, 'ann@nurses.example')
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder.remove()
})

const bannerText = 'Running in emulator mode. Do not use with production credentials.'
const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Emulator mode' })
const hello = 'Every credential you carry, hanging where you can see it.'
const emptyDashboard = 'Start with the card you are asked for most.'
const notFound = 'There is nothing at this address'
const noShare = 'This link does not open anything'

/** Opens every address of a table of [status, heading], and looks for the banner at the bottom of each. */
async function tour(page: Page, table: Table) {
  for (const [address, [status, heading]] of Object.entries(table)) {
    expect([address, ...(await visit(page, server.url + address, heading))]).toEqual([
      address,
      status,
      heading,
    ])
    const banner = bannerOf(page)
    expect(await banner.innerText(), address).toBe(bannerText)
    const box = await banner.boundingBox()
    expect(box && box.y + box.height, address).toBe(desk.height)
  }
}

type Table = Record<string, [status: number, heading: string]>

/** What a page is expected to complain about: an address that is not found is a "failed" load to a browser. */
const expected = /status of 404/
const faultsOf = ({ faults }: Watched) => faults.filter((fault) => !expected.test(fault))

describe('the top bar', () => {
  it('stays within a phone while a wider font stands in for ours', async () => {
    const { page, context } = await openPage(browser, phone)
    await page.route('**/*.woff2', (route) => route.abort())
    await context.addCookies(await ann.context.cookies())
    await visit(page, `${server.url}/settings`, 'Settings')
    await page.getByRole('button', { name: /account of/ }).waitFor()
    await page
      .getByRole('button', { name: /^Reminders/ })
      .or(page.getByRole('link', { name: /^Reminders/ }))
      .first()
      .waitFor()
    const { width, height } = phone
    for (const narrow of [width, 375, 360, 320]) {
      await page.setViewportSize({ width: narrow, height })
      expect([narrow, await overflowOf(page)]).toEqual([narrow, 0])
    }
    await context.close()
  })
})

describe('the addresses', () => {
  const legal: Table = {
    '/medical-disclaimer': [200, 'Medical disclaimer'],
    '/terms-of-use': [200, 'Terms of use'],
    '/privacy-policy': [200, 'Privacy policy'],
    '/share/3f9ac1': [404, noShare],
  }
  const nowhere: Table = {
    '/nothing': [404, notFound],
    '/login/more': [404, notFound],
    '/credentials/one/two': [404, notFound],
    '/share': [404, notFound],
    '/debug': [404, notFound],
  }

  it('that a stranger finds are the table of the signed-out, and nothing else', async () => {
    const table: Table = {
      '/': [200, hello],
      '/login': [200, 'Sign in to your vault'],
      ...legal,
      '/upload': [200, notFound],
      '/credentials': [200, notFound],
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f': [200, notFound],
      '/credentials/8f14e45f-ceea-467f-a8d1-6b1a2c3d4e5f/edit': [200, notFound],
      '/settings': [200, notFound],
      '/debug-firebase': [200, notFound],
      ...nowhere,
    }
    await tour(stranger.page, table)
    expect(await stranger.page.title()).toBe('Page not found · Lanyard')
    expect(faultsOf(stranger)).toEqual([])
  })

  it('that a nurse finds are the table of the signed-in, and nothing else', async () => {
    const table: Table = {
      '/': [200, emptyDashboard],
      '/upload': [200, 'Add a credential'],
      '/credentials': [200, 'Nothing hangs here yet.'],
      '/credentials/reminders': [200, 'No reminder is coming up.'],
      '/settings': [200, 'Settings'],
      ...legal,
      '/debug-firebase': [200, 'Everything answers'],
      ...nowhere,
    }
    await tour(ann.page, table)
    await ann.page.goto(`${server.url}/login`)
    await ann.page.waitForURL(`${server.url}/`)
    expect(faultsOf(ann)).toEqual([])
  })

  it('are written in small letters, for the server and for the screens alike', async () => {
    await tour(ann.page, { '/Settings': [404, notFound] })
  })
})

describe('around every screen of a nurse', () => {
  it('the top bar leads on, sticks, and underlines where she is', async () => {
    const { page } = ann
    await visit(page, `${server.url}/terms-of-use`, 'Terms of use')
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
      ['My Vault', 'Nothing hangs here yet.'],
      ['Dashboard', emptyDashboard],
    ] as const) {
      await bar.getByRole('link', { name }).click()
      expect(await headingsOnce(page, heading)).toEqual([heading])
      expect(await underlined()).toEqual([name])
      expect(await bar.locator('[aria-current=page]').allInnerTexts()).toContain(name)
    }
    await bar.getByRole('link', { name: 'Credential', exact: true }).click()
    expect(await headingsOnce(page, 'Add a credential')).toEqual(['Add a credential'])
    expect(await page.getByRole('navigation', { name: 'Main, below' }).isVisible()).toBe(false)
  })

  it('the avatar holds the courses, the settings and the way out, in this order', async () => {
    const { page } = ann
    await visit(page, `${server.url}/credentials`, 'Nothing hangs here yet.')
    await page.getByRole('button', { name: /^AO, account of Ann O'Brien$/ }).click()
    const items = page.getByRole('menu').getByRole('menuitem')
    expect(await items.allInnerTexts()).toEqual(['Get CEUs & Skills', 'Settings', 'Logout'])
    expect(await items.nth(0).getAttribute('href')).toBe('https://www.nursingce.com/')
    expect(await items.nth(0).getAttribute('target')).toBe('_blank')
    expect(await items.nth(0).getAttribute('rel')).toContain('noopener')
    await items.nth(1).click()
    await page.waitForURL(`${server.url}/settings`)
    expect(await headingsOnce(page, 'Settings')).toEqual(['Settings'])
  })

  it('the footer names everything that it must', async () => {
    const { page } = stranger
    await visit(page, server.url, hello)
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
    expect(words).toContain('What we hold to: your credentials are yours.')
    expect(words).toContain('© 2025 Lanyard')
  })

  it('on a phone the bar goes below, within withTimeout of a thumb', async () => {
    const { page, context, faults } = await openPage(browser, phone)
    await context.addCookies(await ann.context.cookies())
    await visit(page, `${server.url}/settings`, 'Settings')
    expect(await page.getByRole('navigation', { name: 'Main', exact: true }).isVisible()).toBe(false)
    const below = page.getByRole('navigation', { name: 'Main, below' })
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
    expect(bottoms).toEqual(Array(3).fill([0, phone.height]))
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('where the operator has set a secret', () => {
  it('no banner speaks of an emulator', async () => {
    await server.stop()
    server = await startServer(folder.path, { AUTH_SECRET: 'a long random text of the operator 7431' })
    const { page, context, faults } = await openPage(browser, desk)
    const words: string[] = []
    const look = async (address: string, heading: string) => {
      expect(await visit(page, server.url + address, heading)).toEqual([200, heading])
      words.push(await page.locator('body').innerText())
    }
    await look('/', hello)
    await look('/login', 'Sign in to your vault')
    await signUp(page, server.url, 'bea@nurses.example')
    await look('/', emptyDashboard)
    await look('/debug-firebase', 'Everything answers')
    expect(words.filter((text) => /emulator/i.test(text))).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})
