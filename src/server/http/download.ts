import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Logger } from '#server/kernel/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Problem } from '#shared/http/errors.ts'
import { problemOf } from './problem.ts'

/** `name` with the extension of the type, so that a PDF is not saved as a program. */
export type Download = { key: string; name: string; size: number; mimeType: string; sha256: string }

type Range = { start: number; end: number }

/**
 * Sends stored bytes, so that a browser shows or saves them but never runs them. Sends all bytes, one range, or 304.
 * Awaits `beforeBytes` before the first byte of a download, but not before later ranges. Rejects with
 * `file_bytes_missing` if the bytes are missing or truncated.
 */
export async function answerBytes(
  c: Context,
  storage: Storage,
  file: Download,
  disposition: 'attachment' | 'inline',
  beforeBytes: () => Promise<void> = async () => {},
): Promise<Response> {
  const etag = `"${file.sha256}"`
  const headers: Record<string, string> = {
    ...fileHeaders(etag),
    'Accept-Ranges': 'bytes',
    'Content-Type': file.mimeType,
    'Content-Disposition': contentDisposition(disposition, file.name),
  }
  if ((await storage.size(file.key)) !== file.size) throw new Problem('file_bytes_missing')
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, 'Content-Length': String(file.size) })

  const ifRange = c.req.header('if-range')
  const asked = ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined
  const range = rangeOf(asked, file.size)
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })
  }
  if (!range || range.start === 0) await beforeBytes()
  const bytes = await storage.read(file.key, range ?? undefined)
  if (!bytes) throw new Problem('file_bytes_missing')
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`
  return c.body(streamBody(c, bytes), range ? 206 : 200, headers)
}

/**
 * The body of a response. Closes `bytes` when the client disconnects, or immediately if the client already has: an open
 * file that nobody closes ends the process when it is garbage-collected.
 */
export function streamBody(c: Context, bytes: Readable): ReadableStream {
  const { signal } = c.req.raw
  if (signal.aborted) {
    bytes.destroy()
    throw new Problem('bad_request')
  }
  signal.addEventListener('abort', () => bytes.destroy(), { once: true })
  // Errors are reported by whoever reads the bytes.
  bytes.on('error', () => {})
  const env: Env | undefined = c.env
  if (!(env?.outgoing instanceof ServerResponse)) {
    const read = Readable.toWeb(bytes)
    return breakingOff(c, () => read)
  }
  env.outgoing.once('close', () => bytes.destroy())
  const body = breakingOff(c, () => Readable.toWeb(bytes))
  direct.set(env, { body, bytes, onBreak: breakReport(c) })
  return body
}

type Env = { outgoing?: unknown }
type Direct = { body: ReadableStream; bytes: Readable; onBreak(error: unknown): void }
const direct = new WeakMap<Env, Direct>()

/**
 * Wraps `fetch` of an app behind node:http. A body of `streamBody` goes directly from its source to the connection,
 * because a web stream in between copies every chunk. If a middleware has replaced the body, the response is left
 * alone.
 */
export function sendingDirectly<E extends Env>(
  fetch: (request: Request, env: E) => Response | Promise<Response>,
) {
  return async (request: Request, env: E): Promise<Response> => {
    const response = await fetch(request, env)
    const found = direct.get(env)
    const { outgoing } = env
    if (!found || !(outgoing instanceof ServerResponse) || response.body !== found.body) return response
    send(response, found, outgoing)
    return RESPONSE_ALREADY_SENT
  }
}

function send({ status, headers }: Response, { bytes, onBreak }: Direct, outgoing: ServerResponse): void {
  const fail = (error: unknown) => {
    onBreak(error)
    outgoing.destroy()
  }
  if (outgoing.destroyed) bytes.destroy()
  else if (bytes.errored) fail(bytes.errored)
  else {
    for (const [name, value] of headers) outgoing.appendHeader(name, value)
    outgoing.writeHead(status)
    bytes.once('error', fail)
    bytes.pipe(outgoing)
  }
}

/**
 * The same bytes, for a response that has started. If they fail, logs one line and breaks the connection, so that the
 * sent part cannot pass for a complete file. Without this, the HTTP server would print the raw error.
 */
export function breakingOff(c: Context, open: () => ReadableStream): ReadableStream {
  let reader: ReadableStreamDefaultReader | undefined
  const { outgoing }: Env = c.env ?? {}
  const onBreak = breakReport(c)
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          reader ??= open().getReader()
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          onBreak(error)
          if (!(outgoing instanceof ServerResponse)) return controller.error(error)
          outgoing.destroy()
          controller.close()
        }
      },
      cancel: (reason) => (reader ? reader.cancel(reason) : open().cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}

/** Logs that a response breaks off, unless the client has disconnected. */
function breakReport(c: Context): (error: unknown) => void {
  // Read the path now: once the response has started, it is the path of the last middleware.
  const path = c.req.routePath
  return (error) => {
    if (!c.req.raw.signal.aborted) logBreak(c, path, error)
  }
}

/** A damaged document needs no stack trace, because the program did nothing wrong. */
function logBreak(c: Context, path: string, error: unknown): void {
  const log: Logger | undefined = c.get('log')
  const { code } = problemOf(error)
  const about = { requestId: c.get('requestId'), path }
  log?.error(error instanceof Problem ? about : { ...about, err: error }, `a response broke off: ${code}`)
}

/** For every response with a nurse's document: no caching, no scripts, no framing by other origins. */
export function fileHeaders(etag?: string): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { ETag: etag }),
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const given = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return given.includes(etag) || given.includes('*')
}

/** `null` means to send everything, for example for several ranges or for another unit. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  if (header === undefined || !/^bytes\s*=/i.test(header) || header.includes(',')) return null
  const [, first = '', last = ''] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return 'unsatisfiable'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** RFC 6266: an ASCII name for old browsers, the real name for the others. */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
