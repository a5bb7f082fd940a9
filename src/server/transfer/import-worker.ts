import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '#shared/http/errors.ts'
import { type ReadMessage, readExport } from './import-data-service.ts'
import { openArchive } from './import-zip-service.ts'

// The thread that reads an untrusted ZIP: if it runs out of memory or time, nothing else does.

const { fd }: { fd: number } = workerData
const send = (message: ReadMessage) => parentPort?.postMessage(message)

try {
  await readExport(await openArchive(fd), send)
} catch (error) {
  if (!(error instanceof Problem)) throw error
  send({ problem: { code: error.code, errors: error.errors } })
}
