import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { type Packet, packetSubject } from '#shared/ceu/packet.ts'
import { createCertificates } from './packet-certificates.ts'
import { periodText, writeCover } from './packet-cover.ts'
import { writeEntries, writeGaps } from './packet-entries.ts'
import { DISK_FULL, type FileHead, readFrames, type Told } from './packet-frames.ts'
import { openPaper } from './packet-paper.ts'

/**
 * A process of its own for one packet: the packet and then its certificates on stdin, one at a time when it asks for
 * it on stdout, the PDF to descriptor 3. A hostile certificate takes this process along and nothing else.
 */

const MAX_RSS = Number(process.argv[2] ?? 0)

// Parsing holds the main thread, and V8's own limit does not know of buffers: a second thread watches over both.
const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${MAX_RSS}) process.kill(process.pid, 'SIGKILL') }, 100)`
new Worker(watch, { eval: true }).unref()

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`)
const frames = readFrames(process.stdin)

const packet = (await frames.line()) as Packet
const paper = openPaper({
  title: `CE packet: ${packetSubject(packet.cycle)}, ${periodText(packet.cycle)}`,
  author: packet.owner,
  madeAt: new Date(`${packet.madeOn}T00:00:00Z`),
  running: { whose: packet.owner, what: packetSubject(packet.cycle), when: periodText(packet.cycle) },
})
const output = createWriteStream('', { fd: 3, start: 0 })
// No certificate's fault: told by the code, so that none is blamed for it.
output.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'ENOSPC' || code === 'EDQUOT' ? DISK_FULL : 1),
)
paper.doc.pipe(output)

writeCover(paper, packet)
writeEntries(paper, packet)
writeGaps(paper, packet)
if (packet.holdsFiles) await writeCertificates()
const pages = paper.close()
await once(output, 'finish')
tell({ pages, size: output.bytesWritten })
process.exit(0)

/** What the paper has written so far goes out before the next certificate comes in. */
async function drain(): Promise<void> {
  while (paper.doc.readableLength > 0 || output.writableLength > 0) await setImmediate()
}

async function writeCertificates(): Promise<void> {
  const certificates = createCertificates(paper, packet)
  for (let index = 0; index < certificates.count; index++) {
    tell({ next: index })
    const head = (await frames.line()) as FileHead
    if ('absence' in head) await certificates.add(index, head)
    else await certificates.add(index, { ...head, bytes: await frames.bytes(head.size) })
    await drain()
  }
  certificates.end()
}
