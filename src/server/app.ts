import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#shared/core/errors.ts'
import { activityRoutes } from './account/activity-routes.ts'
import { accountRoutes } from './account/routes.ts'
import { sessionRoutes } from './account/session-routes.ts'
import { wayInRoutes } from './account/way-in-routes.ts'
import { ceuCycleRoutes } from './ceu/cycle-routes.ts'
import { ceuEntryRoutes } from './ceu/entry-routes.ts'
import { describeDoors } from './core/auth-document.ts'
import { debugRoutes } from './core/debug.ts'
import { cspRoutes, requestIdOf, requestLog, sameOrigin, secureHeaders } from './core/gate.ts'
import { countRequests, healthRoutes } from './core/health.ts'
import type { House } from './core/house.ts'
import { loggingAs } from './core/log.ts'
import { rememberNetwork } from './core/network.ts'
import { answerProblem, onError } from './core/problem.ts'
import type { Scene } from './core/route.ts'
import { sitePages } from './core/site.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { calendarFeedRoutes, calendarRoutes } from './reminders/calendar-routes.ts'
import { reminderHealth } from './reminders/health-store.ts'
import { pushRoutes } from './reminders/push-routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { unsubscribeRoutes } from './reminders/unsubscribe-routes.ts'
import { webhookRoutes } from './reminders/webhook-routes.ts'
import { sharedFileRoutes } from './shares/file-routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { sharePage, visitRoutes } from './shares/visit-routes.ts'
import { exportRoutes } from './takeout/export-routes.ts'
import { importRoutes } from './takeout/import-routes.ts'
import { removalRoutes } from './takeout/removal-routes.ts'
import { packetRoutes } from './takeout/routes.ts'
import { trashRoutes } from './takeout/trash-routes.ts'

/** The table of contents: one line per room. `webDir` holds the built browser side; without it only the API answers. */
export function createApp(house: House, webDir?: string) {
  const app = new OpenAPIHono<Scene>()
  app.onError(onError(house.log))
  app.use('*', async (c, next) => {
    const id = requestIdOf(house.config, c.req.header('x-request-id'))
    c.set('requestId', id)
    await loggingAs(id, next)
    c.res.headers.set('X-Request-Id', id)
  })
  app.use('*', rememberNetwork(house.config))
  app.use('*', requestLog(house), countRequests(house), secureHeaders(house.config))
  app.use('/api/*', sameOrigin(house))

  const api = app
    .route('/api/users/me/sessions', sessionRoutes(house))
    .route('/api/users/me/ways-in', wayInRoutes(house))
    .route('/api/users/me/export', exportRoutes(house))
    .route('/api/users/me/import', importRoutes(house))
    .route('/api/users/me/activity', activityRoutes(house))
    .route('/api/users', removalRoutes(house))
    .route('/api/users', accountRoutes(house))
    .route('/api/upload', fileRoutes(house))
    .route('/api/credentials', credentialRoutes(house))
    .route('/api/ceu-cycles', packetRoutes(house))
    .route('/api/ceu-cycles', ceuCycleRoutes(house))
    .route('/api/ceu-entries', ceuEntryRoutes(house))
    .route('/api/reminders/push', pushRoutes(house))
    .route('/api/reminders/webhook', webhookRoutes(house))
    .route('/api/reminders/calendar', calendarRoutes(house))
    .route('/api/reminders', reminderRoutes(house))
    .route('/api/calendar', calendarFeedRoutes(house))
    .route('/api/unsubscribe', unsubscribeRoutes(house))
    .route('/api/share', shareRoutes(house))
    .route('/api/share', visitRoutes(house))
    .route('/api/share', sharedFileRoutes(house))
    .route('/api/trash', trashRoutes(house))
    .route('/api/debug', debugRoutes(house))
    .route('/api/csp-report', cspRoutes(house))
    .route('/', healthRoutes(house, undefined, { reminders: () => reminderHealth(house) }))

  api.on(['GET', 'POST'], '/api/auth/*', (c) => house.auth.handler(c.req.raw))
  describeDoors(api)
  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Lanyard',
      version: '0.1.0',
      description: 'Every credential of a nurse in one vault, watched.',
    },
  })
  api.all('/api/*', (c) => answerProblem(c, new Problem('page_not_found')))
  if (webDir) api.route('/', sitePages(house, webDir, sharePage(house)))
  api.notFound((c) => answerProblem(c, new Problem('page_not_found')))
  return api
}
