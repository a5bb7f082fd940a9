import type { Page } from '@playwright/test'
import { aPdf } from '#testing/documents.ts'
import { aChinesePdf, aScannedPdf } from '#testing/pdf-corpus.ts'
import { send } from './account.ts'
import { upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { press } from './pages.ts'
import { keepOnDevice } from './wallet.ts'

const parts = /\/assets\/pdf-[\d.]+\//

/** The page of a certification with this document. */
async function certificationWith(page: Page, name: string, bytes: Buffer): Promise<string> {
  const fileId = await upload(page, name, 'application/pdf', bytes)
  const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'AHA', expiresAt: '2027-04-30' }
  const { id } = await send<{ id: string }>(page, '/api/credentials', { ...bls, fileIds: [fileId] })
  return `/credentials/${id}`
}

/** The gray in the middle of the first page, 255 for white. */
const middle = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data[0]
    })

test('a scanned PDF is shown, also without a connection', async ({ owner: { page, context } }) => {
  const loaded: string[] = []
  // The worker of the PDF reader loads them.
  context.on('request', (request) => void (parts.test(request.url()) && loaded.push(request.url())))
  const path = await certificationWith(page, 'scan.pdf', aScannedPdf())
  await keepOnDevice(page, path)
  await expect.poll(() => middle(page)).toBe(0)
  expect(loaded.map((url) => url.replace(/.*\//, ''))).toContain('jbig2.wasm')
  await press(page, 'Keep on this device')
  await expect(page.getByText('On this device. Remove')).toBeVisible()

  await context.setOffline(true)
  await page.goto(path)
  await expect.poll(() => middle(page)).toBe(0)
})

test('an ordinary PDF loads none of the decoders and encodings', async ({ owner: { page, context } }) => {
  const loaded: string[] = []
  context.on('request', (request) => void (parts.test(request.url()) && loaded.push(request.url())))
  await page.goto(await certificationWith(page, 'card.pdf', aPdf()))
  await expect.poll(() => middle(page)).toBe(255)
  expect(loaded).toEqual([])
})

test('text in a Chinese encoding is shown and read', async ({ owner: { page } }) => {
  await page.goto(await certificationWith(page, 'chinese.pdf', aChinesePdf()))
  await expect(page.locator('figcaption', { hasText: '大护士' })).toBeAttached()
})
