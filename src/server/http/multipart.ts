import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import { Problem } from '#shared/http/errors.ts'

/** `name` comes from the client and must be cleaned; `bytes` must be read to the end or destroyed. */
export type IncomingFile = { name: string; bytes: Readable }

const limits = { files: 1, fields: 25, parts: 26, fieldSize: 10_000, headerPairs: 20, headerSize: 16_384 }
/** The most that fields and part headers around the file may take. */
const WRAPPING_BYTES = 1_000_000
/** If we wait for a client and it sends nothing for this long, it counts as disconnected. */
const IDLE_MS = 30_000

/**
 * Streams the file of a `multipart/form-data` request, in the field `file`, into `store`, and resolves to the result of
 * `store`. Keeps nothing in memory. If the request turns out to be invalid after `store` began, `bytes` fail, and this
 * function rejects once `store` has cleaned up. The rest of a refused body is read and discarded, so that the client
 * sees the response. `incoming` is the byte stream of `request` if it comes from a connection, because a web stream
 * copies each chunk. `onFields` gets the other fields, by name, and may throw to refuse them; without it every other
 * field is refused.
 */
export async function readOneFile<T>(
  { request, incoming }: { request: Request; incoming?: IncomingMessage },
  maxBytes: number,
  store: (file: IncomingFile) => Promise<T>,
  onFields: (fields: Record<string, string>) => void = refuseFields,
): Promise<T> {
  const contentType = request.headers.get('content-type') ?? ''
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType) || encoding !== 'identity') {
    throw new Problem('multipart_expected')
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + WRAPPING_BYTES) {
    throw new Problem('file_too_large')
  }
  const parser = createParser(contentType)
  const source = parser && (incoming ?? readableOf(request))
  if (!parser || !source) throw new Problem('bad_request')
  source.on('error', () => {})
  try {
    return await parse(source, parser, store, onFields)
  } finally {
    source.unpipe()
    // Read and discard the rest. A client that is cut off while sending may never read the response.
    source.resume()
  }
}

/** The request and its connection, for a route whose body has not been read yet. */
export function incomingForm(c: Context): { request: Request; incoming?: IncomingMessage } {
  const { incoming }: { incoming?: unknown } = c.env ?? {}
  return incoming instanceof IncomingMessage ? { request: c.req.raw, incoming } : { request: c.req.raw }
}

function readableOf({ body }: Request): Readable | null {
  // The types of the DOM and of Node differ when both are loaded, as in browser tests.
  return body && Readable.fromWeb(body as NodeReadableStream)
}

function createParser(contentType: string): BusboyInstance | null {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits, preservePath: true })
  } catch {
    return null
  }
}

async function parse<T>(
  source: Readable,
  parser: BusboyInstance,
  store: (file: IncomingFile) => Promise<T>,
  onFields: (fields: Record<string, string>) => void,
): Promise<T> {
  const fields = new Map<string, string>()
  const parsed = Promise.withResolvers<void>()
  let file: Readable | undefined
  let stored: Promise<T> | undefined
  const fail = (problem: unknown) => {
    parsed.reject(problem)
    source.unpipe(parser)
    file?.destroy(problem instanceof Error ? problem : undefined)
  }
  const failBadly = () => fail(new Problem('bad_request'))

  parser.on('file', (field, bytes, name: string | undefined) => {
    // The parser still emits errors on the stream after nobody reads it.
    bytes.on('error', () => {})
    file = bytes
    if (field !== 'file') return fail(refusal(String(field), 'Unknown field'))
    stored = store({ name: unescapeName(name ?? ''), bytes })
    stored.catch(fail)
  })
  parser.on('field', (name, value) => {
    if (name === 'file' || name === '__proto__') return fail(refusal(name, 'Unknown field'))
    if (fields.has(name)) return fail(refusal(name, 'Send each field once'))
    fields.set(name, value)
  })
  parser.on('filesLimit', () => fail(refusal('file', 'Send one file at a time')))
  parser.on('fieldsLimit', failBadly)
  parser.on('partsLimit', failBadly)
  parser.on('error', failBadly)
  parser.on('finish', parsed.resolve)
  source.on('error', failBadly)
  // If bytes are waiting for the storage, the storage is slow, and the client is not to blame.
  const idle = setTimeout(() => (parser.writableLength > 0 ? idle.refresh() : failBadly()), IDLE_MS)
  source.on('data', () => idle.refresh())
  source.on('end', () => clearTimeout(idle))
  // If the client disconnected before anyone listened, the error event is already past.
  const stopIfCut = () => source.readableEnded || failBadly()
  source.on('close', stopIfCut)
  if (source.destroyed) stopIfCut()
  source.pipe(parser)

  try {
    await parsed.promise
    if (!stored) throw refusal('file', 'Required')
    onFields(Object.fromEntries(fields))
    return await stored
  } finally {
    clearTimeout(idle)
    await stored?.catch(() => {})
  }
}

function refuseFields(fields: Record<string, string>): void {
  const errors = Object.keys(fields).map((path) => ({ path, message: 'Unknown field' }))
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

/** How browsers escape characters that quoted names may not contain (HTML, multipart/form-data encoding). */
function unescapeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

function refusal(path: string, message: string): Problem {
  return new Problem('invalid', { errors: [{ path, message }] })
}
