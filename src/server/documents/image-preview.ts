import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'

/** By its header, before anything is decoded. */
export const MAX_PIXELS = 50_000_000
/** From start to end of the process. A picture of 48 megapixels in HEIC alone takes about five seconds. */
const MAX_MS = 15_000
const MAX_ANSWER_BYTES = 8_000_000

const worker = fileURLToPath(new URL('./image-worker.ts', import.meta.url))
const twoAtOnce = pLimit(2)

export type PictureFault = 'unreadable' | 'too_many_pixels'
export type Previews = { previews: Buffer[] } | { fault: PictureFault }

/**
 * Decodes a picture in a process of its own and answers upright WebP pictures without any metadata, their longer side
 * at most `widths` pixels (descending). Rejects only when the bytes cannot be read from where they lie.
 */
export function makePreviews(
  open: () => Promise<Readable>,
  mimeType: string,
  widths: readonly number[],
): Promise<Previews> {
  return twoAtOnce(async () => {
    const args = [mimeType, String(MAX_PIXELS), 'webp', ...widths.map(String)]
    return readAnswer(await runWorker(await open(), args), widths.length)
  })
}

/** A JPEG of one of our WebP previews, in its size, for programs that know no WebP. Rejects as `makePreviews` does. */
export function makeJpeg(open: () => Promise<Readable>, width: number): Promise<Previews> {
  return twoAtOnce(async () => {
    const args = ['image/webp', String(MAX_PIXELS), 'jpeg', String(width)]
    return readAnswer(await runWorker(await open(), args), 1)
  })
}

/** What the worker wrote; empty when it crashed, took too long or wrote too much. */
async function runWorker(bytes: Readable, args: string[]): Promise<Buffer> {
  // Nothing of our settings is in its environment: a decoder that is taken over finds no secret there.
  const child = spawn(process.execPath, [worker, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  })
  // First: where the system has no descriptor left there are no pipes, and this event is all that tells.
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  if (!child.stdout) {
    bytes.destroy()
    throw new Error('The system starts no more processes')
  }
  const parts: Buffer[] = []
  let size = 0
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) child.kill('SIGKILL')
  })
  const sourceFailed = await pipeline(bytes, child.stdin).then(
    () => null,
    (error) => bytes.errored ?? (isHangUp(error) ? null : error),
  )
  if (sourceFailed) child.kill('SIGKILL')
  const finished = await ended
  if (sourceFailed) throw sourceFailed
  return finished ? Buffer.concat(parts) : Buffer.alloc(0)
}

/** The worker stops reading as soon as it knows enough. */
function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function readAnswer(answer: Buffer, count: number): Previews {
  const lineEnd = answer.indexOf('\n')
  if (lineEnd < 0) return { fault: 'unreadable' }
  const told = JSON.parse(answer.toString('utf8', 0, lineEnd)) as { sizes?: number[]; fault?: PictureFault }
  if (told.sizes?.length !== count) return { fault: told.fault ?? 'unreadable' }
  let start = lineEnd + 1
  const previews: Buffer[] = []
  for (const size of told.sizes) {
    previews.push(answer.subarray(start, start + size))
    start += size
  }
  return { previews }
}
