import type { Page } from '@playwright/test'
import { aPdf } from '#testing/documents.ts'
import { aChinesePdf, aJpeg2000Pdf, aPdfWithColorProfile, aScannedPdf } from '#testing/pdf-corpus.ts'
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

/** Red, green and blue in the middle of the first page. */
const middle = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data
    })
    .then((data) => (data ? Object.values(data).slice(0, 3) : null))

test('a scanned PDF is shown, also without a connection', { tag: '@long' }, async ({
  owner: { page, context },
}) => {
  const loaded: string[] = []
  // The worker of the PDF reader loads them.
  context.on('request', (request) => void (parts.test(request.url()) && loaded.push(request.url())))
  const path = await certificationWith(page, 'scan.pdf', aScannedPdf())
  await keepOnDevice(page, path)
  await expect.poll(() => middle(page)).toEqual([0, 0, 0])
  expect(loaded.map((url) => url.replace(/.*\//, ''))).toContain('jbig2.wasm')
  await press(page, 'Keep on this device')
  await expect(page.getByText('On this device. Remove')).toBeVisible()

  await context.setOffline(true)
  await page.goto(path)
  await expect.poll(() => middle(page)).toEqual([0, 0, 0])
})

test('an ordinary PDF loads none of the decoders and encodings', async ({ owner: { page, context } }) => {
  const loaded: string[] = []
  context.on('request', (request) => void (parts.test(request.url()) && loaded.push(request.url())))
  await page.goto(await certificationWith(page, 'card.pdf', aPdf()))
  await expect.poll(() => middle(page)).toEqual([255, 255, 255])
  expect(loaded).toEqual([])
})

test('a scan in JPEG 2000 and a page with a color profile are shown in their colors', async ({
  owner: { page },
}) => {
  const shows = async (name: string, bytes: Buffer, color: number[]) => {
    await page.goto(await certificationWith(page, name, bytes))
    await expect.poll(async () => (await middle(page))?.map((each) => Math.round(each / 64))).toEqual(color)
  }
  await shows('scan.pdf', aJpeg2000Pdf(), [3, 0, 1])
  await shows('profile.pdf', aPdfWithColorProfile(), [0, 4, 0])
})

test('text in a Chinese encoding is shown and read', async ({ owner: { page } }) => {
  await page.goto(await certificationWith(page, 'chinese.pdf', aChinesePdf()))
  await expect(page.locator('figcaption', { hasText: '大护士' })).toBeAttached()
})
