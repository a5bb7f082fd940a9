import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#shared/http/errors.ts'
import { apiExamples } from '#shared/ops/api-examples.ts'
import { accountRoutes } from './account/routes.ts'
import { accountDeletionRoutes } from './account-deletion/routes.ts'
import { bellRoutes } from './activity/bell-routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { sessionCookieName } from './auth/cookies.ts'
import { authRoutes } from './auth/routes.ts'
import { sessionRoutes } from './auth/sessions/session-routes.ts'
import { signInMethodRoutes } from './auth/sign-in-method-routes.ts'
import { accessTokenRoutes } from './auth/tokens/token-routes.ts'
import { isTokenRequest } from './auth/tokens/token-text.ts'
import { ceuCycleRoutes } from './ceu/cycle-routes.ts'
import { ceuEntryRoutes } from './ceu/entry-routes.ts'
import { packetRoutes } from './ceu/packet-routes.ts'
import { checkRoutes } from './checks/routes.ts'
import { residenceRoutes } from './compact/residence-routes.ts'
import { practiceRoutes } from './compact/routes.ts'
import { competencyRoutes } from './competency/routes.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { identityRoutes } from './firebase-api/identity-routes.ts'
import { bearerCors, isBearerRequest } from './firebase-api/origin-service.ts'
import { storageRoutes } from './firebase-api/storage-routes.ts'
import { healthRecordRoutes } from './health/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { rememberNetwork } from './http/client-network.ts'
import { compressJson } from './http/compression.ts'
import type { Ask } from './http/first-answers.ts'
import { serveOpenApiDocument } from './http/openapi-document.ts'
import { answerProblem, onError } from './http/problem.ts'
import { logRefusals } from './http/refusal-log.ts'
import { boundBodies } from './http/request-body.ts'
import { requestId, requestLog } from './http/request-log.ts'
import type { AppEnv } from './http/route.ts'
import { sameOrigin } from './http/same-origin.ts'
import { secretAddresses, secureHeaders } from './http/security-headers.ts'
import { sitePages } from './http/static-site.ts'
import { importsRoutes } from './imports/routes.ts'
import { lookupRoutes } from './lookups/routes.ts'
import { dropMailIn } from './mail-in/recovery-service.ts'
import { mailInRoutes } from './mail-in/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { cspReportRoutes } from './ops/csp-report-routes.ts'
import { debugRoutes } from './ops/debug-routes.ts'
import { doctorRoutes } from './ops/doctor-routes.ts'
import { countRequests, healthRoutes } from './ops/health-routes.ts'
import { createMetrics } from './ops/metrics.ts'
import { rulePackRoutes } from './ops/rule-pack-routes.ts'
import { securityTxtRoutes } from './ops/security-txt-routes.ts'
import { dropPasses } from './passes/recovery-service.ts'
import { passRoutes } from './passes/routes.ts'
import { walletRoutes } from './passes/wallet-routes.ts'
import { calendarFeedRoutes, calendarRoutes } from './reminders/calendar-routes.ts'
import { reminderHealth } from './reminders/health-store.ts'
import { pushRoutes } from './reminders/push-routes.ts'
import { dropReminderChannels } from './reminders/recovery-service.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { secondPersonLinkRoutes } from './reminders/second-person-link-routes.ts'
import { secondPersonRoutes } from './reminders/second-person-routes.ts'
import { unsubscribeRoutes } from './reminders/unsubscribe-routes.ts'
import { webhookRoutes } from './reminders/webhook-routes.ts'
import { credentialRenewalRoutes } from './renewals/credential-routes.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { requirementRoutes } from './requirements/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Services } from './services.ts'
import { sharedFileRoutes } from './shares/file-routes.ts'
import { dropShares } from './shares/recovery-service.ts'
import { shareRoutes } from './shares/routes.ts'
import { findLinkEnd } from './shares/store.ts'
import { sharePageOf, visitorRoutes } from './shares/visitor-routes.ts'
import { exportRoutes } from './transfer/export-routes.ts'
import { importRoutes } from './transfer/import-routes.ts'
import { trashRoutes } from './trash/routes.ts'

const HEALTH_CHECK_MS = 2000

/** The recovery step of each feature: removes its data that could give a thief access. */
const recoverySteps = [dropReminderChannels, dropShares, dropPasses, dropMailIn]

/** All routes, one line for each router. `webDir` contains the built web client; without it only the API is served. */
export function createApp(services: Services, webDir?: string): OpenAPIHono<AppEnv> {
  const health = { readReminderHealth: () => reminderHealth(services), checkMs: HEALTH_CHECK_MS }
  const metrics = createMetrics(services, health)
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError(services.log))
  app.use('*', requestId(services.config))
  app.use('*', rememberNetwork(services.config, services.log))
  app.use('*', requestLog(services.log), countRequests(metrics))
  app.use('*', secretAddresses, secureHeaders(services.config))
  app.use('/api/*', compressJson, logRefusals(services))
  if (services.config.firebaseApi) app.use('/api/*', bearerCors(services.config))
  const isFirebaseRequest = isBearerRequest(services.config)
  app.use(
    '/api/*',
    sameOrigin(services.config, (...asked) => isTokenRequest(...asked) || isFirebaseRequest(...asked)),
  )
  // A page of another site gets no answer here either, whatever name it gave this server in the DNS.
  app.use('/mcp', logRefusals(services), sameOrigin(services.config))
  app.use('*', boundBodies())

  const ask: Ask = (path, init, env) => app.request(path, init, env)
  app.route('/api/auth', authRoutes(services, recoverySteps))
  app.route('/api/users/me/sessions', sessionRoutes(services))
  app.route('/api/users/me/tokens', accessTokenRoutes(services))
  app.route('/api/users/me/sign-in-methods', signInMethodRoutes(services))
  app.route('/api/users/me/export', exportRoutes(services))
  app.route('/api/users/me/import', importRoutes(services))
  app.route('/api/users/me/activity', activityRoutes(services))
  app.route('/api/users', accountDeletionRoutes(services))
  app.route('/api/users', accountRoutes(services))
  app.route('/api/notices', noticeRoutes(services))
  app.route('/api/upload', fileRoutes(services))
  app.route('/api/credentials', credentialRenewalRoutes(services))
  app.route('/api/credentials', credentialRoutes(services))
  app.route('/api/renewals', renewalRoutes(services))
  app.route('/api/lookups', lookupRoutes(services))
  app.route('/api/competency-records', competencyRoutes(services))
  app.route('/api/health-records', healthRecordRoutes(services))
  app.route('/api/ceu-cycles', packetRoutes(services))
  app.route('/api/ceu-cycles', ceuCycleRoutes(services))
  app.route('/api/ceu-entries', ceuEntryRoutes(services))
  app.route('/api/practice', practiceRoutes(services))
  app.route('/api/residences', residenceRoutes(services))
  app.route('/api/requirement-lists', requirementRoutes(services))
  app.route('/api/imports', importsRoutes(services))
  app.route('/api/mail-in', mailInRoutes(services))
  app.route('/api/bell', bellRoutes(services))
  app.route('/api/reminders/push', pushRoutes(services))
  app.route('/api/reminders/webhook', webhookRoutes(services))
  app.route('/api/reminders/calendar', calendarRoutes(services))
  app.route('/api/reminders/second-person', secondPersonRoutes(services))
  app.route('/api/reminders', reminderRoutes(services))
  app.route('/api/calendar', calendarFeedRoutes(services))
  app.route('/api/second-person', secondPersonLinkRoutes(services))
  app.route('/api/unsubscribe', unsubscribeRoutes(services))
  app.route('/api/share', shareRoutes(services))
  app.route('/api/share', visitorRoutes(services))
  app.route('/api/share', sharedFileRoutes(services))
  app.route('/api/check', checkRoutes(services, findLinkEnd))
  app.route('/api/passes', passRoutes(services))
  app.route('/api/wallet', walletRoutes(services))
  app.route('/api/trash', trashRoutes(services))
  app.route('/api/home', homeRoutes(services))
  app.route('/api/search', searchRoutes(services))
  app.route('/api/debug', debugRoutes(services))
  app.route('/api/csp-report', cspReportRoutes(services))
  app.route('/api/doctor', doctorRoutes(services))
  app.route('/mcp', mcpRoutes(services, ask))
  app.route('/ops/rules', rulePackRoutes(services))
  app.route('/', securityTxtRoutes(services))
  app.route('/', healthRoutes(services, metrics, health))

  if (services.config.firebaseApi) {
    const storage = storageRoutes(services)
    app.route('/v0/b', storage)
    app.route('/b', storage)
    app.route('/', identityRoutes(services, recoverySteps))
  }
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(services.config),
    description: 'A person who is signed in in a browser.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token from Settings, Security. Each operation names the scope that it needs: `read`, `write` or `share`.',
  })
  serveOpenApiDocument(
    app,
    '/api/openapi.json',
    {
      openapi: '3.1.0',
      info: {
        title: 'Lanyard',
        version: '0.1.0',
        description: `Licenses, certifications and CE hours of a nurse in one vault, with reminders.

Programs send an access token from Settings, Security: \`Authorization: Bearer lanyard_…\`. Each operation names the scope
that it needs. Errors are \`application/problem+json\`; after 429 wait as long as \`Retry-After\` says.`,
      },
    },
    apiExamples,
  )
  serveApiDocs(app, '/api/docs')
  app.all('/api/*', (c) => answerProblem(c, new Problem('page_not_found')))
  if (webDir) app.route('/', sitePages(services, webDir, sharePageOf(services), ask))
  app.notFound((c) => answerProblem(c, new Problem('page_not_found')))
  return app
}
