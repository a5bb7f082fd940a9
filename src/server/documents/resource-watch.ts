import { Worker } from 'node:worker_threads'

/** Bytes of the whole process, and CPU milliseconds since the last `reset`. */
type Ceilings = { rss: number; cpuMs?: number }

// Decoding and parsing block the main thread, and V8's heap limit ignores buffers and WebAssembly, so a second thread
// checks. It is fast enough: a decoder fills about 20 MB in this interval.
const look = `
  const { parentPort, workerData: { rss, cpuMs } } = require('node:worker_threads')
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  let since = spent()
  parentPort.on('message', () => { since = spent() })
  setInterval(() => {
    if (process.memoryUsage.rss() > rss || spent() - since > cpuMs) process.kill(process.pid, 'SIGKILL')
  }, 20)`

/** Kills this process when it exceeds a ceiling. */
export function watchResources({ rss, cpuMs = Number.POSITIVE_INFINITY }: Ceilings): { reset(): void } {
  const watcher = new Worker(look, { eval: true, workerData: { rss, cpuMs } })
  watcher.unref()
  return { reset: () => watcher.postMessage('reset') }
}
