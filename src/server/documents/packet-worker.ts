import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { watchResources } from './resource-watch.ts'
import {
  type AttachmentHeader,
  createFrameReader,
  DISK_FULL,
  type PacketDocument,
  type PdfBuilder,
  type WorkerMessage,
} from './worker-protocol.ts'

/**
 * Runs in a separate process, one per document. Reads the document from stdin, and then its files one at a time as it
 * requests them on stdout; writes the PDF to descriptor 3. A hostile file can crash only this process.
 */

const [, , MAX_RSS = '0', MAX_CPU_MS = '0'] = process.argv

const watch = watchResources({ rss: Number(MAX_RSS), cpuMs: Number(MAX_CPU_MS) })

const send = (message: WorkerMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)
const frames = createFrameReader(process.stdin)

const builder = await openBuilder(await frames.line<PacketDocument>())
const output = createWriteStream('', { fd: 3, start: 0 })
// Reported by the exit code, so that no attachment is blamed for it.
output.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'ENOSPC' || code === 'EDQUOT' ? DISK_FULL : 1),
)
builder.doc.pipe(output)
for (let index = 0; index < builder.count; index++) {
  send({ next: index })
  watch.reset()
  const head = await frames.line<AttachmentHeader>()
  const attachment = 'omitted' in head ? head : { ...head, bytes: await frames.bytes(head.size) }
  await builder.add(index, attachment, flushed)
  await flushed()
}
const pages = builder.close()
await once(output, 'finish')
send({ pages, size: output.bytesWritten })
process.exit(0)

/** Each kind imports only what it needs: a visitor waits while a copy is made. */
async function openBuilder(document: PacketDocument): Promise<PdfBuilder> {
  switch (document.kind) {
    case 'ceu':
      return (await import('./ceu-packet.ts')).buildCeuPacket(document)
    case 'share':
      return (await import('./share-packet.ts')).buildSharePacket(document)
    case 'copy':
      return (await import('./pdf-copy.ts')).buildCopy(document.language)
  }
}

/** Bounds memory: pending output is written before the next input is read. */
async function flushed(): Promise<void> {
  while (builder.doc.readableLength > 0 || output.writableLength > 0) await setImmediate()
}
