import type { Page } from '@playwright/test'
import { axeViolations, darkContrastViolations, focusProblems, overflowOf } from './accessibility.ts'
import { fillVault, ownerPages, type PageCheck, visitorPages, walk } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { accountButton, headings } from './pages.ts'
import { phone, screens } from './screens.ts'

/**
 * Violations and overflow of the current page, one line each. On a phone also in dark mode, and at a narrower width.
 */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const hasMenu = (await page.getByRole('menu').count()) > 0
  // An open menu hides the rest of the page from screen readers, including its heading and main landmark.
  const behind = hasMenu ? /^(landmark-one-main|page-has-heading-one) / : /^$/
  const found = (await axeViolations(page)).filter((violation) => !behind.test(violation))
  const overflow = await overflowOf(page)
  if (overflow > 0) found.push(`${overflow} pixels wider than the window`)
  // Pressing Tab through every page takes a minute, so only with `EVERYTHING=1`.
  if (process.env.EVERYTHING && !hasMenu) found.push(...(await focusProblems(page)))
  // The colors are the same at every width.
  const viewport = page.viewportSize()
  if (viewport?.width === phone.viewport.width) found.push(...(await darkContrastViolations(page)))
  // On a phone, an open menu does not follow a resized window, so the test opens it again in the narrow one.
  if (viewport?.width === phone.viewport.width && !hasMenu) {
    await page.setViewportSize({ width: 320, height: 640 })
    const narrow = await overflowOf(page)
    if (narrow > 0) found.push(`${narrow} pixels wider than the window at 320 pixels`)
    await page.setViewportSize(viewport)
    // An open dialog covers the page.
    if ((await page.locator('dialog[open]').count()) === 0) found.push(...(await problemsOfLargeText(page)))
  }
  return found.map((fault) => `${name}: ${fault}`)
}

/** What does not fit, or overlaps in the header, where text has twice its size. */
async function problemsOfLargeText(page: Page): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  await setSize('200%')
  const overflow = await overflowOf(page)
  const overlaps = await overlapsInHeader(page)
  await setSize('')
  return [
    ...(overflow > 0 ? [`${overflow} pixels wider than the window in text of twice the size`] : []),
    ...overlaps.map((overlap) => `in text of twice the size, ${overlap} overlap`),
  ]
}

/** Parts of the header that share pixels. */
const overlapsInHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('#root header a, #root header button')]
      // A dialog has a header of its own, on top of the page.
      .filter((part) => part.closest('dialog') === null)
      .map((part) => ({
        name: part.getAttribute('aria-label') ?? part.textContent,
        box: part.getBoundingClientRect(),
      }))
    return parts.flatMap((one, at) =>
      parts
        .slice(at + 1)
        .filter(({ box }) => box.left < one.box.right - 1 && one.box.left < box.right - 1)
        .filter(({ box }) => box.top < one.box.bottom - 1 && one.box.top < box.bottom - 1)
        .map((other) => `${one.name} and ${other.name}`),
    )
  })

async function checkAll(page: Page, pages: PageCheck[]): Promise<string[]> {
  const found: string[] = []
  await walk(page, pages, async (at) => void found.push(...(await problemsOf(page, at))))
  return found
}

/** The browser reports every URL that is not found, and every dead link of a mail, as a failed load. */
const unexpected = (fault: string) => !/status of 40[04]/.test(fault)

// The same pages on a desktop, only with `EVERYTHING=1`.
for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('every visitor page is accessible', async ({ page, faults }) => {
      // Other tests visit the rest. Here only with `EVERYTHING=1`.
      expect(await checkAll(page, process.env.EVERYTHING ? visitorPages : visitorPages.slice(0, 5))).toEqual(
        [],
      )
      expect(faults.filter(unexpected)).toEqual([])
    })

    test('every owner page is accessible', async ({ owner: { page, email }, faults }) => {
      test.setTimeout(300_000)
      const pages = ownerPages(await fillVault(page, email))
      const { viewport } = screen
      expect(await checkAll(page, pages)).toEqual([])
      await page.keyboard.press('Home')
      for (const width of [viewport.width, 320]) {
        await page.setViewportSize({ ...viewport, width })
        await accountButton(page).click()
        await expect(page.getByRole('menu')).toBeVisible()
        expect(await problemsOf(page, `avatar menu at ${width} pixels`)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      }
      expect(faults.filter(unexpected)).toEqual([])
    })

    test('an empty vault and a form without a file are accessible', async ({ owner: { page }, faults }) => {
      const pages: PageCheck[] = [
        { at: '/', heading: headings.emptyDashboard },
        { at: '/credentials', heading: headings.emptyVault },
        {
          at: '/upload',
          heading: headings.upload,
          ready: (page) => page.getByRole('button', { name: 'Save to My Vault' }).waitFor(),
        },
        { at: '/credentials/reminders', heading: 'No upcoming reminders.' },
      ]
      expect(await checkAll(page, pages)).toEqual([])
      expect(faults.filter(unexpected)).toEqual([])
    })
  })
