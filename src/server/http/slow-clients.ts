import { randomUUID } from 'node:crypto'
import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#server/kernel/config.ts'
import { createGatheredLog } from '#server/kernel/gathered-log.ts'
import type { Logger } from '#server/kernel/log.ts'
import { networkPrefix } from '#server/kernel/security-log.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { MAX_EXPORT_BYTES } from '#shared/transfer/export.ts'
import { networkName } from './client-network.ts'
import { socketHeaders } from './security-headers.ts'

type Limits = Pick<
  Config,
  | 'TRUSTED_PROXY'
  | 'MAX_CONNECTIONS'
  | 'MAX_HEADER_BYTES'
  | 'CLIENT_PATIENCE'
  | 'REQUEST_TIMEOUT'
  | 'publicUrl'
>

/** A proxy keeps an idle connection for a minute. We must not close it before the proxy does. */
const KEEP_MS = { forProxy: 75_000, forAll: 10_000 }
/** The minimum that a client must send or read per second while we wait for it. */
const LEAST_BYTES = 1024
/** The minimum that a large request must send per second: half a megabit, which transfers a full vault in a day. */
const STEADY_BYTES = 64 * 1024
const LOOK_MS = 1000
/**
 * How long to wait until a refused client has the response. After that, the data that the client still sends resets the
 * connection.
 */
const LINGER_MS = 1000

export function socketOptions(limits: Limits): ServerOptions {
  const patienceMs = limits.CLIENT_PATIENCE * 1000
  return {
    maxHeaderSize: limits.MAX_HEADER_BYTES,
    headersTimeout: Math.min(patienceMs, limits.REQUEST_TIMEOUT * 1000),
    // The limit below depends on the bytes received. A vault of 5 GiB takes hours on most connections, but Node has
    // only one timeout for all requests.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(5000, patienceMs / 2),
    keepAliveTimeout: limits.TRUSTED_PROXY ? KEEP_MS.forProxy : KEEP_MS.forAll,
  }
}

/** A request and its response, as the socket sees them. */
type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Seconds since the exchange began, and the bytes that the socket had read by then. */
  age: number
  readBefore: number
  /** Seconds spent waiting only for the client, and the bytes transferred when that wait began. */
  waited: number
  bytes: number
}

/**
 * Refuses requests that never reach the app, in the same format as the app: headers that are too long or too slow,
 * input that is not HTTP, one connection too many. Cuts off a body that arrives too slowly, and a response that the
 * client does not read.
 */
export function guardSockets(
  server: Server,
  limits: Limits,
  log: Logger,
): { stop(): void; settled(): Promise<unknown> } {
  const exchanges = new Map<Socket, Exchange>()
  const refused = new WeakSet<Socket>()
  const record = createGatheredLog({ warn: (fields, message) => log.info(fields, message) })
  let isStopping = false
  let connections = 0

  const refuse = (socket: Socket, code: ProblemCode, retryAfter?: number) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const exchange = exchanges.get(socket)
    const isFree = exchange === undefined || !exchange.outgoing.headersSent
    const requestId = randomUUID()
    log.debug({ requestId, code }, 'a client was refused')
    record({ code, network: networkPrefix(networkName(socket.remoteAddress)) }, 'refused at the socket')
    if (!isFree || !socket.writable) return void socket.destroy()
    const problem = new Problem(code, retryAfter === undefined ? {} : { retryAfter })
    socket.end(writeResponse(problem, requestId, socketHeaders(limits)))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const code = error.code ?? ''
    const socket = stream as Socket
    if (code === 'HPE_HEADER_OVERFLOW') refuse(socket, 'headers_too_large')
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 'too_slow')
    else if (code.startsWith('HPE_')) refuse(socket, 'bad_request')
    else socket.destroy()
  })

  // Node's `maxConnections` drops connections without a response.
  const [accept] = server.listeners('connection') as [(this: Server, socket: Socket) => void]
  server.removeListener('connection', accept)
  server.on('connection', (socket: Socket) => {
    connections += 1
    socket.once('close', () => {
      connections -= 1
      exchanges.delete(socket)
    })
    if (connections <= limits.MAX_CONNECTIONS) return accept.call(server, socket)
    socket.on('error', () => {})
    refuse(socket, 'too_busy', 5)
  })

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    const exchange = {
      ...{ incoming, outgoing, age: 0, readBefore: socket.bytesRead },
      ...{ waited: 0, bytes: bytesBy(socket) },
    }
    if (isStopping) outgoing.shouldKeepAlive = false
    exchanges.set(socket, exchange)
    const forget = () => {
      const isOver = (incoming.complete || incoming.destroyed) && outgoing.closed
      if (isOver && exchanges.get(socket) === exchange) exchanges.delete(socket)
    }
    incoming.once('close', forget)
    outgoing.once('close', forget)
  })

  const look = setInterval(() => {
    for (const [socket, exchange] of exchanges) {
      exchange.age += LOOK_MS / 1000
      const brought = socket.bytesRead - exchange.readBefore
      if (!exchange.incoming.complete && exchange.age > secondsFor(brought, limits)) {
        refuse(socket, 'too_slow')
        continue
      }
      if (!isClientsTurn(socket, exchange.incoming)) continue
      exchange.waited += LOOK_MS / 1000
      if (exchange.waited < limits.CLIENT_PATIENCE) continue
      const bytes = bytesBy(socket)
      if (bytes - exchange.bytes < exchange.waited * LEAST_BYTES) refuse(socket, 'too_slow')
      else Object.assign(exchange, { waited: 0, bytes })
    }
  }, LOOK_MS)
  look.unref()
  server.once('close', () => clearInterval(look))

  return {
    /** Closes every connection after its current response. */
    stop() {
      isStopping = true
      for (const { outgoing } of exchanges.values()) outgoing.shouldKeepAlive = false
      server.closeIdleConnections()
    },
    /** Resolves once all current responses are sent or their clients have disconnected. */
    settled() {
      const open = [...exchanges.values()].filter(({ outgoing }) => !outgoing.closed)
      return Promise.all(
        open.map(({ outgoing }) => new Promise((resolve) => outgoing.once('close', resolve))),
      )
    },
  }
}

/**
 * How long receiving a request may take, by the bytes received. Bytes beyond the largest allowed request do not extend
 * the time.
 */
export function secondsFor(bytes: number, { REQUEST_TIMEOUT }: Pick<Limits, 'REQUEST_TIMEOUT'>): number {
  return Math.max(REQUEST_TIMEOUT, Math.min(bytes, MAX_EXPORT_BYTES) / STEADY_BYTES)
}

function isClientsTurn(socket: Socket, incoming: IncomingMessage): boolean {
  // While unread input is waiting, the server is slow, not the client.
  return socket.writableLength > 0 || (!incoming.complete && incoming.readableLength === 0)
}

/** Bytes received and bytes sent so far. */
function bytesBy(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength
}

function writeResponse(problem: Problem, requestId: string, headers: string[]): string {
  const body = JSON.stringify({ ...problem.toBody(), requestId })
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...headers,
    `X-Request-Id: ${requestId}`,
    ...(problem.retryAfter === undefined ? [] : [`Retry-After: ${problem.retryAfter}`]),
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
