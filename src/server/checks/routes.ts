import type { Db } from '#server/db/database.ts'
import { networkOf } from '#server/http/client-network.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { readCode } from '#shared/checks/code.ts'
import { checkContract, codeAnswer } from '#shared/checks/contract.ts'
import { documentKeys } from './key-service.ts'
import { findCode } from './store.ts'

const route = routesAt('/api/check', checkContract)

/** `null` for a link that was removed. */
export type FindLinkEnd = (db: Db, linkId: string) => Promise<Date | null>

/** `/api/check`: for whoever was given a document, signed in or not. */
export function checkRoutes(services: Services, findLinkEnd: FindLinkEnd) {
  const { db, limits } = services
  const router = createRouter()
  // Before the body is read.
  router.post('/', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await limits.consume('checkNetwork', networkOf(c.req.raw))
    await next()
  })
  return router
    .openapi(route('POST /api/check'), async (c) => {
      const code = readCode(c.req.valid('json').code)
      const found = code === null ? null : await findCode(db, code)
      if (!found) return c.json(codeAnswer.parse({ known: null }), 200)
      const { kind, linkId, madeAt } = found
      const linkEndsAt = linkId === null ? null : await findLinkEnd(db, linkId)
      return c.json(
        codeAnswer.parse({
          known: { kind, madeAt: madeAt.toISOString(), linkEndsAt: linkEndsAt?.toISOString() ?? null },
        }),
        200,
      )
    })
    .openapi(route('GET /api/check/key'), async (c) => {
      const { publicPem } = await documentKeys(services)
      return c.body(publicPem, 200, {
        'Content-Type': 'application/x-pem-file',
        'Cache-Control': 'no-cache',
      })
    })
}
