import type { Page } from '@playwright/test'
import { send } from './account.ts'
import { expect, test } from './fixtures.ts'

/** What can only be pressed or filled in. */
const controls =
  'button, input, select, textarea, nav, footer, [role="tablist"], [role="status"]:not(.sr-only), .fixed, .sticky'

async function visibleControls(page: Page): Promise<string[]> {
  const found = await page.locator(controls).filter({ visible: true }).all()
  return Promise.all(found.map((one) => one.evaluate((node) => node.outerHTML.slice(0, 160))))
}

test('an owner’s pages print on white, with their dates and hours and without controls', async ({
  owner: { page },
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const add = async (path: string, record: object) =>
    (await send<{ id: string }>(page, `/api/${path}`, record)).id
  const license = await add('credentials', {
    ...{ kind: 'license', type: 'RN', state: 'TX', number: '884213', expiresAt: '2030-06-15' },
  })
  const cycle = await add('ceu-cycles', {
    ...{ state: 'TX', licenseId: license, requiredHours: 20 },
    ...{ cycleStart: '2028-06-16', cycleEnd: '2030-06-15' },
  })
  const list = await add('requirement-lists', {
    ...{ name: 'ICU, Austin', startsOn: '2030-01-10', endsOn: '2030-04-10' },
    items: [{ kind: 'license', title: 'RN', type: 'RN', state: 'TX', validThrough: 'last_day' }],
  })
  const pages: [string, RegExp][] = [
    ['/', /Jun 15, 2030/],
    ['/credentials', /Jun 15, 2030/],
    [`/credentials/${license}`, /Jun 15, 2030/],
    [`/credentials/cycles/${cycle}`, /of 20|20 hours/],
    [`/credentials/lists/${list}`, /Jan 10, 2030/],
  ]
  for (const [path, fact] of pages) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(fact).first(), path).toBeVisible()
    expect(await visibleControls(page), path).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
  }
})
