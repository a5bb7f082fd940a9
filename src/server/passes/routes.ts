import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { passContract, passState } from '#shared/passes/contract.ts'
import { readPassFile } from './service.ts'
import { addToken, findPass, savePass } from './store.ts'

const route = routesAt('/api/passes', passContract)

/** `/api/passes`: unknown pages unless the operator set the `APPLE_PASS_*` settings. */
export function passRoutes(services: Services) {
  const { db, clock, limits, config } = services
  const settingsOf = () => {
    if (config.applePass === null) throw new Problem('page_not_found')
    return config.applePass
  }
  const router = createRouter()
  router.use('*', async (_, next) => {
    settingsOf()
    await next()
  })
  router.use('*', requireSession(services), auditRefusals(services, 'license'))
  router.use('/:id/apple', jsonBody)

  return router
    .openapi(route('GET /api/passes/{id}'), async (c) => {
      const { owner } = c.var.actor
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      return c.json(passState.parse({ applePass: await findPass(db, owner, id) }), 200)
    })
    .openapi(route('PUT /api/passes/{id}/apple'), async (c) => {
      const { actor } = c.var
      const { showNumber } = c.req.valid('json')
      await limits.consume('pass', actor.owner)
      if (showNumber) requireRecentAuthentication(actor, clock.now())
      const id = await db.transaction(async (tx) => {
        const credential = await requireCredential(tx, actor.owner, c.req.valid('param').id)
        const now = clock.now()
        await savePass(tx, actor.owner, { credentialId: credential.id, showsNumber: showNumber, now })
        await audit(tx, actor, now, 'credential_pass_added', {
          ...{ resource: credential.kind, resourceId: credential.id, metadata: { showsNumber: showNumber } },
        })
        return credential.id
      })
      return c.json({ url: `/api/passes/${id}/apple/file` }, 200)
    })
    .openapi(route('GET /api/passes/{id}/apple/file'), async (c) => {
      const { owner } = c.var.actor
      const settings = settingsOf()
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      const pass = await findPass(db, owner, id)
      if (!pass) throw new Problem('page_not_found')
      await limits.consume('pass', owner)
      const file = await readPassFile(services, settings, pass, await addToken(db, pass.id))
      return c.body(file, 200, {
        'Content-Type': 'application/vnd.apple.pkpass',
        'Content-Disposition': 'attachment; filename="lanyard.pkpass"',
        'Cache-Control': 'no-store',
      })
    })
}
