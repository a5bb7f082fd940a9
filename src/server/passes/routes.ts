import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import { findAnyCredential } from '#server/credentials/state-store.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { type AppEnv, createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { passContract, passState } from '#shared/passes/contract.ts'
import { createSaveLink } from './google-service.ts'
import { createTicket, fileTokenOf, isTicketLive, listOwnPasses, readPass, readPassFile } from './service.ts'
import { addToken, endPasses, findPass, hasToken, type PassKind, savePass } from './store.ts'

const route = routesAt('/api/passes', passContract)

/** `/api/passes`: unknown pages unless the operator set the settings of that wallet. */
export function passRoutes(services: Services) {
  const { auth, db, clock, limits, config } = services
  const onlyIf = (...settings: unknown[]): MiddlewareHandler<AppEnv> => {
    const isOn = settings.some((each) => each !== null)
    return async (_, next) => {
      if (!isOn) throw new Problem('page_not_found')
      await next()
    }
  }

  /** A pass leaves the session that makes it, and is mailed and logged like a calendar feed or an access token. */
  const makePass = async (actor: Actor, given: string, kind: PassKind, showNumber: boolean, ticket = '') => {
    const now = clock.now()
    requireRecentAuthentication(actor, now)
    await limits.consume('pass', actor.owner)
    return db.transaction(async (tx) => {
      await lockActor(tx, actor)
      const { id: credentialId, kind: resource } = await requireCredential(tx, actor.owner, given)
      const pass = await savePass(tx, actor.owner, { credentialId, kind, showsNumber: showNumber, now })
      if (kind === 'apple') await addToken(tx, pass.id, fileTokenOf(auth, pass.id, actor.sessionId, ticket))
      await auth.events.sendChannelAdded(tx, actor.owner, 'pass_made')
      const metadata = { wallet: kind, showsNumber: showNumber }
      await audit(tx, actor, now, 'credential_pass_added', { resource, resourceId: credentialId, metadata })
      return pass
    })
  }

  const endAndRecord = (actor: Actor, which: { credentialId?: string; kind?: PassKind } = {}) =>
    db.transaction(async (tx) => {
      await lockActor(tx, actor)
      const now = clock.now()
      const ended = await endPasses(tx, actor.owner, { ...which, now })
      for (const { credentialId, kind } of ended) {
        const source = credentialId === null ? null : await findAnyCredential(tx, credentialId)
        await audit(tx, actor, now, 'credential_pass_ended', {
          ...{ resource: source?.kind ?? 'license', resourceId: credentialId },
          metadata: { wallet: kind },
        })
      }
      return ended.length
    })

  const router = createRouter()
  router.use('*', onlyIf(config.applePass, config.googleWallet))
  router.use('/:id/apple/*', onlyIf(config.applePass))
  router.use('*', requireSession(services), auditRefusals(services, 'license'))
  router.use('/:id/apple', jsonBody)
  router.use('/:id/google', jsonBody)

  return router
    .openapi(route('GET /api/passes'), async (c) =>
      c.json({ items: await listOwnPasses(db, c.var.actor.owner) }, 200),
    )
    .openapi(route('DELETE /api/passes'), async (c) => {
      await endAndRecord(c.var.actor)
      return c.body(null, 204)
    })
    .openapi(route('GET /api/passes/{id}'), async (c) => {
      const { owner } = c.var.actor
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      const applePass = await findPass(db, owner, id, 'apple')
      return c.json(passState.parse({ applePass, googlePass: await findPass(db, owner, id, 'google') }), 200)
    })
    .openapi(route('PUT /api/passes/{id}/apple', onlyIf(config.applePass)), async (c) => {
      const { id } = c.req.valid('param')
      const ticket = createTicket(clock.now())
      await makePass(c.var.actor, id, 'apple', c.req.valid('json').showNumber, ticket)
      return c.json({ url: `/api/passes/${id}/apple/file?ticket=${ticket}` }, 200)
    })
    .openapi(route('PUT /api/passes/{id}/google'), async (c) => {
      const { googleWallet: settings, publicUrl } = config
      if (settings === null) throw new Problem('page_not_found')
      const { id } = c.req.valid('param')
      const pass = await makePass(c.var.actor, id, 'google', c.req.valid('json').showNumber)
      const wanted = { settings, publicUrl, serial: pass.serial, now: clock.now() }
      return c.json({ url: await createSaveLink({ ...wanted, ...(await readPass(db, pass)) }) }, 200)
    })
    .openapi(route('DELETE /api/passes/{id}/{wallet}'), async (c) => {
      const { id, wallet } = c.req.valid('param')
      const { actor } = c.var
      // The credential may be in the trash.
      const known = uuid.safeParse(id)
      const count = known.success ? await endAndRecord(actor, { credentialId: known.data, kind: wallet }) : 0
      if (count === 0) await requireCredential(db, actor.owner, id)
      return c.body(null, 204)
    })
    .openapi(route('GET /api/passes/{id}/apple/file'), async (c) => {
      const { owner, sessionId } = c.var.actor
      const { applePass: settings } = config
      if (settings === null) throw new Problem('page_not_found')
      const { id } = await requireCredential(db, owner, c.req.valid('param').id)
      const { ticket } = c.req.valid('query')
      const pass = await findPass(db, owner, id, 'apple')
      const token = fileTokenOf(auth, pass?.id ?? '', sessionId, ticket)
      if (!pass || !hasToken(pass, token) || !isTicketLive(ticket, clock.now()))
        throw new Problem('page_not_found')
      await limits.consume('pass', owner)
      return c.body(await readPassFile(services, settings, pass, token), 200, {
        'Content-Type': 'application/vnd.apple.pkpass',
        'Content-Disposition': 'attachment; filename="lanyard.pkpass"',
        'Cache-Control': 'no-store',
      })
    })
}
