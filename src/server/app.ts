import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#shared/http/errors.ts'
import { activityRoutes } from './account/activity-routes.ts'
import { accountRoutes } from './account/routes.ts'
import { removalRoutes } from './account-deletion/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { sessionRoutes } from './auth/session-routes.ts'
import { signInMethodRoutes } from './auth/sign-in-method-routes.ts'
import { ceuCycleRoutes } from './ceu/cycle-routes.ts'
import { ceuEntryRoutes } from './ceu/entry-routes.ts'
import { packetRoutes } from './ceu/packet-routes.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { rememberNetwork } from './http/client-network.ts'
import { answerProblem, onError } from './http/problem.ts'
import { requestId, requestLog } from './http/request-log.ts'
import type { AppEnv } from './http/route.ts'
import { sameOrigin } from './http/same-origin.ts'
import { secretAddresses, secureHeaders } from './http/security-headers.ts'
import { sitePages } from './http/static-site.ts'
import { cspReportRoutes } from './ops/csp-report-routes.ts'
import { debugRoutes } from './ops/debug.ts'
import { countRequests, healthRoutes } from './ops/health.ts'
import { calendarFeedRoutes, calendarRoutes } from './reminders/calendar-routes.ts'
import { reminderHealth } from './reminders/health-store.ts'
import { pushRoutes } from './reminders/push-routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { unsubscribeRoutes } from './reminders/unsubscribe-routes.ts'
import { webhookRoutes } from './reminders/webhook-routes.ts'
import type { Services } from './services.ts'
import { sharedFileRoutes } from './shares/file-routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { sharePageStatus, visitorRoutes } from './shares/visitor-routes.ts'
import { exportRoutes } from './transfer/export-routes.ts'
import { importRoutes } from './transfer/import-routes.ts'
import { trashRoutes } from './trash/routes.ts'

/** The table of contents: one line per room. `webDir` holds the built browser side; without it only the API answers. */
export function createApp(services: Services, webDir?: string) {
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError(services.log))
  app.use('*', requestId(services.config))
  app.use('*', rememberNetwork(services.config))
  app.use('*', requestLog(services.log), countRequests(services))
  app.use('*', secretAddresses, secureHeaders(services.config))
  app.use('/api/*', sameOrigin(services.config))

  const api = app
    .route('/api/auth', authRoutes(services))
    .route('/api/users/me/sessions', sessionRoutes(services))
    .route('/api/users/me/sign-in-methods', signInMethodRoutes(services))
    .route('/api/users/me/export', exportRoutes(services))
    .route('/api/users/me/import', importRoutes(services))
    .route('/api/users/me/activity', activityRoutes(services))
    .route('/api/users', removalRoutes(services))
    .route('/api/users', accountRoutes(services))
    .route('/api/upload', fileRoutes(services))
    .route('/api/credentials', credentialRoutes(services))
    .route('/api/ceu-cycles', packetRoutes(services))
    .route('/api/ceu-cycles', ceuCycleRoutes(services))
    .route('/api/ceu-entries', ceuEntryRoutes(services))
    .route('/api/reminders/push', pushRoutes(services))
    .route('/api/reminders/webhook', webhookRoutes(services))
    .route('/api/reminders/calendar', calendarRoutes(services))
    .route('/api/reminders', reminderRoutes(services))
    .route('/api/calendar', calendarFeedRoutes(services))
    .route('/api/unsubscribe', unsubscribeRoutes(services))
    .route('/api/share', shareRoutes(services))
    .route('/api/share', visitorRoutes(services))
    .route('/api/share', sharedFileRoutes(services))
    .route('/api/trash', trashRoutes(services))
    .route('/api/debug', debugRoutes(services))
    .route('/api/csp-report', cspReportRoutes(services))
    .route('/', healthRoutes(services, undefined, { reminders: () => reminderHealth(services) }))

  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Lanyard',
      version: '0.1.0',
      description: 'Every credential of a nurse in one vault, watched.',
    },
  })
  api.all('/api/*', (c) => answerProblem(c, new Problem('page_not_found')))
  if (webDir) api.route('/', sitePages(services, webDir, sharePageStatus(services)))
  api.notFound((c) => answerProblem(c, new Problem('page_not_found')))
  return api
}
