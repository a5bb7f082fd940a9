import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Download, Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { axeViolations, layoutProblems, overflowOf } from './accessibility.ts'
import { send } from './account.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, expectHeading } from './pages.ts'
import { screens } from './screens.ts'

const today = () => todayIn(new Date(), 'America/Chicago')
const inDays = (days: number) => addDays(today(), days)

async function saved(download: Download): Promise<Buffer> {
  const bytes = readFileSync(await download.path())
  // To keep the PDF and look at it, run LOOK=folder npx playwright test ceu.
  if (process.env.LOOK) writeFileSync(join(process.env.LOOK, download.suggestedFilename()), bytes)
  return bytes
}

async function addProposed(page: Page, title: string) {
  await page.getByRole('link', { name: `Review first: ${title}` }).click()
  await expectHeading(page, new RegExp(title))
  await page.getByText('About you', { exact: true }).click()
}

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('one course counts in the cycles of two licenses, and the audit packet holds it', async ({
      owner: { page },
      browser,
      faults,
    }) => {
      const violations: string[] = []
      const look = async (name: string) => {
        violations.push(...(await layoutProblems(page, name)))
      }
      const license = { kind: 'license', type: 'RN' }
      const licenses = '/api/credentials'
      await send(page, licenses, {
        ...license,
        state: 'TX',
        number: 'TX-771',
        expiresAt: inDays(130),
      })
      await send(page, licenses, { ...license, state: 'FL', expiresAt: inDays(160) })

      // Proposed from the rules of both boards.
      await page.goto('/credentials?tab=ce')
      await expect(page.getByText(/^Texas RN: 20 hours and 4 topics by /)).toBeVisible()
      await look('proposals')
      await addProposed(page, 'Texas RN')
      const first = page.getByRole('radiogroup', { name: 'Is this your first renewal in Texas?' })
      await first.getByText('No, or only one of the two', { exact: true }).click()
      for (const nurses of ['practice includes older adults', 'working in an emergency room'])
        await page.getByRole('radiogroup', { name: nurses }).getByText('No', { exact: true }).click()
      await look('cycle form')
      await page.getByRole('button', { name: 'Start tracking' }).click()
      await expectHeading(page, /^20 hours and 2 topics left by /)

      await page.goto('/credentials?tab=ce')
      await addProposed(page, 'Florida RN')
      for (const topic of ['Impairment in the workplace', 'Domestic violence'])
        await page.getByRole('radiogroup', { name: topic }).getByText('Yes', { exact: true }).click()
      await page.getByRole('button', { name: 'Start tracking' }).click()
      await expectHeading(page, /^24 hours and 3 topics left by /)

      // One course of five hours, two of them on ethics, with its certificate. It counts in both cycles.
      await page.getByRole('link', { name: 'Log a course' }).filter({ visible: true }).first().click()
      await expectHeading(page, 'Log a course')
      await chooseFiles(page, /Choose/, {
        name: 'ethics.pdf',
        mimeType: 'application/pdf',
        buffer: await licensePdf(browser),
      })
      // What it says is no day of a course, and a certificate's day is never today unless it says so.
      await expect(page.getByLabel('Completed on', { exact: true })).toHaveValue('')
      await page.getByLabel('Completed on', { exact: true }).fill(today())
      await page.getByLabel('Title').fill("Ethics at the bedside, by O'Brien")
      await page.getByRole('combobox', { name: 'Provider' }).fill('Gulf Coast Nurse Educators')
      await page.getByRole('button', { name: '5 hours', exact: true }).click()
      await page.getByRole('button', { name: /^Ethics/ }).click()
      const ethics = page.getByRole('textbox', { name: 'Ethics', exact: true })
      await ethics.fill('2')
      await ethics.blur()
      await look('entry form')
      await page.getByRole('button', { name: 'Save', exact: true }).click()

      // Both cycles advanced, each by its own rule.
      await expectHeading(page, /^19 hours and 3 topics left by /)
      await page.getByRole('list', { name: 'Entries' }).locator('summary').click()
      await expect(page.getByText('5 hours count.')).toBeVisible()
      await page.goto('/credentials?tab=ce')
      await page
        .getByRole('link', { name: /Texas RN license/ })
        .first()
        .click()
      await expectHeading(page, /^15 hours and 1 topic left by /)
      await page.getByRole('list', { name: 'Entries' }).locator('summary').click()
      await expect(page.getByText('5 hours count.')).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'CE progress' })).toBeVisible()
      const next = page.getByRole('region', { name: 'Next' })
      await expect(next.getByText(/^15 hours and 1 topic left by /)).toBeVisible()

      // The packet: cover, entries and the certificate, as a PDF with progress and as a ZIP.
      await next.getByRole('link', { name: 'Open: CE: Texas RN' }).click()
      await page.getByRole('button', { name: 'Audit packet' }).click()
      await expect(page.getByRole('heading', { name: 'Check before you send' })).toBeVisible()
      await look('packet')
      const [pdf] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Create the PDF' }).click(),
      ])
      expect(pdf.suggestedFilename()).toMatch(/^CE packet - Texas RN license - .*\.pdf$/)
      const packet = await PDFDocument.load(await saved(pdf))
      expect(packet.getPageCount()).toBeGreaterThanOrEqual(3)
      expect(packet.getTitle()).toContain('Texas RN license')
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download as ZIP' }).click(),
      ])
      expect((await saved(zip)).subarray(0, 2).toString()).toBe('PK')
      await page.keyboard.press('Escape')

      // Deleting the cycle leaves the entry in the other cycle, and can be undone.
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete cycle' }).click()
      await expect(
        page.getByRole('checkbox', { name: 'Keep the 1 entry that also counts in another cycle' }),
      ).toBeChecked()
      await look('delete')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText(/^Texas RN: 20 hours and /)).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText(/^Texas RN: 20 hours and /)).toHaveCount(0)

      expect(violations).toEqual([])
      expect(faults).toEqual([])
    })

    test('several certificates are dropped together, and an imported list can be undone', async ({
      owner: { page },
      browser,
      faults,
    }) => {
      const cycle = await send<{ id: string }>(page, '/api/ceu-cycles', {
        state: 'TX',
        cycleStart: inDays(-600),
        cycleEnd: inDays(130),
        requiredHours: 20,
      })
      await page.goto(`/credentials/entries/new?cycleId=${cycle.id}`)
      await chooseFiles(page, /Choose/, [
        { name: 'wound-care.pdf', mimeType: 'application/pdf', buffer: await licensePdf(browser) },
        { name: 'sepsis.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto() },
      ])
      await expect(page.getByText(/1 of 2/).first()).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      expect(await overflowOf(page)).toBe(0)

      await page.goto(`/credentials/entries/import?cycleId=${cycle.id}`)
      page.once('dialog', (dialog) => void dialog.accept())
      // A past date that can only be read one way, so the import asks nothing.
      const day = `${inDays(-31).slice(0, 8)}20`
      const [year, month, date] = day.split('-')
      const csv = `Course,Sponsor,Contact hours,Date\nWound care,ANA,"1,5",${month}/${date}/${year}\nSepsis,ANA,2,${day}\n`
      await chooseFiles(page, /Choose/, { name: 'ce.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByRole('button', { name: /^Import 2/ }).click()
      await expect(page.getByText(/2 entries imported/).first()).toBeVisible()
      const hours = async () =>
        (
          (await (await page.request.get(`/api/ceu-cycles/${cycle.id}`)).json()) as {
            hoursCounted: number
          }
        ).hoursCounted
      expect(await hours()).toBe(3.5)
      await page.getByRole('button', { name: 'Undo import' }).click()
      await expect.poll(hours).toBe(0)
      expect(faults).toEqual([])
    })
  })
