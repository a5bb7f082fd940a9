import { randomUUID } from 'node:crypto'
import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { answers, createRouter, idParam, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  reminder,
  reminderPage,
  reminderPatch,
  reminderQuery,
  reminderSummary,
  reminderTest,
  reminderTested,
} from '#shared/reminders/reminder.ts'
import { mailsFor, reminderSettings } from '#shared/reminders/settings.ts'
import { createChannels, sendExample } from './delivery-service.ts'
import { findSettings, saveSettings } from './settings-store.ts'
import { listReminders, readAll, removeReminder, summarizeReminders, updateReminder } from './store.ts'

const tags = ['Reminders']

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List my reminders: what comes next, soonest first; then what went out, newest first',
  request: { query: reminderQuery },
  responses: { 200: answers(reminderPage, 'One page'), ...problems(401, 422) },
})

const summary = createRoute({
  method: 'get',
  path: '/summary',
  tags,
  summary: 'How many are unread, what comes next, and what may keep me from hearing of it',
  responses: { 200: answers(reminderSummary, 'The summary'), ...problems(401) },
})

const read = createRoute({
  method: 'post',
  path: '/read',
  tags,
  summary: 'Mark all that went out as read',
  responses: { 204: { description: 'All are read' }, ...problems(401) },
})

const showSettings = createRoute({
  method: 'get',
  path: '/settings',
  tags,
  summary: 'When and how I am reminded',
  responses: { 200: answers(reminderSettings, 'The settings'), ...problems(401) },
})

const putSettings = createRoute({
  method: 'put',
  path: '/settings',
  tags,
  summary: 'Change when and how I am reminded; what comes next is planned anew',
  request: { body: takes(reminderSettings) },
  responses: {
    200: answers(reminderSettings, 'The settings after it'),
    ...problems(400, 401, 413, 415, 422),
  },
})

const test = createRoute({
  method: 'post',
  path: '/test',
  tags,
  summary: 'Send me a test through one channel, now',
  request: { body: takes(reminderTest) },
  responses: { 200: answers(reminderTested, 'How it went'), ...problems(400, 401, 413, 415, 422, 429) },
})

const update = createRoute({
  method: 'patch',
  path: '/{id}',
  tags,
  summary: 'Dismiss, take that back, snooze, or mark as read',
  request: { params: idParam, body: takes(reminderPatch) },
  responses: {
    200: answers(reminder, 'The reminder after it'),
    ...problems(400, 401, 403, 404, 413, 415, 422),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  summary: 'Delete one; it is not said again',
  request: { params: idParam },
  responses: { 204: { description: 'Deleted' }, ...problems(401, 403, 404, 422) },
})

/** `/api/reminders`. */
export function reminderRoutes(services: Services) {
  const { db, clock, limits, mailer } = services
  const channels = createChannels(services)
  const router = createRouter()
  router.use('*', signedIn(services))
  router.use('/settings', jsonBody)
  router.use('/test', jsonBody)
  router.use('/:id', async (c, next) => (c.req.method === 'PATCH' ? jsonBody(c, next) : next()))

  return router
    .openapi(list, async (c) => {
      const page = await listReminders(db, c.var.actor.owner, c.req.valid('query'))
      return c.json(reminderPage.parse(page), 200)
    })
    .openapi(summary, async (c) => {
      const { owner } = c.var.actor
      const settings = await findSettings(db, owner)
      const wantsMail = (['license', 'certification', 'ceuCycle'] as const).some((kind) =>
        mailsFor(settings, kind),
      )
      const isMailMissing = wantsMail && mailer.mode === 'outbox'
      return c.json(
        reminderSummary.parse(await summarizeReminders(db, owner, clock.now(), { isMailMissing })),
        200,
      )
    })
    .openapi(read, async (c) => {
      await readAll(db, c.var.actor.owner, clock.now())
      return c.body(null, 204)
    })
    .openapi(showSettings, async (c) => c.json(await findSettings(db, c.var.actor.owner), 200))
    .openapi(putSettings, async (c) => {
      const saved = await saveSettings(db, c.var.actor.owner, c.req.valid('json'), clock.now())
      return c.json(saved, 200)
    })
    .openapi(test, async (c) => {
      const { owner, timeZone } = c.var.actor
      const { channel } = c.req.valid('json')
      await limits.consume('reminderTest', owner)
      const today = todayIn(clock.now(), timeZone)
      const sent = await sendExample(services, channels[channel], { id: randomUUID(), owner, today })
      if (sent.result === 'sent') return c.json({ state: 'sent' as const, error: null }, 200)
      const state = sent.result === 'skipped' ? ('skipped' as const) : ('failed' as const)
      return c.json({ state, error: sent.error }, 200)
    })
    .openapi(update, async (c) => {
      const { owner, timeZone } = c.var.actor
      const now = clock.now()
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const moment = { now, today: todayIn(now, timeZone) }
      const changed = await db.transaction((tx) => updateReminder(tx, owner, id, patch, moment))
      return c.json(reminder.parse(changed), 200)
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param')
      await db.transaction((tx) => removeReminder(tx, c.var.actor.owner, id, clock.now()))
      return c.body(null, 204)
    })
}
