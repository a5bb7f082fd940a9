import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Services } from '#server/services.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import { Problem } from '#shared/http/errors.ts'

const ANSWER_MS = 60_000

/**
 * Lets the operator's ClamAV look at stored bytes; does nothing without one. Rejects with `file_infected`, or with
 * `unavailable` if there is no answer: an unchecked file is not kept.
 */
export async function scanForViruses(
  { config, log, storage }: Pick<Services, 'config' | 'log' | 'storage'>,
  key: string,
): Promise<void> {
  if (config.VIRUS_SCANNER === undefined) return
  const bytes = await storage.read(key)
  if (!bytes) throw new Problem('file_bytes_missing')
  const answer = await askScanner(config.VIRUS_SCANNER, bytes).catch((err: unknown) => {
    log.error({ err }, 'the virus scanner does not answer')
    throw new Problem('unavailable')
  })
  if (/ FOUND\0?$/.test(answer)) throw new Problem('file_infected')
  if (!/: OK\0?$/.test(answer)) {
    log.error({ answer: answer.slice(0, 200) }, 'the virus scanner could not check a file')
    throw new Problem('unavailable')
  }
}

async function askScanner(place: string, bytes: Readable): Promise<string> {
  const [host = '', port] = place.split(/:(?=\d+$)/)
  const socket = port === undefined ? connect(place) : connect(Number(port), host)
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('No answer in time')))
  const answer = text(socket)
  // Awaited only after everything is sent: a scanner that is away must not end the process before.
  answer.catch(() => {})
  try {
    await pipeline(Readable.from(commandOf(bytes)), socket, { end: false })
    return await answer
  } finally {
    socket.destroy()
    bytes.destroy()
  }
}

/** INSTREAM of clamd: each part with its length, then an empty one. */
async function* commandOf(bytes: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const part of chunksOf(bytes)) {
    yield lengthOf(part.length)
    yield part
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
