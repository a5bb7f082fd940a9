import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { readHeif, TooManyPixels } from './heif-picture.ts'
import { watchResources } from './resource-watch.ts'

/**
 * Runs in a separate process, one per picture: `node image-worker.ts <type> <max pixels> <max pixels at
 * once> <max bytes> <webp|jpeg> <width> …`. Reads the picture from stdin; writes one line of JSON and then the previews, largest first, to stdout. A
 * hostile picture can crash only this process.
 */

const [, , mimeType = '', maxPixels, maxAtOnce, maxBytes, format = 'webp', ...widths] = process.argv
const largest = Number(widths[0])
const limits = { total: Number(maxPixels), atOnce: Number(maxAtOnce) }

sharp.cache(false)
sharp.concurrency(1)
// Whatever type the bytes claim, only these three decoders may read them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

watchResources({ rss: process.memoryUsage.rss() + Number(maxBytes) })

try {
  const previews = await makePreviews(await buffer(process.stdin))
  respond({ sizes: previews.map((preview) => preview.byteLength) }, ...previews)
} catch (error) {
  const tooMany = error instanceof TooManyPixels || /exceeds pixel limit/.test(String(error))
  respond({ fault: tooMany ? 'too_many_pixels' : 'unreadable' })
}

function respond(header: { sizes: number[] } | { fault: string }, ...bytes: Buffer[]): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bytes]))
}

async function makePreviews(bytes: Buffer): Promise<Buffer[]> {
  const isHeif = mimeType === 'image/heic' || mimeType === 'image/heif'
  let source = isHeif ? await openHeif(bytes) : await openPicture(bytes)
  const previews: Buffer[] = []
  for (const width of widths.map(Number)) {
    // sharp drops metadata by default: location, serial number and thumbnail end here.
    const sized = source
      .resize(width, width, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 15 })
    const preview = await encoded(sized).toBuffer()
    previews.push(preview)
    source = sharp(preview)
  }
  return previews
}

function encoded(picture: Sharp): Sharp {
  if (format === 'webp') return picture.webp({ quality: 82, effort: 2 })
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 })
}

/**
 * A picture that is decoded line by line, or already reduced, takes little memory. `failOn: 'error'` rejects truncated or
 * broken pictures but tolerates quirks of phones that libjpeg only warns of.
 */
async function openPicture(bytes: Buffer): Promise<Sharp> {
  const picture = sharp(bytes, { limitInputPixels: limits.total, failOn: 'error', sequentialRead: true })
  const { width, height, isProgressive } = await picture.metadata()
  const isWhole = isProgressive || mimeType === 'image/webp'
  if (width * height > (isWhole ? limits.atOnce : limits.total)) throw new TooManyPixels()
  return picture.autoOrient()
}

async function openHeif(bytes: Buffer): Promise<Sharp> {
  const { width, height, pixels, orientation } = readHeif(bytes, limits, largest)
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (orientation === 1) return picture
  const reduced = picture.resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
  return sharp(
    await reduced.withMetadata({ orientation }).webp({ lossless: true, effort: 0 }).toBuffer(),
  ).autoOrient()
}
