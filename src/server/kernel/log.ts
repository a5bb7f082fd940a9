import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { forwardLog } from './log-forward.ts'

export type Logger = pino.Logger

const requests = new AsyncLocalStorage<string>()

/** Adds the request id to everything that `work` logs, including asynchronous calls. */
export function loggingAs<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

/**
 * Structured logs on stderr; stdout is only for the line that people read. Never log a token, a cookie, a password,
 * file content, a license number or a confirmation number. `forwardTo` is the `tls:` address of a server that gets the
 * same lines.
 */
export function createLogger(level: string, forwardTo?: string): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: () => {
      const requestId = requests.getStore()
      return requestId === undefined ? {} : { requestId }
    },
    serializers: { err: bare },
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'number', 'confirmation', 'email'],
      censor: '[hidden]',
    },
  }
  const stderr = pino.destination({ fd: 2, sync: false })
  if (forwardTo === undefined) return pino(options, stderr)
  const report = (reason: string) =>
    void stderr.write(
      `${JSON.stringify({ level: 40, time: Date.now(), reason, msg: 'the log is not forwarded' })}\n`,
    )
  const forwarder = forwardLog(new URL(forwardTo), report)
  // The logger filters by level; each stream accepts everything that passes.
  const all = 'trace' as const
  return pino(
    options,
    pino.multistream([
      { stream: stderr, level: all },
      { stream: forwarder, level: all },
    ]),
  )
}

/**
 * The root cause: Drizzle wraps the driver's error in one whose message contains the parameters, which must not be
 * logged.
 */
function bare(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  if (!(root instanceof Error)) return root
  const { name, message, stack } = root
  const code = 'code' in root ? root.code : undefined
  // PostgreSQL repeats the values it could not parse (class 22) in the message.
  const isRepeated = typeof code === 'string' && /^22...$/.test(code)
  return isRepeated ? { name, code } : { name, message, stack, code }
}
