import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { secondPerson } from '#shared/reminders/second-person.ts'
import {
  cancelSecondPerson,
  inviteAgain,
  nameSecondPerson,
  presentSecondPerson,
} from './second-person-service.ts'

const route = routesAt('/api/reminders/second-person', reminderContract)

/** `/api/reminders/second-person`. */
export function secondPersonRoutes(services: Services) {
  const stateOf = async (owner: Owner) => secondPerson.parse(await presentSecondPerson(services, owner))
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('/', jsonBody)
  return router
    .openapi(route('GET /api/reminders/second-person'), async (c) =>
      c.json(await stateOf(c.var.actor.owner), 200),
    )
    .openapi(route('PUT /api/reminders/second-person'), async (c) => {
      const { actor } = c.var
      requireRecentAuthentication(actor, services.clock.now())
      await nameSecondPerson(services, actor, c.req.valid('json'))
      return c.json(await stateOf(actor.owner), 200)
    })
    .openapi(route('DELETE /api/reminders/second-person'), async (c) => {
      await cancelSecondPerson(services, c.var.actor)
      return c.body(null, 204)
    })
    .openapi(route('POST /api/reminders/second-person/invitation'), async (c) => {
      const { actor } = c.var
      await inviteAgain(services, actor)
      return c.json(await stateOf(actor.owner), 200)
    })
}
