import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { calendarMade, calendarState } from '#shared/reminders/channels.ts'
import { calendarBehind, makeToken } from './calendar-service.ts'
import { findFeed, keepFeed, removeFeed } from './calendar-store.ts'

const tags = ['Reminders']

const get = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'Whether my calendar has an address; the address itself is told only when it is made',
  responses: { 200: answers(calendarState, 'As it is'), ...problems(401) },
})

const make = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Make an address for my calendar; the one before ends',
  responses: { 200: answers(calendarMade, 'The address, this once'), ...problems(401) },
})

const remove = createRoute({
  method: 'delete',
  path: '/',
  tags,
  summary: 'End the address of my calendar',
  responses: { 204: { description: 'There is none' }, ...problems(401) },
})

/** `/api/reminders/calendar`. */
export function calendarRoutes(services: Services) {
  const { db, clock, config } = services
  const router = createRouter()
  router.use('*', signedIn(services))
  return router
    .openapi(get, async (c) => {
      const createdAt = await findFeed(db, c.var.actor.owner)
      return c.json(calendarState.parse({ isOn: createdAt !== null, createdAt }), 200)
    })
    .openapi(make, async (c) => {
      const token = makeToken()
      const { actor } = c.var
      await db.transaction(async (tx) => {
        await keepFeed(tx, actor.owner, token, clock.now())
        await audit(tx, actor, clock.now(), 'auth_calendar_made', { resource: 'calendar' })
      })
      return c.json({ url: `${config.publicUrl}/api/calendar/${token}.ics` }, 200)
    })
    .openapi(remove, async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        if (!(await removeFeed(tx, actor.owner))) return
        await audit(tx, actor, clock.now(), 'auth_calendar_ended', { resource: 'calendar' })
      })
      return c.body(null, 204)
    })
}

const feed = createRoute({
  method: 'get',
  path: '/{file}',
  tags,
  summary: 'My calendar, for whoever has its address',
  request: { params: z.object({ file: z.string().describe('The token and `.ics`') }) },
  responses: {
    200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } },
    ...problems(404, 429),
  },
})

/** `/api/calendar`: for calendar programs, which have nothing but the address. */
export function calendarFeedRoutes(services: Services) {
  return createRouter().openapi(feed, async (c) => {
    const [, token] = /^([A-Za-z0-9_-]+)\.ics$/.exec(c.req.valid('param').file) ?? []
    const calendar = token === undefined ? null : await calendarBehind(services, token)
    if (calendar === null) throw new Problem('page_not_found')
    return c.body(calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="lanyard.ics"',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
  })
}
