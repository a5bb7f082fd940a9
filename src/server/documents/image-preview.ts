import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createFairQueue, type FairKeys } from '#server/kernel/fair-queue.ts'
import { outputOfConfined } from './confined-process.ts'

/** Read from the header before anything is decoded. Phones take photos of 200 megapixels. */
const MAX_PIXELS = 210_000_000
/** Of pictures that cannot be decoded in parts, which are those of some programs. */
const MAX_PIXELS_AT_ONCE = 51_000_000
/** Memory for one picture, beyond the 80 MB that Node and the decoders take. */
const MAX_MEMORY_BYTES = 300_000_000
/** libheif keeps two copies: a picture of 48 megapixels, which phones take, needs 280 MB in addition to its file. */
const MAX_HEIC_MEMORY_BYTES = 380_000_000
/** For the whole process. */
const MAX_MS = 20_000
/** A HEIC picture of 48 megapixels takes about five seconds, and one of 200 four times as long. */
const MAX_HEIC_MS = 60_000
const MAX_OUTPUT_BYTES = 8_000_000

const worker = fileURLToPath(new URL('./image-worker.ts', import.meta.url))
/** A picture takes about a second, so one owner may use both slots. */
const queue = createFairQueue({
  limits: {
    running: 2,
    runningPer: { owner: 2, link: 1, network: 2 },
    waiting: 300,
    waitingPer: { owner: 30, link: 10, network: 30 },
  },
})

export type PictureFault = 'unreadable' | 'too_many_pixels'
type WorkerHeader = { sizes?: number[]; fault?: PictureFault }
export type Previews = { previews: Buffer[] } | { fault: PictureFault }

/**
 * Decodes a picture in a separate process. Resolves to upright WebP pictures without metadata, the longer side of each
 * at most one of `widths` pixels (descending). Rejects only when the bytes cannot be read from storage.
 */
export function makePreviews(
  open: () => Promise<Readable>,
  mimeType: string,
  widths: readonly number[],
  keys: FairKeys,
): Promise<Previews> {
  return queue.run(keys, async () => {
    return readOutput(await runWorker(await open(), mimeType, ['webp', ...widths.map(String)]), widths.length)
  })
}

/** A JPEG of a WebP preview in the same size, for programs without WebP. Rejects as `makePreviews` does. */
export function makeJpeg(open: () => Promise<Readable>, width: number, keys: FairKeys): Promise<Previews> {
  return queue.run(keys, async () => {
    return readOutput(await runWorker(await open(), 'image/webp', ['jpeg', String(width)]), 1)
  })
}

function runWorker(bytes: Readable, mimeType: string, output: string[]): Promise<Buffer> {
  const isHeif = mimeType === 'image/heic' || mimeType === 'image/heif'
  const maxBytes = isHeif ? MAX_HEIC_MEMORY_BYTES : MAX_MEMORY_BYTES
  const ceilings = [MAX_PIXELS, MAX_PIXELS_AT_ONCE, maxBytes].map(String)
  return outputOfConfined(bytes, [worker, mimeType, ...ceilings, ...output], {
    maxMs: isHeif ? MAX_HEIC_MS : MAX_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
}

function readOutput(output: Buffer, count: number): Previews {
  const lineEnd = output.indexOf('\n')
  if (lineEnd < 0) return { fault: 'unreadable' }
  const { sizes, fault }: WorkerHeader = JSON.parse(output.toString('utf8', 0, lineEnd))
  if (sizes?.length !== count) return { fault: fault ?? 'unreadable' }
  let start = lineEnd + 1
  const previews: Buffer[] = []
  for (const size of sizes) {
    previews.push(output.subarray(start, start + size))
    start += size
  }
  return { previews }
}
