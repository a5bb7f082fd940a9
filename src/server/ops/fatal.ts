import type { Logger } from '#server/kernel/log.ts'
import { Problem } from '#shared/http/errors.ts'

/**
 * After an exception that nobody caught, or a rejection, nothing in this process can be relied on: one line in the log,
 * `stop` ends the process in order, and its exit code is 1, so that whatever runs it starts it again.
 */
export function stopOnFatal(log: Logger, stop: () => void): void {
  // Node hands it rejections, too.
  process.on('uncaughtException', (error, origin) => {
    process.exitCode = 1
    try {
      log.fatal({ err: error, origin }, 'an error that nobody caught: the process stops')
      stop()
    } catch {
      process.exit(1)
    }
  })
}

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

/** `fetch` until `close` is called; from then on every new request is refused with 503. */
export function createIntake<Env>(fetch: Fetch<Env>): { fetch: Fetch<Env>; close(): void } {
  let isOpen = true
  return {
    fetch: (request, env) => (isOpen ? fetch(request, env) : refusal()),
    close() {
      isOpen = false
    },
  }
}

function refusal(): Response {
  const problem = new Problem('unavailable', { retryAfter: 5 })
  return new Response(JSON.stringify(problem.toBody()), {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(problem.retryAfter),
      Connection: 'close',
    },
  })
}
