import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './route.ts'

const WORTHWHILE_BYTES = 1024
const QUALITY = 4
const compress = promisify(brotliCompress)

/**
 * Whether a response with the owner's data may be compressed. It may if our own page or the address bar requested it.
 * Otherwise another site could learn from the length of a response what it contains (docs/decisions/0045).
 */
export function mayCompress(header: (name: string) => string | undefined): boolean {
  const from = header('sec-fetch-site')
  return (from === 'same-origin' || from === 'none') && /\bbr\b/.test(header('accept-encoding') ?? '')
}

export function compressed(bytes: Uint8Array): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return compress(bytes, { params })
}

/** Compresses JSON from 1 kB on. Downloads are not compressed: their length is sent, and they may be streamed. */
export const compressJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  // Do not access the body here: the server would build a second response around it, which costs a tenth of a list
  // request.
  const { headers, status } = c.res
  if (!/^application\/(problem\+)?json/.test(headers.get('content-type') ?? '')) return
  if (headers.has('content-disposition') || headers.has('content-encoding')) return
  headers.append('Vary', 'Accept-Encoding')
  if (!mayCompress((name) => c.req.header(name))) return
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  const isWorthwhile = bytes.length >= WORTHWHILE_BYTES
  const kept = new Headers(headers)
  kept.delete('content-length')
  if (isWorthwhile) kept.set('Content-Encoding', 'br')
  c.res = undefined
  c.res = new Response(isWorthwhile ? new Uint8Array(await compressed(bytes)) : bytes, {
    status,
    headers: kept,
  })
}
