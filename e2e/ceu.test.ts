import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  cardPhoto,
  launchBrowser,
  licensePdf,
  openPage,
  overflowOf,
  screens,
  send,
  signUp,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

const today = () => todayIn(new Date(), 'America/Chicago')
/** Both licenses end when the test can still run for a year and a cycle has begun. */
const inDays = (days: number) => addDays(today(), days)

async function saved(download: Download): Promise<Buffer> {
  const bytes = readFileSync(await download.path())
  // To look at it page by page: LOOK=folder npm test
  if (process.env.LOOK) writeFileSync(join(process.env.LOOK, download.suggestedFilename()), bytes)
  return bytes
}

async function addProposed(page: Page, title: string) {
  await page.getByRole('link', { name: `Review and add: ${title}` }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(title) }).waitFor()
}

describe.each(screens)('a nurse with two licenses at %s', (_where, viewport) => {
  it('enters one course, sees both cycles move with their reasons, and takes the packet', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    page.setDefaultTimeout(40_000)
    const violations: string[] = []
    const look = async (screen: string) => {
      for (const violation of await axeViolations(page)) violations.push(`${screen}: ${violation}`)
      const overflow = await overflowOf(page)
      if (overflow > 0) violations.push(`${screen}: ${overflow} pixels wider than the window`)
    }
    await signUp(page, server.url, `cara.${viewport.width}@nurses.example`)
    const license = { kind: 'license', type: 'RN' }
    const licenses = '/api/credentials'
    await send(page, server.url, licenses, {
      ...license,
      state: 'TX',
      number: 'TX-771',
      expiresAt: inDays(130),
    })
    await send(page, server.url, licenses, { ...license, state: 'FL', expiresAt: inDays(160) })

    // Proposed from the rules of both boards.
    await page.goto(`${server.url}/credentials?tab=ce`)
    await page.getByText('Texas RN license has no CE cycle yet.').waitFor()
    await look('proposals')
    await addProposed(page, 'Texas RN license')
    const first = page.getByRole('radiogroup', { name: 'Is this your first renewal in Texas?' })
    await first.getByText('No', { exact: true }).click()
    for (const topic of ['Older adult / geriatric care', 'Forensic evidence collection'])
      await page.getByRole('radiogroup', { name: topic }).getByText('Does not apply to me').click()
    await look('cycle form')
    await page.getByRole('button', { name: 'Add this cycle' }).click()
    await page.getByRole('heading', { level: 1, name: /^20 hours and 2 topics left by / }).waitFor()
    await look('empty cycle')

    await page.goto(`${server.url}/credentials?tab=ce`)
    await addProposed(page, 'Florida RN license')
    for (const topic of ['Recognizing impairment in the workplace', 'Domestic violence'])
      await page.getByRole('radiogroup', { name: topic }).getByText('Already done').click()
    await page.getByRole('button', { name: 'Add this cycle' }).click()
    await page.getByRole('heading', { level: 1, name: /^24 hours and 3 topics left by / }).waitFor()

    // One course of five hours, two of them on ethics, with its certificate: it counts in both.
    await page.getByRole('link', { name: 'Log a course' }).filter({ visible: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Log a course' }).waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /Choose/ }).click(),
    ])
    await chooser.setFiles({
      name: 'ethics.pdf',
      mimeType: 'application/pdf',
      buffer: await licensePdf(browser),
    })
    await page.getByLabel('Title').fill("Ethics at the bedside, by O'Brien")
    await page.getByRole('combobox', { name: 'Provider' }).fill('Gulf Coast Nurse Educators')
    await page.getByRole('button', { name: '5 hours', exact: true }).click()
    await page.getByRole('button', { name: /^Ethics/ }).click()
    const ethics = page.getByRole('textbox', { name: 'Ethics', exact: true })
    await ethics.fill('6')
    await ethics.blur()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/a part of (it|them)\./)
      .first()
      .waitFor()
    await ethics.fill('2')
    await ethics.blur()
    for (const state of ['Texas', 'Florida'])
      expect(await page.getByRole('checkbox', { name: `${state} RN license` }).isChecked()).toBe(true)
    await look('entry form')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    // Both cycles moved, each by its own rule.
    await page.getByRole('heading', { level: 1, name: /^19 hours and 3 topics left by / }).waitFor()
    await page.getByText('5 hours count.').waitFor()
    await look('Florida')
    await page.goto(`${server.url}/credentials?tab=ce`)
    await page
      .getByRole('link', { name: /Texas RN license/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /^15 hours and 1 topic left by / }).waitFor()
    await page.getByText('5 hours count.').waitFor()
    await look('Texas')
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'CE progress' }).waitFor()
    await page.getByText(/^15 hours and 1 topic left by /).waitFor()
    await look('dashboard')

    // The packet: cover, entries, gaps and the certificate, as a PDF with progress and as a ZIP.
    await page
      .getByRole('link', { name: /Texas RN license/ })
      .filter({ hasText: '15 hours' })
      .click()
    await page.getByRole('button', { name: 'Audit packet' }).click()
    await page.getByText('Every entry has its certificate.').waitFor()
    await look('packet')
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Make the PDF' }).click(),
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

    // Deleting the cycle tells what happens to the entry, and can be undone.
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete cycle' }).click()
    await page.getByText('1 entry also counts elsewhere and stays there.').waitFor()
    await look('delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Texas RN license has no CE cycle yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Texas RN license has no CE cycle yet.').waitFor({ state: 'detached' })

    expect(violations).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  it('drops several certificates at once, and imports a list, which she takes back', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    page.setDefaultTimeout(40_000)
    await signUp(page, server.url, `dana.${viewport.width}@nurses.example`)
    const cycle = await send<{ id: string }>(page, server.url, '/api/ceu-cycles', {
      state: 'TX',
      cycleStart: inDays(-600),
      cycleEnd: inDays(130),
      requiredHours: 20,
    })
    await page.goto(`${server.url}/credentials/entries/new?cycleId=${cycle.id}`)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /Choose/ }).click(),
    ])
    await chooser.setFiles([
      { name: 'wound-care.pdf', mimeType: 'application/pdf', buffer: await licensePdf(browser) },
      { name: 'sepsis.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto() },
    ])
    await page
      .getByText(/1 of 2/)
      .first()
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)

    await page.goto(`${server.url}/credentials/entries/import?cycleId=${cycle.id}`)
    page.once('dialog', (dialog) => void dialog.accept())
    const [spreadsheet] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /Choose/ }).click(),
    ])
    // Always past, and no month is a 20: nothing is to be asked.
    const day = `${inDays(-31).slice(0, 8)}20`
    const [year, month, date] = day.split('-')
    const csv = `Course,Sponsor,Contact hours,Date\nWound care,ANA,"1,5",${month}/${date}/${year}\nSepsis,ANA,2,${day}\n`
    await spreadsheet.setFiles({ name: 'ce.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: /^Import 2/ }).click()
    await page
      .getByText(/2 entries imported/)
      .first()
      .waitFor()
    const hours = async () =>
      (
        (await (await page.request.get(`${server.url}/api/ceu-cycles/${cycle.id}`)).json()) as {
          hoursCompleted: number
        }
      ).hoursCompleted
    expect(await hours()).toBe(3.5)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await expect.poll(hours).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
})
