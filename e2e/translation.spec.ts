import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { send } from './account.ts'
import { fillVault, ownerPages, visitorPages, walk } from './all-pages.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, headings, press, visit } from './pages.ts'
import { phone } from './screens.ts'
import { translatePages, untranslated } from './translation.ts'

const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)

test.use(phone)
test.beforeEach(({ page }) => translatePages(page))

/** The browser reports unknown addresses and refused links, and that the sandbox of a mail refuses this test's script. */
const unexpected = (fault: string) => !/status of 40[04]|Blocked script execution/.test(fault)
const crash = (page: Page) => page.getByText('Something went wrong')

test('the pages of a visitor are not disturbed by page translation', { tag: '@long' }, async ({
  page,
  faults,
}) => {
  for (const one of visitorPages) await walk(page, [one])
  expect(await untranslated(page)).toEqual([])
  expect(faults.filter(unexpected)).toEqual([])
})

test('the pages of an owner are not disturbed by page translation', { tag: '@long' }, async ({
  owner,
  faults,
}) => {
  test.setTimeout(300_000)
  const { page, email } = owner
  const pages = ownerPages(await fillVault(page, email))
  await walk(page, pages)
  expect(await untranslated(page)).toEqual([])
  // And each from another one.
  await walk(page, pages.toReversed())
  expect(faults.filter(unexpected)).toEqual([])
})

test('under page translation a photo and a PDF are added, and what was typed stays', async ({
  owner: { page },
  browser,
  faults,
}) => {
  test.setTimeout(300_000)
  const photo = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto() }
  const pdf = { name: 'license.pdf', mimeType: 'application/pdf', buffer: await licensePdf(browser) }
  const read = page.getByText('What could be read is marked below.', { exact: false })
  for (const file of [photo, pdf]) {
    await visit(page, '/upload?kind=license', headings.upload)
    await page.getByLabel('Number', { exact: true }).fill('TX-771')
    await chooseFiles(page, 'Choose files', [file])
    await expect(read.or(crash(page))).toBeVisible({ timeout: 60_000 })
    await expect(page.getByLabel('Number', { exact: true })).toHaveValue('TX-771')
  }
  await press(page, 'Save to My Vault')
  await expect(page.getByText('TX-771').or(page.getByText('Saved to My Vault')).first()).toBeVisible()

  await send(page, '/api/ceu-cycles', {
    state: 'TX',
    cycleStart: inDays(-500),
    cycleEnd: inDays(200),
    requiredHours: 20,
  })
  for (const file of [pdf, photo]) {
    await visit(page, '/credentials/entries/new', 'Log a course')
    await page.getByLabel('Title', { exact: true }).fill('Wound care')
    await page.getByRole('textbox', { name: 'Contact hours' }).fill('2.5')
    await chooseFiles(page, 'Choose files', [file])
    const settled = page.getByText(/What could be read is marked below|Nothing could be read/)
    await expect(settled.or(crash(page))).toBeVisible({ timeout: 60_000 })
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Wound care')
    await expect(page.getByRole('textbox', { name: 'Contact hours' })).toHaveValue('2.5')
  }
  await page.getByRole('combobox', { name: 'Provider', exact: true }).fill('Gulf Coast')
  await page.getByLabel('Completed on', { exact: true }).fill(inDays(0))
  await press(page, 'Save')
  // The count that follows is a text that changes.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^17\.5 hours left/)
  expect(faults).toEqual([])
})
