import type { Page } from '@playwright/test'
import { overflowOf } from './accessibility.ts'
import { fillVault, ownerPages, walk } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { headings, visit } from './pages.ts'
import { desktop, phone } from './screens.ts'

/** Boxes with a scrollbar of their own, which takes room where the system shows scrollbars. */
const scrollbars = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((box) => {
        const { overflowX, overflowY, borderLeftWidth, borderTopWidth } = getComputedStyle(box)
        if (!/auto|scroll/.test(overflowX + overflowY)) return false
        const besides = box.offsetWidth - box.clientWidth - 2 * Number.parseFloat(borderLeftWidth)
        const below = box.offsetHeight - box.clientHeight - 2 * Number.parseFloat(borderTopWidth)
        return besides > 2 || below > 2
      })
      .map((box) => `${box.tagName} ${box.className.slice(0, 80)}`),
  )

test('no row of a page has a scrollbar where scrollbars are shown', { tag: '@long' }, async ({
  owner: { page, context, email },
  browser,
  launchOptions,
  server,
}) => {
  test.setTimeout(300_000)
  const pages = ownerPages(await fillVault(page, email)).filter(({ at }) => !/account|debug/.test(at))
  const shown = await browser
    .browserType()
    .launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const found: string[] = []
  for (const screen of [desktop, { ...phone, isMobile: false }]) {
    const other = await shown.newContext({
      ...screen,
      baseURL: server.url,
      storageState: await context.storageState(),
    })
    const window = await other.newPage()
    await walk(window, pages, async (at) => {
      found.push(...(await scrollbars(window)).map((box) => `${at} at ${screen.viewport.width}: ${box}`))
    })
    await other.close()
  }
  await shown.close()
  expect(found).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('in a low window no bar covers the form', async ({ owner: { page } }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await visit(page, '/upload?kind=license', headings.upload)
    await expect(page.locator('[data-save-bar]')).toBeAttached()
    const pinned = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((box) => /sticky|fixed/.test(getComputedStyle(box).position) && box.offsetHeight > 1)
        .map((box) => `${box.tagName} ${box.className}`),
    )
    expect(pinned).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  })

  test('a field has letters that an iPhone does not zoom in on', async ({ owner: { page } }) => {
    await visit(page, '/upload?kind=license', headings.upload)
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=file]), select, textarea')].map((field) =>
        Number.parseFloat(getComputedStyle(field).fontSize),
      ),
    )
    expect(sizes.length).toBeGreaterThan(3)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  })
})

test('forced colors show what was chosen, and where a button ends', async ({ owner: { page } }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/settings?section=offline', headings.settings)
  const look = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
  const dot = (state: string) => `input[type=radio]${state} + span`
  await page.locator('input[type=radio]:checked').last().waitFor()
  expect(await look(dot(':checked'), 'background-color')).not.toBe(
    await look(dot(':not(:checked)'), 'background-color'),
  )
  expect(await look('nav a[aria-current=page]', 'border-left-color')).not.toBe(
    await look('nav[aria-label=Settings] a:not([aria-current])', 'border-left-color'),
  )
  await visit(page, '/upload?kind=license', headings.upload)
  expect(await look('[data-save-bar] button', 'border-top-width')).toBe('1px')
})

for (const [language, sentence] of [
  ['en-US', 'This browser is too old for Lanyard.'],
  ['es-US', 'Este navegador es demasiado antiguo para Lanyard.'],
] as const)
  test.describe(`an old browser in ${language}`, () => {
    test.use({ locale: language })

    test('says so', async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'))
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: sentence })).toBeVisible()
    })
  })

test('the chosen theme is there before the first paint, on this device only', async ({
  owner: { page },
  faults,
  openPage,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await visit(page, '/settings?section=language', headings.settings)
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  const paper = (where: Page) =>
    where.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))
  const dark = await paper(page)
  // The program itself does not start.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto('/terms-of-use', { waitUntil: 'domcontentloaded' })
  expect(await paper(page)).toBe(dark)
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
  const other = await openPage(phone, { colorScheme: 'light' })
  await other.page.goto('/terms-of-use')
  expect(await paper(other.page)).not.toBe(dark)
})
