import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#shared/http/errors.ts'
import { activityRoutes } from './account/activity-routes.ts'
import { accountRoutes } from './account/routes.ts'
import { removalRoutes } from './account-deletion/routes.ts'
import { describeDoors } from './auth/openapi.ts'
import { sessionRoutes } from './auth/session-routes.ts'
import { wayInRoutes } from './auth/sign-in-method-routes.ts'
import { ceuCycleRoutes } from './ceu/cycle-routes.ts'
import { ceuEntryRoutes } from './ceu/entry-routes.ts'
import { packetRoutes } from './ceu/packet-routes.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { rememberNetwork } from './http/client-network.ts'
import { answerProblem, onError } from './http/problem.ts'
import type { Scene } from './http/route.ts'
import { cspRoutes, requestIdOf, requestLog, sameOrigin, secureHeaders } from './http/security.ts'
import { sitePages } from './http/static-site.ts'
import { loggingAs } from './kernel/log.ts'
import { debugRoutes } from './ops/debug.ts'
import { countRequests, healthRoutes } from './ops/health.ts'
import { calendarFeedRoutes, calendarRoutes } from './reminders/calendar-routes.ts'
import { reminderHealth } from './reminders/health-store.ts'
import { pushRoutes } from './reminders/push-routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { unsubscribeRoutes } from './reminders/unsubscribe-routes.ts'
import { webhookRoutes } from './reminders/webhook-routes.ts'
import type { House } from './services.ts'
import { sharedFileRoutes } from './shares/file-routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { sharePage, visitRoutes } from './shares/visit-routes.ts'
import { exportRoutes } from './transfer/export-routes.ts'
import { importRoutes } from './transfer/import-routes.ts'
import { trashRoutes } from './trash/routes.ts'

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
