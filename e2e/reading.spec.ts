import type { Browser, Page } from '@playwright/test'
import { overflowOf, themeProblems } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, headings, visit } from './pages.ts'
import { phone } from './screens.ts'

const card = `<body style="font: 22px Arial; padding: 30px; width: 640px">
  <h2>Texas Board of Nursing</h2><h3>Registered Nurse</h3>
  <p>Name: Daniel Okafor</p><p>License No.: 884213</p>
  <p>Issue Date: 06/12/2026</p><p>Expiration Date: 06/30/2028</p></body>`
const certificate = `<body style="font: 22px Georgia; padding: 30px; width: 640px">
  <h2>Certificate of Completion</h2><p>Participant: Daniel Okafor</p><p>Course Title: Ethics at the Bedside</p>
  <p>Completion Date: 03/14/2026</p><p>Contact Hours: 2.5</p><p>Provider: Lakeside Nursing Education</p></body>`

async function documentOf(browser: Browser, html: string) {
  const page = await browser.newPage({ viewport: { width: 740, height: 520 }, deviceScaleFactor: 2 })
  await page.setContent(html)
  const pdf = await page.pdf({ width: '740px', height: '600px' })
  const photo = await page.screenshot({ type: 'jpeg', quality: 85 })
  await page.close()
  return { pdf, photo }
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const marked = (page: Page) => page.getByText('Read from your file – check it')
const readTimeout = { timeout: 40_000 }

test.use(phone)

test('a card fills in the credential form from its PDF and from its photo without replacing typed values', async ({
  owner: { page },
  browser,
  faults,
}) => {
  const { pdf, photo } = await documentOf(browser, card)
  await visit(page, '/upload?kind=license', headings.upload)
  await chooseFiles(page, 'Choose files', [{ name: 'card.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await expect(field(page, 'Number')).toHaveValue('884213', readTimeout)
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toHaveValue('Texas')
  await expect(marked(page)).toHaveCount(5)
  await field(page, 'Number').focus()
  await expect(page.locator('[data-pinned-document] svg polygon').first()).toBeVisible()
  expect(await themeProblems(page, 'read')).toEqual([])
  expect(await overflowOf(page)).toBe(0)

  await visit(page, '/upload?kind=license', headings.upload)
  await field(page, 'Number').fill('mine')
  await chooseFiles(page, 'Choose files', [{ name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo }])
  await expect(page.getByRole('button', { name: 'Use 884213 from your file' })).toBeVisible(readTimeout)
  await expect(field(page, 'Number')).toHaveValue('mine')
  await page.getByRole('button', { name: 'Use 884213 from your file' }).click()
  await expect(field(page, 'Number')).toHaveValue('884213')
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toHaveValue('Texas')
  expect(faults).toEqual([])
})

test('a CE certificate fills in the course form, which shows what the certificate lacks', async ({
  owner: { page, context },
  browser,
  faults,
}) => {
  const { pdf } = await documentOf(browser, certificate)
  const cycle = { state: 'TX', cycleStart: '2025-07-01', cycleEnd: '2027-06-30', requiredHours: 20 }
  await context.request.post('/api/ceu-cycles', { data: cycle })
  await page.goto('/credentials/entries/new')
  await chooseFiles(page, 'Choose files', [{ name: 'scan 12.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await expect(field(page, 'Title')).toHaveValue('Ethics at the Bedside', readTimeout)
  await expect(field(page, 'Contact hours')).toHaveValue('2.5')
  await expect(field(page, 'Name on the certificate')).toHaveValue('Daniel Okafor')
  await expect(page.getByRole('list', { name: 'Check before you save' })).toContainText(
    'who approved the provider',
  )
  expect(await themeProblems(page, 'course read')).toEqual([])
  expect(faults).toEqual([])
})
