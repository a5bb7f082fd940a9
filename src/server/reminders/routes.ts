import { randomUUID } from 'node:crypto'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { reminder, reminderPage, reminderSummary } from '#shared/reminders/reminder.ts'
import { sendErrorIn } from '#shared/reminders/reminder-text.ts'
import { createChannels, sendTest } from './delivery-service.ts'
import { planOwn } from './plan-store.ts'
import { findReachableChannels } from './reachable-service.ts'
import { findSettings, saveSettings } from './settings-store.ts'
import { listReminders, removeReminder, updateReminder } from './store.ts'
import { markAllRead, summarizeReminders } from './summary-store.ts'

/** More changes at once, such as of an import, are planned by the job. */
const MOST_PLANNED = 100

const route = routesAt('/api/reminders', reminderContract)

/** `/api/reminders`. */
export function reminderRoutes(services: Services) {
  const { db, clock, limits, mailer, rules } = services
  const channels = createChannels(services)
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('/settings', jsonBody)
  router.use('/test', jsonBody)
  router.use('/:id', async (c, next) => (c.req.method === 'PATCH' ? jsonBody(c, next) : next()))

  return router
    .openapi(route('GET /api/reminders'), async (c) => {
      const { owner } = c.var.actor
      await planOwn(db, owner, { now: clock.now(), rules: rules.current() }, MOST_PLANNED)
      const page = await listReminders(db, owner, c.req.valid('query'), requestTranslate(c))
      return c.json(reminderPage.parse(page), 200)
    })
    .openapi(route('GET /api/reminders/summary'), async (c) => {
      const t = requestTranslate(c)
      const isMailSent = mailer.mode !== 'outbox'
      const summary = await summarizeReminders(db, c.var.actor.owner, clock.now(), { isMailSent, t })
      return c.json(reminderSummary.parse(summary), 200)
    })
    .openapi(route('GET /api/reminders/channels'), async (c) => {
      return c.json(await findReachableChannels(services, c.var.actor.owner), 200)
    })
    .openapi(route('POST /api/reminders/read'), async (c) => {
      await markAllRead(db, c.var.actor.owner, clock.now())
      return c.body(null, 204)
    })
    .openapi(route('GET /api/reminders/settings'), async (c) =>
      c.json(await findSettings(db, c.var.actor.owner), 200),
    )
    .openapi(route('PUT /api/reminders/settings'), async (c) => {
      const saved = await saveSettings(db, c.var.actor.owner, c.req.valid('json'), clock.now())
      return c.json(saved, 200)
    })
    .openapi(route('POST /api/reminders/test'), async (c) => {
      const { owner, timeZone } = c.var.actor
      const { channel } = c.req.valid('json')
      await limits.consume('reminderTest', owner)
      const today = todayIn(clock.now(), timeZone)
      const { locale = null } = (await findUserById(db, owner)) ?? {}
      const test = { id: randomUUID(), owner, today, locale }
      const sent = await sendTest(services, channels[channel], test)
      if (sent.result === 'sent') return c.json({ state: 'sent' as const, error: null }, 200)
      const state = sent.result === 'skipped' ? ('skipped' as const) : ('failed' as const)
      return c.json({ state, error: sendErrorIn(sent.error, requestTranslate(c)) }, 200)
    })
    .openapi(route('PATCH /api/reminders/{id}'), async (c) => {
      const { owner, timeZone } = c.var.actor
      const now = clock.now()
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const at = { now, rules: rules.current(), today: todayIn(now, timeZone), t: requestTranslate(c) }
      const changed = await db.transaction((tx) => updateReminder(tx, owner, id, patch, at))
      return c.json(reminder.parse(changed), 200)
    })
    .openapi(route('DELETE /api/reminders/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      await db.transaction((tx) =>
        removeReminder(tx, c.var.actor.owner, id, { now: clock.now(), rules: rules.current() }),
      )
      return c.body(null, 204)
    })
}
