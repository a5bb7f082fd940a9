import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { calendarFeedState } from '#shared/reminders/channels.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { createFeedToken, eventCalendar, findFeedContent } from './calendar-service.ts'
import { findFeed, removeFeed, saveFeed } from './calendar-store.ts'
import { todoCalendar } from './todo-calendar-service.ts'

const route = routesAt('/api/reminders/calendar', reminderContract)

/** `/api/reminders/calendar`. */
export function calendarRoutes(services: Services) {
  const { auth, db, clock, config } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  return router
    .openapi(route('GET /api/reminders/calendar'), async (c) => {
      const createdAt = await findFeed(db, c.var.actor.owner)
      return c.json(calendarFeedState.parse({ isOn: createdAt !== null, createdAt }), 200)
    })
    .openapi(route('POST /api/reminders/calendar'), async (c) => {
      const token = createFeedToken()
      const { actor } = c.var
      requireRecentAuthentication(actor, clock.now())
      await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        await saveFeed(tx, actor.owner, token, clock.now())
        await auth.events.sendChannelAdded(tx, actor.owner, 'calendar_made')
        await audit(tx, actor, clock.now(), 'auth_calendar_made', { resource: 'calendar' })
      })
      const address = `${config.publicUrl}/api/calendar/${token}`
      return c.json({ url: `${address}.ics`, todoUrl: `${address}.todo.ics` }, 200)
    })
    .openapi(route('DELETE /api/reminders/calendar'), async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        if (!(await removeFeed(tx, actor.owner))) return
        await audit(tx, actor, clock.now(), 'auth_calendar_ended', { resource: 'calendar' })
      })
      return c.body(null, 204)
    })
}

const feedRoute = routesAt('/api/calendar', reminderContract)

/** `/api/calendar`: for calendar apps, which know only the URL. */
export function calendarFeedRoutes(services: Services) {
  return createRouter().openapi(feedRoute('GET /api/calendar/{file}'), async (c) => {
    const [, token, isTodo] = /^([A-Za-z0-9_-]+)(\.todo)?\.ics$/.exec(c.req.valid('param').file) ?? []
    const feed = token === undefined ? null : await findFeedContent(services, token)
    if (feed === null) throw new Problem('page_not_found')
    return c.body(isTodo ? todoCalendar(feed) : eventCalendar(feed), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="lanyard.ics"',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
  })
}
