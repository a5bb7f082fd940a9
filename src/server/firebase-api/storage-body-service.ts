import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Dicer } from '@fastify/busboy'
import { chunksOf } from '#server/storage/chunks.ts'
import { type UploadMetadata, uploadMetadata } from '#shared/files/stored-object.ts'
import { invalid, Problem } from '#shared/http/errors.ts'

/** The most bytes that the JSON of an upload may have. */
export const METADATA_BYTES = 20_000
/** If we wait for a client and it sends nothing for this long, it counts as disconnected. */
const IDLE_MS = 30_000
const noMetadata = uploadMetadata.parse({})

type Use<T> = (metadata: UploadMetadata, bytes: Readable) => Promise<T>

/**
 * Streams the body into `use` and resolves to its result. If the body breaks off, or has more than `maxBytes`, `bytes`
 * fail. The rest of a refused body is read and discarded, so that the client sees the response.
 */
export async function readBytes<T>(
  request: Request,
  maxBytes: number,
  use: (bytes: Readable) => Promise<T>,
): Promise<T> {
  const { body, headers } = request
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') throw new Problem('bad_request')
  const source = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([])
  source.on('error', () => {})
  const bytes = new PassThrough()
  bytes.on('error', () => {})
  const fail = (code: 'bad_request' | 'file_too_large') => {
    source.unpipe(bytes)
    bytes.destroy(new Problem(code))
  }
  // If bytes are waiting for the storage, the storage is slow, and the client is not to blame.
  const idle = setTimeout(() => (bytes.writableLength > 0 ? idle.refresh() : fail('bad_request')), IDLE_MS)
  let size = 0
  source.on('data', (chunk: Buffer) => {
    idle.refresh()
    size += chunk.length
    if (size > maxBytes) fail('file_too_large')
  })
  source.on('error', () => fail('bad_request'))
  source.on('end', () => clearTimeout(idle))
  try {
    if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Problem('file_too_large')
    source.pipe(bytes)
    return await use(bytes)
  } finally {
    clearTimeout(idle)
    source.unpipe()
    source.resume()
  }
}

/** The upload of one request: `multipart/related` has JSON first and then the bytes; any other body is the bytes. */
export function readUpload<T>(request: Request, maxBytes: number, use: Use<T>): Promise<T> {
  const type = request.headers.get('content-type') ?? ''
  const [, quoted, plain] =
    /^multipart\/related\s*;.*?\bboundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) {
    if (/^multipart\//i.test(type)) return Promise.reject(new Problem('bad_request'))
    return readBytes(request, maxBytes, (bytes) => use(noMetadata, bytes))
  }
  return readBytes(request, maxBytes + 2 * METADATA_BYTES, (bytes) => readRelated(bytes, boundary, use))
}

async function readRelated<T>(body: Readable, boundary: string, use: Use<T>): Promise<T> {
  const parser = new Dicer({ boundary, maxHeaderPairs: 20 })
  const parsed = Promise.withResolvers<void>()
  let metadata: Promise<UploadMetadata> | undefined
  let used: Promise<T> | undefined
  let file: Readable | undefined
  const fail = (problem: unknown) => {
    parsed.reject(problem)
    body.unpipe(parser)
    file?.destroy(problem instanceof Error ? problem : undefined)
  }
  const failBadly = () => fail(new Problem('bad_request'))

  parser.on('part', (part) => {
    // The parser still emits errors on the stream after nobody reads it.
    part.on('error', () => {})
    if (!metadata) {
      metadata = readMetadata(part)
      metadata.catch(fail)
      return
    }
    if (used) return failBadly()
    file = part
    used = metadata.then((given) => use(given, part))
    used.catch(fail)
  })
  parser.on('error', failBadly)
  parser.on('finish', parsed.resolve)
  body.on('error', fail)
  body.pipe(parser)
  try {
    await parsed.promise
    if (!used) throw new Problem('bad_request')
    return await used
  } finally {
    await used?.catch(() => {})
  }
}

async function readMetadata(bytes: Readable): Promise<UploadMetadata> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of chunksOf(bytes)) {
    size += part.length
    if (size > METADATA_BYTES) throw new Problem('too_large')
    parts.push(part)
  }
  return parseMetadata(Buffer.concat(parts))
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem('not_json')
  }
}

/** The JSON of an upload. It is optional. */
export function parseMetadata(bytes: Uint8Array): UploadMetadata {
  if (bytes.length === 0) return noMetadata
  const parsed = uploadMetadata.safeParse(parseJson(bytes))
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/**
 * Reads and discards a body that no route has read. A client that is cut off while sending may never read the response.
 */
export function discardBody({ body, bodyUsed }: Request): void {
  if (!body || bodyUsed || body.locked) return
  Readable.fromWeb(body as NodeReadableStream)
    .on('error', () => {})
    .resume()
}
