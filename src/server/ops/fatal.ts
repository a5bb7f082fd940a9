import type { Logger } from '#server/kernel/log.ts'
import { Problem } from '#shared/http/errors.ts'

/**
 * After an uncaught exception or rejection the process may be in any state: logs it, calls `stop` for an orderly
 * shutdown, and sets the exit code to 1 so that a supervisor restarts the process.
 */
export function stopOnFatal(log: Logger, stop: () => void): void {
  // Node also calls it for unhandled rejections.
  process.on('uncaughtException', (error, origin) => {
    process.exitCode = 1
    try {
      log.fatal({ err: error, origin }, 'uncaught error: the process stops')
      stop()
    } catch {
      process.exit(1)
    }
  })
}

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

/** `fetch` until `refuseNew` is called; from then on every new request is refused with 503. */
export function refusableFetch<Env>(fetch: Fetch<Env>): { fetch: Fetch<Env>; refuseNew(): void } {
  let isOpen = true
  return {
    fetch: (request, env) => (isOpen ? fetch(request, env) : unavailable()),
    refuseNew() {
      isOpen = false
    },
  }
}

function unavailable(): Response {
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
