import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { watchResources } from './resource-watch.ts'

/**
 * Runs in a separate process, one per picture: `node image-worker.ts <type> <max pixels> <max bytes> <webp|jpeg>
 * <width> …`. Reads the picture from stdin; writes one line of JSON and then the previews, largest first, to stdout. A
 * hostile picture can crash only this process.
 */

/** The libheif functions used here; its own declarations type them as `any`. */
type Libheif = {
  heif_context_alloc(): object
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: unknown }
  heif_js_context_get_primary_image_handle(context: object): { code?: unknown }
  heif_image_handle_get_width(handle: object): number
  heif_image_handle_get_height(handle: object): number
  heif_js_decode_image2(handle: object, colorspace: unknown, chroma: unknown): Promise<Decoded> | Decoded
  heif_error_code: { heif_error_Ok: unknown }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: { heif_chroma_interleaved_RGB: unknown }
}
type Plane = { width: number; height: number; stride: number; data: Uint8Array }
type Decoded = { code?: unknown; channels: Plane[] }

class TooManyPixels extends Error {}

const [, , mimeType = '', maxPixels = '0', maxBytes = '0', format = 'webp', ...widths] = process.argv
const limit = Number(maxPixels)

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
      .timeout({ seconds: 5 })
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

/** `failOn: 'error'` rejects truncated or broken pictures but tolerates quirks of phones that libjpeg only warns of. */
async function openPicture(bytes: Buffer): Promise<Sharp> {
  const picture = sharp(bytes, { limitInputPixels: limit, failOn: 'error' })
  const { width, height } = await picture.metadata()
  if (width * height > limit) throw new TooManyPixels()
  return picture.autoOrient()
}

/** libheif rotates the picture itself. */
async function openHeif(bytes: Buffer): Promise<Sharp> {
  const require = createRequire(import.meta.url)
  const wasmBinary = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const silent = () => {}
  const heif: Libheif = require('libheif-js/libheif-wasm/libheif.js')({
    wasmBinary,
    print: silent,
    printErr: silent,
  })
  const context = heif.heif_context_alloc()
  if (heif.heif_context_read_from_memory(context, bytes).code !== heif.heif_error_code.heif_error_Ok) {
    throw new Error('not a HEIF file')
  }
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (handle.code !== undefined) throw new Error('no picture inside')
  const pixels = heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle)
  if (pixels > limit) throw new TooManyPixels()
  const { heif_colorspace_RGB } = heif.heif_colorspace
  const { heif_chroma_interleaved_RGB } = heif.heif_chroma
  const decoded = await heif.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGB)
  const plane = decoded.channels?.[0]
  if (decoded.code !== undefined || !plane) throw new Error('cannot be decoded')
  return sharp(rowsOf(plane), { raw: { width: plane.width, height: plane.height, channels: 3 } })
}

/** The rows without the decoder's padding. */
function rowsOf({ width, height, stride, data }: Plane): Buffer {
  const row = width * 3
  if (stride === row) return Buffer.from(data.buffer, data.byteOffset, row * height)
  const rows = Buffer.allocUnsafe(row * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, y * stride + row), y * row)
  return rows
}
