import type { Context } from 'hono'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { practiceContract } from '#shared/compact/contract.ts'
import { isMemberOn } from '#shared/credentials/compact-rules.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  answerEveryState,
  answerMove,
  answerPractice,
  findPracticeFacts,
  summarizePractice,
} from './service.ts'

const route = routesAt('/api/practice', practiceContract)

/** `/api/practice`. */
export function practiceRoutes(services: Services) {
  const { db, clock, rules } = services
  const todayOf = (actor: Actor) => todayIn(clock.now(), actor.timeZone)
  const wordsOf = async (c: Context, actor: Actor) => ({
    locale: (await findUserById(db, actor.owner))?.locale ?? null,
    today: todayOf(actor),
    rules,
    t: requestTranslate(c),
  })
  const router = createRouter()
  router.use('*', requireSession(services))
  return router
    .openapi(route('GET /api/practice'), async (c) => {
      const { actor } = c.var
      const { state, date = todayOf(actor) } = c.req.valid('query')
      const facts = await findPracticeFacts(services, actor.owner, actor.timeZone)
      return c.json(answerPractice({ state, date }, facts, await wordsOf(c, actor)), 200)
    })
    .openapi(route('GET /api/practice/states'), async (c) => {
      const { actor } = c.var
      const { date = todayOf(actor) } = c.req.valid('query')
      const facts = await findPracticeFacts(services, actor.owner, actor.timeZone)
      return c.json({ date, items: answerEveryState(date, facts, await wordsOf(c, actor)) }, 200)
    })
    .openapi(route('GET /api/practice/members'), (c) => {
      const { asOf, records } = rules.current().compact
      const today = todayOf(c.var.actor)
      const members = records.filter((record) => isMemberOn(record, today))
      return c.json({ asOf, members: members.map(({ jurisdiction }) => jurisdiction) }, 200)
    })
    .openapi(route('GET /api/practice/compact'), (c) => {
      const { asOf, move, records } = rules.current().compact
      return c.json({ asOf, move, records: [...records] }, 200)
    })
    .openapi(route('GET /api/practice/overview'), async (c) => {
      const { actor } = c.var
      const facts = await findPracticeFacts(services, actor.owner, actor.timeZone)
      return c.json(summarizePractice(facts, todayOf(actor)), 200)
    })
    .openapi(route('GET /api/practice/move'), async (c) => {
      const facts = await findPracticeFacts(services, c.var.actor.owner, c.var.actor.timeZone)
      return c.json(answerMove(c.req.valid('query'), facts, { rules, t: requestTranslate(c) }), 200)
    })
}
