import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { type AppEnv, createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { passContract, passState } from '#shared/passes/contract.ts'
import { createSaveLink } from './google-service.ts'
import { readPass, readPassFile } from './service.ts'
import { addToken, findPass, type PassKind, savePass } from './store.ts'

type Wanted = { kind: PassKind; showNumber: boolean }

const route = routesAt('/api/passes', passContract)

/** `/api/passes`: unknown pages unless the operator set the settings of that wallet. */
export function passRoutes(services: Services) {
  const { db, clock, limits, config } = services
  const onlyIf = (...settings: unknown[]): MiddlewareHandler<AppEnv> => {
    const isOn = settings.some((each) => each !== null)
    return async (_, next) => {
      if (!isOn) throw new Problem('page_not_found')
      await next()
    }
  }
  const makePass = async (actor: Actor, given: string, { kind, showNumber }: Wanted) => {
    await limits.consume('pass', actor.owner)
    if (showNumber) requireRecentAuthentication(actor, clock.now())
    return db.transaction(async (tx) => {
      const credential = await requireCredential(tx, actor.owner, given)
      const now = clock.now()
      const { id: credentialId } = credential
      await audit(tx, actor, now, 'credential_pass_added', {
        ...{ resource: credential.kind, resourceId: credentialId },
        metadata: { wallet: kind, showsNumber: showNumber },
      })
      return savePass(tx, actor.owner, { credentialId, kind, showsNumber: showNumber, now })
    })
  }
  const router = createRouter()
  router.use('*', onlyIf(config.applePass, config.googleWallet))
  router.use('/:id/apple/*', onlyIf(config.applePass))
  router.use('/:id/google', onlyIf(config.googleWallet))
  router.use('*', requireSession(services), auditRefusals(services, 'license'))
  router.use('/:id/apple', jsonBody)
  router.use('/:id/google', jsonBody)

  return router
    .openapi(route('GET /api/passes/{id}'), async (c) => {
      const { owner } = c.var.actor
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      const applePass = await findPass(db, owner, id, 'apple')
      return c.json(passState.parse({ applePass, googlePass: await findPass(db, owner, id, 'google') }), 200)
    })
    .openapi(route('PUT /api/passes/{id}/apple'), async (c) => {
      const { id } = c.req.valid('param')
      await makePass(c.var.actor, id, { kind: 'apple', ...c.req.valid('json') })
      return c.json({ url: `/api/passes/${id}/apple/file` }, 200)
    })
    .openapi(route('PUT /api/passes/{id}/google'), async (c) => {
      const { googleWallet: settings, publicUrl } = config
      if (settings === null) throw new Problem('page_not_found')
      const pass = await makePass(c.var.actor, c.req.valid('param').id, {
        kind: 'google',
        ...c.req.valid('json'),
      })
      const wanted = { settings, publicUrl, serial: pass.serial, now: clock.now() }
      return c.json({ url: await createSaveLink({ ...wanted, ...(await readPass(db, pass)) }) }, 200)
    })
    .openapi(route('GET /api/passes/{id}/apple/file'), async (c) => {
      const { owner } = c.var.actor
      const { applePass: settings } = config
      if (settings === null) throw new Problem('page_not_found')
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      const pass = await findPass(db, owner, id, 'apple')
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
