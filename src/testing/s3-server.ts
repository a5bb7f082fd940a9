import crypto, { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
// @ts-expect-error it has no types
import S3rver from '@20minutes/s3rver'

// s3rver encrypts its continuation tokens with DES, which OpenSSL no longer supports. Triple DES with one key is
// equivalent.
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const real = crypto[name] as (algorithm: string, key: Buffer, iv: Buffer) => unknown
  const threefold = (algorithm: string, key: Buffer, iv: Buffer) =>
    algorithm === 'des' ? real('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : real(algorithm, key, iv)
  Object.assign(crypto, { [name]: threefold })
}

/** A fault of the next request with this method. `cut` breaks off in the middle of the response body. */
export type S3Fault = { method: string; does: 'reset' | 'cut' | { status: number; code: string } }

export type S3Server = {
  /** The S3_* settings for this server. */
  settings: Record<string, string>
  faults: S3Fault[]
  /** Method and path of every request, oldest first. */
  requests: string[]
  stop(): Promise<void>
}

type Rver = { run(): Promise<AddressInfo>; close(): Promise<void> }

const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

/**
 * An S3 server with one empty bucket, on loopback. It verifies every signature. A proxy in front adds what the server
 * lacks: it refuses unsigned requests, and bodies that do not match the signed hash.
 */
export async function startS3Server(bucket = 'documents'): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'lanyard-s3-'))
  const rver: Rver = new S3rver({
    ...{ directory, address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false },
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await rver.run()
  const faults: S3Fault[] = []
  const requests: string[] = []
  const proxy = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const fault = faults.findIndex(({ method }) => method === incoming.method)
    const does = fault === -1 ? null : faults.splice(fault, 1)[0]?.does
    pass(port, incoming, answer, does ?? null).catch(() => answer.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: proxyPort } = proxy.address() as AddressInfo
  return {
    settings: { ...keys, S3_ENDPOINT: `http://127.0.0.1:${proxyPort}`, S3_BUCKET: bucket },
    faults,
    requests,
    async stop() {
      await closed(proxy)
      await rver.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function pass(
  port: number,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: S3Fault['does'] | null,
): Promise<void> {
  const body = await buffer(incoming)
  if (fault === 'reset') return void incoming.socket.resetAndDestroy()
  if (fault !== null && fault !== 'cut') return refuse(answer, fault.status, fault.code)
  const { method, url, headers } = incoming
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return refuse(answer, 403, 'AccessDenied')
  const hash = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== hash) return refuse(answer, 400, 'XAmzContentSHA256Mismatch')
  if (method === 'PUT' && headers['content-length'] === undefined) {
    return refuse(answer, 411, 'MissingContentLength')
  }
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers })
  inner.end(body)
  const [found] = (await once(inner, 'response')) as [IncomingMessage]
  const responseBody = await buffer(found)
  answer.writeHead(found.statusCode ?? 500, found.headers)
  if (fault !== 'cut') return void answer.end(responseBody)
  answer.write(responseBody.subarray(0, Math.ceil(responseBody.length / 2)), () => incoming.socket.destroy())
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status, { 'Content-Type': 'application/xml' })
  answer.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
