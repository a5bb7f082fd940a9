import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { vaultIn } from '#testing/exports.ts'
import {
  axeViolations,
  cardPhoto,
  desk,
  launchBrowser,
  licensePdf,
  openPage,
  overflowOf,
  phone,
  send,
  signUp,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

type Folder = Awaited<ReturnType<typeof emptyVaults>>
let [here, there]: Folder[] = []
let [old, young]: RunningServer[] = []
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  ;[here, there] = [await emptyVaults(), await emptyVaults()]
  ;[old, young] = [await startServer(here.path), await startServer(there.path)]
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([old?.kill(), young?.kill()])
  for (const folder of [here, there]) folder?.remove()
})

const settings = (url: string) => `${url}/settings?section=account`
const urlOf = (server: RunningServer | undefined) => server?.url ?? ''

async function upload(page: Page, url: string, name: string, mimeType: string, buffer: Buffer) {
  const multipart = { file: { name, mimeType, buffer } }
  const answer = await page.request.post(`${url}/api/upload`, { headers: { origin: url }, multipart })
  return ((await answer.json()) as { id: string }).id
}

/** A nurse with a license, a certificate, a cycle with an entry, something in the trash, and a link. */
async function fill(page: Page, url: string): Promise<string> {
  const photo = await upload(page, url, 'front.jpg', 'image/jpeg', await cardPhoto())
  const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-884213', expiresAt: '2099-03-31' }
  const { id } = await send<{ id: string }>(page, url, '/api/credentials', { ...license, fileId: photo })
  const dates = { cycleStart: '2025-04-01', cycleEnd: '2099-03-31', requiredHours: 20 }
  const cycle = await send<{ id: string }>(page, url, '/api/ceu-cycles', {
    state: 'TX',
    licenseId: id,
    ...dates,
  })
  const pdf = await upload(page, url, 'ethics.pdf', 'application/pdf', await licensePdf(browser))
  const entry = {
    cycleId: cycle.id,
    title: 'Ethics',
    provider: 'Gulf Coast',
    hours: 5,
    completedAt: '2026-02-14',
  }
  await send(page, url, '/api/ceu-entries', { ...entry, fileId: pdf })
  const old = { kind: 'certification', name: 'Old BLS', issuer: 'AHA' }
  const { id: gone } = await send<{ id: string }>(page, url, '/api/credentials', old)
  await page.request.delete(`${url}/api/credentials/${gone}`, { headers: { origin: url } })
  const { token } = await send<{ token: string }>(page, url, '/api/share', {
    resourceType: 'license',
    resourceId: id,
  })
  return token
}

/** The save dialog is not ours to press: in its place a file in the page's own storage, as real as one on disk. */
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

async function exportByPage(page: Page, url: string): Promise<Buffer> {
  await page.goto(settings(url))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByText(/^Saved as “lanyard-export-/).waitFor()
  return readFileSync(await (await download).path())
}

it('a nurse moves to another Lanyard with everything, and her links stay dead', async () => {
  const { page, context, faults } = await openPage(browser, desk)
  await withoutDialog(page)
  await signUp(page, urlOf(old), 'ann@nurses.example')
  const token = await fill(page, urlOf(old))
  const zip = await exportByPage(page, urlOf(old))
  await page.getByText('This works only while a vault is empty').waitFor()
  expect(await page.getByRole('button', { name: 'Choose the ZIP…' }).isDisabled()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const moved = await openPage(browser, phone)
  await withoutDialog(moved.page)
  await signUp(moved.page, urlOf(young), 'ann@elsewhere.example')
  await moved.page.goto(`${urlOf(young)}/credentials`)
  await moved.page.getByRole('link', { name: 'Coming from another Lanyard? Bring your export.' }).click()
  const chooser = moved.page.waitForEvent('filechooser')
  await moved.page.getByRole('button', { name: 'Choose the ZIP…' }).click()
  await (await chooser).setFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: zip })
  await moved.page.getByText('2 credentials, 1 CE cycle, 1 CE entry, and 2 files came in').waitFor()
  await moved.page.getByText('1 share link stayed behind').waitFor()
  expect(await overflowOf(moved.page)).toBe(0)
  expect(await axeViolations(moved.page)).toEqual([])

  const again = await exportByPage(moved.page, urlOf(young))
  expect(vaultIn(again)).toEqual(vaultIn(zip))
  expect(vaultIn(again).hashes.every(([isSame]) => isSame)).toBe(true)
  const visit = await moved.page.request.post(`${urlOf(young)}/api/share/${token}/open`, {
    headers: { origin: urlOf(young) },
    data: {},
  })
  expect(visit.status()).toBe(404)
  await moved.page.goto(`${urlOf(young)}/credentials`)
  await moved.page.getByRole('link', { name: 'Texas RN license', exact: true }).waitFor()
  expect(moved.faults).toEqual([])
  await moved.context.close()
})

it('into a file of her choice it is written as it comes; files that are lost are counted', async () => {
  const { page, context } = await openPage(browser, desk)
  await withDialog(page)
  await signUp(page, urlOf(old), 'bea@nurses.example')
  await fill(page, urlOf(old))
  await page.goto(settings(urlOf(old)))
  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByText(/^Saved as “chosen.zip”/).waitFor()
  expect(await chosenSize(page)).toBeGreaterThan(10_000)

  // The disk with the files is away.
  const kept = join(here?.path ?? '', 'files', 'files')
  renameSync(kept, `${kept}-away`)
  mkdirSync(kept)
  writeFileSync(join(kept, 'unmounted'), '')
  try {
    await page.getByRole('button', { name: 'Export again' }).click()
    await page
      .getByText('2 files were lost or damaged in this installation before.', { exact: false })
      .waitFor()
  } finally {
    renameSync(kept, `${kept}-mount`)
    renameSync(`${kept}-away`, kept)
  }
  await context.close()
})

it('a server that dies midway is said to have, and no half file stays', async () => {
  const { page, context } = await openPage(browser, desk)
  await withDialog(page)
  await signUp(page, urlOf(young), 'cleo@nurses.example')
  const scan = [await licensePdf(browser), Buffer.alloc(16_000_000, 32), Buffer.from('\n%%EOF\n')]
  await upload(page, urlOf(young), 'large.pdf', 'application/pdf', Buffer.concat(scan))
  await page.goto(settings(urlOf(young)))
  // Bytes come slowly enough for it to be killed between them.
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: 2_000_000, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByText(/^[\d.]+ MB of [\d.]+ MB$/).waitFor()
  await young?.kill()
  await page.getByText('The export broke off before all of it had arrived.').waitFor()
  await page.getByText('No file was saved: what had arrived was thrown away.').waitFor()
  expect(await chosenSize(page)).toBeNull()
  await context.close()
})
