import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import { type PushState, pushInput, pushState } from '#shared/reminders/channels.ts'
import { fingerprintOf, pushProblems, vapidKeys } from './push-service.ts'
import { keepDevice, listDevices, removeDevice } from './push-store.ts'

const tags = ['Reminders']

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'My devices that take notifications, and the key to subscribe with',
  responses: { 200: answers(pushState, 'All of them'), ...problems(401) },
})

const add = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Let this browser take notifications, for me and for nobody before me',
  request: { body: takes(pushInput) },
  responses: { 200: answers(pushState, 'All my devices'), ...problems(400, 401, 413, 415, 422) },
})

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  summary: 'Send no more notifications to a device of mine',
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Removed' }, ...problems(401, 403, 404) },
})

/** `/api/reminders/push`. */
export function pushRoutes(services: Services) {
  const { db, clock } = services
  const stateOf = async (owner: Owner): Promise<PushState> => {
    const { publicKey } = await vapidKeys(services)
    const devices = await listDevices(db, owner)
    return pushState.parse({
      publicKey,
      devices: devices.map((device) => ({ ...device, fingerprint: fingerprintOf(device.endpoint) })),
    })
  }

  const router = createRouter()
  router.use('*', signedIn(services))
  router.use('/', jsonBody)
  return router
    .openapi(list, async (c) => c.json(await stateOf(c.var.actor.owner), 200))
    .openapi(add, async (c) => {
      const { actor } = c.var
      const { owner, userAgent } = actor
      const input = c.req.valid('json')
      const errors = await pushProblems(services, input)
      if (errors.length > 0) throw new Problem('invalid', { errors })
      await db.transaction(async (tx) => {
        const name = deviceOf(userAgent) ?? 'A browser'
        if (!(await keepDevice(tx, owner, input, name, clock.now()))) return
        await audit(tx, actor, clock.now(), 'auth_push_added', { resource: 'device' })
      })
      return c.json(await stateOf(owner), 200)
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param')
      const { actor } = c.var
      await db.transaction(async (tx) => {
        await removeDevice(tx, actor.owner, id)
        await audit(tx, actor, clock.now(), 'auth_push_removed', { resource: 'device', resourceId: id })
      })
      return c.body(null, 204)
    })
}
