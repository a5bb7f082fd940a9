import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'

const DEFAULT_PORT = 6514
/** The size of the queue while the log server is unreachable; beyond that the oldest lines are dropped and counted. */
const MAX_QUEUED_BYTES = 4_000_000
const FIRST_RETRY_MS = 1000
const MOST_RETRY_MS = 60_000
/** `local0` of syslog. */
const FACILITY = 16

export type LogForwarder = { write(line: string): void; close(): void }

/**
 * Sends each line of the log to a syslog server over TLS (RFC 5425), verifying its certificate. Never waits and never
 * throws: without the server, Lanyard keeps working. `report` is called once when the server cannot be reached.
 */
export function forwardLog(
  address: URL,
  report: (reason: string) => void,
  options: Pick<ConnectionOptions, 'ca'> & { retryMs?: number } = {},
): LogForwarder {
  const { retryMs: firstRetryMs = FIRST_RETRY_MS, ...tls } = options
  const queue: Buffer[] = []
  let queuedBytes = 0
  let lost = 0
  let retryMs = firstRetryMs
  let isReported = false
  let isClosed = false
  let socket = open()

  function open(): TLSSocket {
    const host = address.hostname.replace(/^\[|\]$/g, '')
    const servername = isIP(host) === 0 ? host : ''
    const opened = connect({ host, servername, port: Number(address.port || DEFAULT_PORT), ...tls })
    opened.unref()
    opened.on('secureConnect', () => {
      retryMs = firstRetryMs
      isReported = false
      flush()
    })
    opened.on('drain', flush)
    opened.on('error', (error: NodeJS.ErrnoException) => {
      if (isReported) return
      isReported = true
      report(error.code ?? error.message)
    })
    opened.on('close', () => {
      if (isClosed) return
      setTimeout(() => {
        if (!isClosed) socket = open()
      }, retryMs).unref()
      retryMs = Math.min(retryMs * 2, MOST_RETRY_MS)
    })
    return opened
  }

  const canSend = () => socket.authorized && !socket.destroyed && !socket.writableNeedDrain

  function flush(): void {
    if (lost > 0 && canSend()) {
      socket.write(frameOf(JSON.stringify({ level: 40, msg: 'log lines were not forwarded', lost })))
      lost = 0
    }
    while (queue.length > 0 && canSend()) {
      const frame = queue.shift()
      if (!frame) return
      queuedBytes -= frame.length
      socket.write(frame)
    }
  }

  return {
    write(line) {
      const frame = frameOf(line.trimEnd())
      queue.push(frame)
      queuedBytes += frame.length
      while (queuedBytes > MAX_QUEUED_BYTES) {
        queuedBytes -= queue.shift()?.length ?? queuedBytes
        lost += 1
      }
      flush()
    },
    close() {
      isClosed = true
      socket.end()
    },
  }
}

const severities: Record<number, number> = { 60: 2, 50: 3, 40: 4, 30: 6 }
const DEBUG_SEVERITY = 7

/** One message of RFC 5424, preceded by its length. */
function frameOf(line: string): Buffer {
  const level = Number(/"level":(\d+)/.exec(line)?.[1])
  const priority = FACILITY * 8 + (severities[level] ?? DEBUG_SEVERITY)
  const header = `<${priority}>1 ${new Date().toISOString()} ${hostname()} lanyard ${process.pid} - -`
  const message = Buffer.from(`${header} ${line}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}
