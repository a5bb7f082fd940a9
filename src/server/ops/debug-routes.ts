import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import { findKept, listKept } from '#server/mail/outbox-store.ts'
import type { Services } from '#server/services.ts'
import { findFirstEmail } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { debugContract } from '#shared/ops/contract.ts'
import { debugReport, outboxMail } from '#shared/ops/debug.ts'
import { checkServices, createEmulatorReport, type DebugServices } from './debug-service.ts'

const route = routesAt('/api/debug', debugContract)

/** Allows a message its own styles, which the page's policy forbids, and nothing else. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

type DebugRouteServices = DebugServices & { auth: Pick<Services['auth'], 'actorOf'> }

/**
 * `/api/debug`, for a signed-in owner: everything in emulator mode, otherwise which services respond. In emulator mode
 * the mail to the first account can be read without a session, because a person trying Lanyard has no other mailbox.
 */
export function debugRoutes(services: DebugRouteServices) {
  const isSignedIn = async (request: Request) => (await services.auth.actorOf(request)) !== null
  return createRouter()
    .openapi(route('GET /api/debug/outbox'), async (c) => {
      if (!services.config.emulator) throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      const { email } = c.req.valid('query')
      const isReadable = (await findFirstEmail(services.db)) === email || (await isSignedIn(c.req.raw))
      const mail = isReadable ? await listKept(services.db) : []
      const items = mail.filter(({ to }) => to.toLowerCase() === email)
      return c.json(outboxMail.parse({ items }), 200)
    })
    .openapi(route('GET /api/debug/outbox/{id}'), async (c) => {
      if (!services.config.emulator) throw new Problem('page_not_found')
      if (!(await isSignedIn(c.req.raw))) throw new Problem('not_authenticated')
      const id = uuid.safeParse(c.req.valid('param').id)
      const message = id.success ? await findKept(services.db, id.data) : null
      if (!message) throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', framePolicy)
      c.header('Referrer-Policy', 'no-referrer')
      return c.html(message.html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" '))
    })
    .openapi(route('GET /api/debug'), async (c) => {
      c.header('Cache-Control', 'no-store')
      if (!(await isSignedIn(c.req.raw))) throw new Problem('not_authenticated')
      if (services.config.emulator)
        return c.json(debugReport.parse(await createEmulatorReport(services)), 200)
      return c.json(debugReport.parse({ mode: 'production', ...(await checkServices(services)) }), 200)
    })
}
