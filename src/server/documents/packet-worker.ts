import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type Book,
  DISK_FULL,
  type FileHead,
  type PacketDocument,
  readFrames,
  type Told,
} from './worker-protocol.ts'

/**
 * A process of its own for one document: what it tells and then its files on stdin, one at a time when it asks for it
 * on stdout, the PDF to descriptor 3. A hostile file takes this process along and nothing else.
 */

const [, , MAX_RSS = '0', MAX_CPU_MS = '0'] = process.argv

// Parsing holds the main thread, and V8's own limit does not know of buffers: a second thread watches over memory, and
// over the processor's time since the last message.
const watch = `
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  let since = spent()
  require('node:worker_threads').parentPort.on('message', () => { since = spent() })
  setInterval(() => {
    if (process.memoryUsage.rss() > ${MAX_RSS} || spent() - since > ${MAX_CPU_MS}) process.kill(process.pid, 'SIGKILL')
  }, 100)`
const watcher = new Worker(watch, { eval: true })
watcher.unref()

const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`)
const frames = readFrames(process.stdin)

const book = await openBook((await frames.line()) as PacketDocument)
const output = createWriteStream('', { fd: 3, start: 0 })
// No file's fault: told by the code, so that none is blamed for it.
output.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'ENOSPC' || code === 'EDQUOT' ? DISK_FULL : 1),
)
book.doc.pipe(output)
for (let index = 0; index < book.count; index++) {
  tell({ next: index })
  watcher.postMessage('next')
  const head = (await frames.line()) as FileHead
  const piece = 'absence' in head ? head : { ...head, bytes: await frames.bytes(head.size) }
  await book.add(index, piece, written)
  await written()
}
const pages = book.close()
await once(output, 'finish')
tell({ pages, size: output.bytesWritten })
process.exit(0)

/** Each kind loads only what it needs: a copy is made while somebody waits. */
async function openBook(document: PacketDocument): Promise<Book> {
  switch (document.kind) {
    case 'ceu':
      return (await import('./ceu-packet.ts')).openCeuPacket(document.packet)
    case 'share':
      return (await import('./share-packet.ts')).openSharePacket(document.view)
    case 'copy':
      return (await import('./pdf-copy.ts')).openCopy()
  }
}

/** What was made so far goes out before more comes in. */
async function written(): Promise<void> {
  while (book.doc.readableLength > 0 || output.writableLength > 0) await setImmediate()
}
