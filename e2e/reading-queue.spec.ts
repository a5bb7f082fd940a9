import type { Browser, Page } from '@playwright/test'
import { overflowOf, themeProblems } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, headings, press, visit } from './pages.ts'
import { phone } from './screens.ts'

const license = `<h2>Texas Board of Nursing</h2><h3>Registered Nurse</h3><p>Name: Ann O’Brien</p>
  <p>License No.: 884213</p><p>Issue Date: 06/12/2026</p><p>Expiration Date: 06/30/2028</p>`
const card = `<h2>American Heart Association</h2><h3>Basic Life Support</h3><p>BLS Provider</p><p>Name: Ann O’Brien</p>
  <p>Issue Date: 06/12/2026</p><p>Renew By: 06/30/2028</p><p>eCard Code: 215504412387</p>`
const transcript = `<h2>Continuing Education Transcript</h2><p>Name: Ann O’Brien</p>
  <table cellpadding=8><tr><th align=left>Course<th align=left>Completed<th align=left>Contact hours
  <tr><td>Sepsis Update<td>03/14/2026<td>2.0<tr><td>Stroke Care<td>04/02/2026<td>1.5<tr><td>Fall Prevention<td>05/06/2026<td>3.0</table>`

async function pdfsOf(browser: Browser, ...documents: string[]) {
  const page = await browser.newPage()
  const files = []
  for (const [at, html] of documents.entries()) {
    await page.setContent(`<body style="font: 20px Arial; padding: 24px; width: 640px">${html}`)
    const buffer = await page.pdf({ width: '740px', height: '600px' })
    files.push({ name: `scan ${at + 1}.pdf`, mimeType: 'application/pdf', buffer })
  }
  await page.close()
  return files
}

const draft = (page: Page, name: RegExp) => page.getByRole('button', { name, expanded: true })

test.use(phone)

test('several files form a queue: a skipped file stays and is offered again after a reload', async ({
  owner: { page },
  browser,
  faults,
}) => {
  const files = await pdfsOf(browser, license, card, license)
  await visit(page, '/upload', headings.upload)
  await chooseFiles(page, 'Choose files', files)
  await expect(draft(page, /Texas RN license 1 of 3 · read: check it/)).toBeVisible({ timeout: 20_000 })
  expect(await themeProblems(page, 'queue')).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await press(page, 'Skip to the next')
  await expect(draft(page, /BLS, American Heart Association 2 of 3/)).toBeFocused()
  const open = page.locator('li', { has: draft(page, /BLS/) })
  await open.getByRole('button', { name: 'Save to My Vault' }).click()
  await expect(page.getByText('1 of 3 saved.')).toBeVisible()
  await page.reload()
  await page.getByText('Uploaded, not attached yet (2)').click()
  await press(page, 'Use all 2, one by one')
  await expect(draft(page, /Texas RN license 1 of 2/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByLabel('Number', { exact: true })).toHaveValue('884213')
  expect(faults).toEqual([])
})

test('each course of a transcript is checked and logged separately', { tag: '@long' }, async ({
  owner: { page, context },
  browser,
  faults,
}) => {
  const cycle = { state: 'TX', cycleStart: '2025-07-01', cycleEnd: '2027-06-30', requiredHours: 20 }
  await context.request.post('/api/ceu-cycles', { data: cycle })
  await page.goto('/credentials/entries/new')
  await chooseFiles(page, 'Choose files', await pdfsOf(browser, transcript))
  await expect(page.getByText('3 courses in this file')).toBeVisible({ timeout: 20_000 })
  await press(page, 'Fill in Stroke Care')
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveValue('Stroke Care')
  await expect(page.getByLabel('Contact hours', { exact: true })).toHaveValue('1.5')
  await page.getByRole('combobox', { name: 'Provider', exact: true }).fill('Lakeside')
  await title.focus()
  await expect(page.locator('[data-pinned-document] svg polygon').first()).toBeVisible()
  expect(await themeProblems(page, 'transcript')).toEqual([])
  await press(page, 'Save')
  await expect(page.getByText('1 of 3 logged.')).toBeVisible()
  await expect(title).toHaveValue('Sepsis Update')
  expect(faults).toEqual([])
})
