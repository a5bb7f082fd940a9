import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { type PushState, pushState } from '#shared/reminders/channels.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { sendErrorIn } from '#shared/reminders/reminder-text.ts'
import { fingerprintOf, pushProblems, vapidKeys } from './push-service.ts'
import { addDevice, listDevices, removeDevice } from './push-store.ts'

const route = routesAt('/api/reminders/push', reminderContract)

/** `/api/reminders/push`. */
export function pushRoutes(services: Services) {
  const { auth, db, clock } = services
  const stateOf = async (owner: Owner, t: Translate): Promise<PushState> => {
    const { publicKey } = await vapidKeys(services)
    const devices = await listDevices(db, owner)
    return pushState.parse({
      publicKey,
      devices: devices.map((device) => ({
        ...device,
        name: deviceIn(device.name, t),
        lastError: device.lastError && sendErrorIn(device.lastError, t),
        fingerprint: fingerprintOf(device.endpoint),
      })),
    })
  }

  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('/', jsonBody)
  return router
    .openapi(route('GET /api/reminders/push'), async (c) =>
      c.json(await stateOf(c.var.actor.owner, requestTranslate(c)), 200),
    )
    .openapi(route('POST /api/reminders/push'), async (c) => {
      const { actor } = c.var
      const { owner, userAgent } = actor
      requireRecentAuthentication(actor, clock.now())
      const input = c.req.valid('json')
      const errors = await pushProblems(services, input)
      if (errors.length > 0) throw new Problem('invalid', { errors })
      await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        const name = deviceOf(userAgent) ?? msg`A browser`
        if (!(await addDevice(tx, owner, input, name, clock.now()))) return
        await audit(tx, actor, clock.now(), 'auth_push_added', { resource: 'device' })
        await auth.events.sendChannelAdded(tx, owner, 'push_added')
      })
      return c.json(await stateOf(owner, requestTranslate(c)), 200)
    })
    .openapi(route('DELETE /api/reminders/push/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const { actor } = c.var
      await db.transaction(async (tx) => {
        await removeDevice(tx, actor.owner, id)
        await audit(tx, actor, clock.now(), 'auth_push_removed', { resource: 'device', resourceId: id })
      })
      return c.body(null, 204)
    })
}
