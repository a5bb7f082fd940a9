import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { axeViolations, overflowOf } from './accessibility.ts'
import { send, signUp } from './account.ts'
import { cardPhoto, licensePdf, upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, visitSettings } from './pages.ts'
import { desktop, phone } from './screens.ts'

/**
 * Adds a license, a certificate, a cycle with an entry, an item in the trash, and a share link. Resolves to the link's
 * token.
 */
async function fillVault(page: Page, browser: Browser): Promise<string> {
  const photo = await upload(page, 'front.jpg', 'image/jpeg', await cardPhoto())
  const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-884213', expiresAt: '2099-03-31' }
  const { id } = await send<{ id: string }>(page, '/api/credentials', { ...license, fileId: photo })
  const dates = { cycleStart: '2025-04-01', cycleEnd: '2099-03-31', requiredHours: 20 }
  const cycle = await send<{ id: string }>(page, '/api/ceu-cycles', {
    state: 'TX',
    licenseId: id,
    ...dates,
  })
  const pdf = await upload(page, 'ethics.pdf', 'application/pdf', await licensePdf(browser))
  const entry = {
    cycleId: cycle.id,
    title: 'Ethics',
    provider: 'Gulf Coast',
    hours: 5,
    completedAt: '2026-02-14',
  }
  await send(page, '/api/ceu-entries', { ...entry, fileId: pdf })
  const old = { kind: 'certification', name: 'Old BLS', issuer: 'AHA' }
  const { id: gone } = await send<{ id: string }>(page, '/api/credentials', old)
  await page.request.delete(`/api/credentials/${gone}`)
  const { token } = await send<{ token: string }>(page, '/api/share', {
    resourceType: 'license',
    resourceId: id,
  })
  return token
}

/** Replaces the browser's save dialog, which a test cannot operate, by a file in the page's own storage. */
async function withDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true })
    Object.assign(window, { showSaveFilePicker: pick })
  })
}
const withoutDialog = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))

const chosenSize = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle('chosen.zip').catch(() => null)
    return handle && (await handle.getFile()).size
  })

async function exportByPage(page: Page): Promise<Buffer> {
  await visitSettings(page, 'account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(page.getByText(/^Saved as “lanyard-export-/)).toBeVisible()
  return readFileSync(await (await download).path())
}

test('an export moves a vault to another server, where its share links stay dead', async ({
  owner: { page },
  browser,
  faults,
  openPage,
  startOwnServer,
}) => {
  await withoutDialog(page)
  const token = await fillVault(page, browser)
  const zip = await exportByPage(page)
  expect(await axeViolations(page)).toEqual([])
  expect(faults).toEqual([])

  const otherServer = await startOwnServer()
  const moved = await openPage(phone, { baseURL: otherServer.url })
  await withoutDialog(moved.page)
  await signUp(moved.page, 'ann@elsewhere.example')
  await moved.page.goto('/credentials')
  await moved.page.getByRole('link', { name: 'Moving from another Lanyard? Import your data.' }).click()
  await chooseFiles(moved.page, 'Choose files', {
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: zip,
  })
  await moved.page.getByRole('button', { name: 'Import this ZIP' }).click()
  await expect(
    moved.page.getByText('Imported 2 credentials, 1 CE cycle, 1 CE entry, and 2 files'),
  ).toBeVisible()
  await expect(moved.page.getByText('1 share link not imported')).toBeVisible()
  expect(await overflowOf(moved.page)).toBe(0)
  expect(await axeViolations(moved.page)).toEqual([])

  const opened = await moved.page.request.post(`/api/share/${token}/open`, { data: {} })
  expect(opened.status()).toBe(404)
  await moved.page.goto('/credentials')
  await expect(moved.page.getByRole('link', { name: 'Texas RN', exact: true })).toBeVisible()
  expect(moved.faults).toEqual([])
})

test('an export that breaks off shows an error and leaves no partial file', { tag: '@long' }, async ({
  browser,
  openPage,
  startOwnServer,
}) => {
  const server = await startOwnServer()
  const { page, context } = await openPage(desktop, { baseURL: server.url })
  await withDialog(page)
  await signUp(page, 'cleo@nurses.example')
  const scan = [await licensePdf(browser), Buffer.alloc(16_000_000, 32), Buffer.from('\n%%EOF\n')]
  await upload(page, 'large.pdf', 'application/pdf', Buffer.concat(scan))
  await visitSettings(page, 'account')
  // Slow enough to kill the server halfway.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: 2_000_000, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(page.getByText(/^[\d.]+ MB of [\d.]+ MB$/)).toBeVisible()
  await server.kill()
  await expect(page.getByText('The export was interrupted before it was complete.')).toBeVisible()
  await expect(page.getByText('No file was saved. The partial download was deleted.')).toBeVisible()
  expect(await chosenSize(page)).toBeNull()
})
