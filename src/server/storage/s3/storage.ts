import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Settings } from '#server/kernel/config.ts'
import { checkKey, isKey, type Storage } from '#server/storage/storage.ts'
import { spool } from '#server/storage/temp-file.ts'
import { isDiskFull } from '#server/storage/write.ts'
import { Problem } from '#shared/http/errors.ts'
import { createS3Client, isFull, type S3Client, S3Error } from './client.ts'
import { readListing } from './listing.ts'

const RESUMES = 3
const RESUME_PAUSE_MS = 200
/** A store with versioning keeps every probe forever, so most checks only read. */
const PROBE_EVERY_MS = 600_000

/** Storage in its own bucket. Uploads are spooled in `spoolFolder` until they are sent. */
export function createS3Storage(settings: S3Settings, spoolFolder: string, pageSize = 1000): Storage {
  const client = createS3Client(settings)
  let probedAt = Number.NEGATIVE_INFINITY

  const storage: Storage = {
    keySuffix: '',

    async write(key, bytes, { maxBytes }) {
      checkKey(key)
      try {
        const spooled = await spool(spoolFolder, bytes, maxBytes)
        const { size, sha256 } = spooled
        const headers = {
          'Content-Length': String(size),
          'Content-Type': 'application/octet-stream',
          'X-Amz-Content-Sha256': sha256,
        }
        try {
          await drained(client.send({ method: 'PUT', key, headers, body: () => spooled.open() }))
        } catch (error) {
          // The store may have the complete object nevertheless. The sweeper removes what cannot be removed now.
          await drained(client.send({ method: 'DELETE', key, accept: [404], tries: 1 })).catch(() => {})
          throw error
        } finally {
          await spooled.close()
        }
        return { size, sha256 }
      } catch (error) {
        bytes.destroy()
        const noRoom = isDiskFull(error) || (error instanceof S3Error && isFull(error))
        throw noRoom ? new Problem('storage_full') : error
      }
    },

    async read(key, range) {
      checkKey(key)
      const start = range?.start ?? 0
      const answer = await fetchFrom(client, key, start, range?.end)
      return answer && pour(answer, (offset) => fetchFrom(client, key, start + offset, range?.end))
    },

    async size(key) {
      const answer = await client.send({ method: 'HEAD', key: checkKey(key), accept: [404] })
      return answer.status === 404 ? null : Number(answer.headers.get('content-length'))
    },

    async remove(key) {
      await drained(client.send({ method: 'DELETE', key: checkKey(key), accept: [404] }))
    },

    async *list(prefix) {
      let next: string | null = null
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': String(pageSize) }
        if (next !== null) query['continuation-token'] = next
        const listing = readListing(await client.text({ method: 'GET', query }))
        // Ignore objects that someone else put into the bucket.
        for (const object of listing.objects) if (isKey(object.key)) yield object
        next = listing.next
      } while (next !== null)
    },

    async check() {
      const query = { 'list-type': '2', 'max-keys': '1' }
      readListing(await client.text({ method: 'GET', query, tries: 2 }))
      if (performance.now() - probedAt < PROBE_EVERY_MS) return
      const key = `incoming/${randomUUID()}`
      await storage.write(key, Readable.from([Buffer.from('written')]), { maxBytes: 100 })
      await storage.remove(key)
      probedAt = performance.now()
    },
  }
  return storage
}

/** From `start` to `end`, both inclusive; `null` if the key does not exist. */
async function fetchFrom(
  client: S3Client,
  key: string,
  start: number,
  end: number | undefined,
): Promise<Response | null> {
  const isPart = start > 0 || end !== undefined
  const headers: Record<string, string> = {}
  if (isPart) headers.Range = `bytes=${start}-${end ?? ''}`
  const answer = await client.send({ method: 'GET', key, headers, accept: [404, 416] })
  if (answer.status === 404) {
    await answer.body?.cancel()
    return null
  }
  if (isPart && answer.status === 200) {
    await answer.body?.cancel()
    throw new Error('The store answers no ranges')
  }
  return answer
}

/** Streams the response's body; after a lost connection it resumes with the same object. */
function pour(first: Response, again: (offset: number) => Promise<Response | null>): Readable {
  // A range beyond the end is empty, as for a file on disk.
  if (first.status === 416) {
    void first.body?.cancel()
    return Readable.from([])
  }
  const expected = Number(first.headers.get('content-length') ?? Number.NaN)
  let body = first.body?.getReader()

  async function* parts(): AsyncGenerator<Uint8Array> {
    let offset = 0
    let lost = 0
    while (body) {
      const part = await body.read().catch((error: unknown) => ({ error }))
      if ('value' in part && part.value) {
        offset += part.value.byteLength
        lost = 0
        yield part.value
        continue
      }
      if (!('error' in part) && (Number.isNaN(expected) || offset >= expected)) return
      lost += 1
      if (lost > RESUMES)
        throw new Error('The store broke off', { cause: 'error' in part ? part.error : undefined })
      await pause(RESUME_PAUSE_MS * lost)
      const rest = await again(offset)
      body = rest?.body?.getReader()
      // Not If-Match, which not every store supports.
      const isSame = rest?.status === 206 && rest.headers.get('etag') === first.headers.get('etag')
      if (!isSame) throw new Error('The object was replaced or removed while it was read')
    }
  }

  const stream = Readable.from(parts(), { objectMode: false })
  stream.once('close', () => void body?.cancel().catch(() => {}))
  return stream
}

/** Cancels the body; an unread response would keep its connection. */
async function drained(answer: Promise<Response>): Promise<void> {
  await (await answer).body?.cancel()
}
