import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

export type Logger = pino.Logger

const requests = new AsyncLocalStorage<string>()

/** Everything that `work` logs, however deep, carries the id of its request. */
export function loggingAs<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

/** Structured logs on stderr: stdout is for the one line that a person reads. Never hand it a token, a cookie, a password, a file's content or a license number. */
export function createLogger(level: string): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: () => {
      const requestId = requests.getStore()
      return requestId === undefined ? {} : { requestId }
    },
    serializers: { err: bare },
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'number', 'email'],
      censor: '[hidden]',
    },
  }
  return pino(options, pino.destination({ fd: 2, sync: false }))
}

/** The innermost cause: Drizzle wraps the driver's error, and its message holds the parameters, which no log may. */
function bare(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  if (!(root instanceof Error)) return root
  const { name, message, stack } = root
  const code = 'code' in root ? root.code : undefined
  // What PostgreSQL could not read (class 22) it repeats.
  const isRepeated = typeof code === 'string' && /^22...$/.test(code)
  return isRepeated ? { name, code } : { name, message, stack, code }
}
