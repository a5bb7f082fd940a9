import type { Page } from '@playwright/test'
import { fillVault, isVisited, ownerPages, walk } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

test.use(phone)

const counted = /\b(?:in )?\d+ days?(?: ago| left)?\b|\b(?:today|tomorrow|yesterday)\b/gi

/** What each page says about days. */
async function daysOn(page: Page, pages: Parameters<typeof walk>[1]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const one of pages)
    await walk(page, [one], async (at) => {
      await page.waitForLoadState('networkidle')
      const text = await page.getByRole('main').innerText()
      found[at] = text.match(counted) ?? []
    })
  return found
}

test('days left are right where the clock of the device is not', async ({ owner: { page, email } }) => {
  test.setTimeout(300_000)
  const vault = await fillVault(page, email)
  // The dialogs on top of a page cover what it says.
  const pages = ownerPages(vault).filter(({ at }) => isVisited(at) && !/account|debug/.test(at))
  const expected = await daysOn(page, pages)
  expect(expected[`/credentials/${vault.license}`]).toContain('in 200 days')
  await page.clock.setSystemTime(Date.now() - 730 * 86_400_000)
  const withDays = pages.filter(({ at }) => expected[at]?.length)
  const later = await daysOn(page, withDays)
  // Reminders are planned in the background, so a page may say more the second time.
  for (const { at } of withDays) expect(later[at], at).toEqual(expect.arrayContaining(expected[at] ?? []))
})
