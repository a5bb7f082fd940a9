import { buffer } from 'node:stream/consumers'
import { watchResources } from '#server/documents/resource-watch.ts'
import { partsOf } from './parts-service.ts'

/**
 * Runs in a separate process, one per mail: `node parse-worker.ts <max bytes> <max CPU ms>`. Reads the mail from stdin;
 * writes one line of JSON and then the bytes of its documents to stdout. A hostile mail can crash only this process.
 */

const [, , maxBytes, maxCpuMs] = process.argv

watchResources({ rss: process.memoryUsage.rss() + Number(maxBytes), cpuMs: Number(maxCpuMs) })

const parts = await partsOf(await buffer(process.stdin))
const described = parts.map(({ name, mimeType, bytes }) => ({ name, mimeType, size: bytes.length }))
process.stdout.write(`${JSON.stringify(described)}\n`)
for (const { bytes } of parts) process.stdout.write(bytes)
