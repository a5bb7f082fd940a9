import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import type { Client } from './account.ts'

const cardSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
  <rect width="1000" height="630" fill="#f6f4ee"/><rect width="1000" height="120" fill="#8f1d22"/>
  <text x="50" y="78" font-family="sans-serif" font-size="44" fill="#fff">BASIC LIFE SUPPORT</text>
  <text x="50" y="240" font-family="sans-serif" font-size="40">Ann O'Brien</text>
  <text x="50" y="330" font-family="sans-serif" font-size="32">Issue date 06/12/2026</text>
  <text x="50" y="390" font-family="sans-serif" font-size="32">Renew by 06/30/2028</text></svg>`

/** A photo like a phone takes it: rotated by an EXIF tag, with GPS coordinates. */
export function cardPhoto(): Promise<Buffer> {
  return sharp(Buffer.from(cardSvg))
    .jpeg({ quality: 88 })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A real PDF, printed by the browser. */
export async function printPdf(browser: Browser, html: string): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(html)
  const pdf = await page.pdf({ format: 'Letter', printBackground: true })
  await page.close()
  return pdf
}

export const licensePdf = (browser: Browser): Promise<Buffer> =>
  printPdf(
    browser,
    '<h1>Texas Board of Nursing</h1><p>Ann O&#39;Brien, Registered Nurse</p><p>Expires 03/31/2027</p>',
  )

/** Uploads a file with the client's cookies. Resolves to its id. */
export async function upload(
  client: Client,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<string> {
  const response = await client.request.post('/api/upload', {
    multipart: { file: { name, mimeType, buffer } },
  })
  return ((await response.json()) as { id: string }).id
}
