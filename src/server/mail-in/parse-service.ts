import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { outputOfConfined } from '#server/documents/confined-process.ts'
import { MAX_MAIL_BYTES } from '#shared/mail-in/mail-in.ts'
import type { MailPart } from './parts-service.ts'

/** A mail of 40 MiB takes about 2 seconds, and 10 if it forwards another. */
const MAX_CPU_MS = 30_000
/** On a busy machine the process waits for the processor much longer than it uses it. */
const MAX_MS = 300_000
/** Beyond what Node takes. A mail of 40 MiB that forwards another takes 1.0 to 1.4 GB, depending on the garbage collector. */
const MAX_MEMORY_BYTES = 2_000_000_000
/** The documents of a mail are never larger than the mail. */
const MAX_OUTPUT_BYTES = MAX_MAIL_BYTES + 1_000_000

const worker = fileURLToPath(new URL('./parse-worker.ts', import.meta.url))

/**
 * The documents of a mail, read in a separate process: anyone can send one that takes any amount of time. `null` if it
 * takes too much, or cannot be read. Rejects only if no process can be started.
 */
export async function readParts(raw: Buffer): Promise<MailPart[] | null> {
  const source = Readable.from([raw], { objectMode: false })
  const output = await outputOfConfined(source, [worker, String(MAX_MEMORY_BYTES), String(MAX_CPU_MS)], {
    ...{ maxMs: MAX_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
  })
  const lineEnd = output.indexOf('\n')
  if (lineEnd < 0) return null
  const described: (Omit<MailPart, 'bytes'> & { size: number })[] = JSON.parse(
    output.toString('utf8', 0, lineEnd),
  )
  let start = lineEnd + 1
  return described.map(({ name, mimeType, size }) => {
    const bytes = output.subarray(start, start + size)
    start += size
    return { name, mimeType, bytes }
  })
}
