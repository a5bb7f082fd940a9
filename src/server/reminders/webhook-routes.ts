import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { savedWebhook, webhookState } from '#shared/reminders/channels.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { sendErrorIn } from '#shared/reminders/reminder-text.ts'
import { generateSecret } from './webhook-service.ts'
import { findWebhook, removeWebhook, saveWebhook } from './webhook-store.ts'

const route = routesAt('/api/reminders/webhook', reminderContract)

/** `/api/reminders/webhook`. */
export function webhookRoutes(services: Services) {
  const { auth, db, clock, outboundHttp } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('/', jsonBody)
  return router
    .openapi(route('GET /api/reminders/webhook'), async (c) => {
      const webhook = await findWebhook(db, c.var.actor.owner)
      const none = { url: null, createdAt: null, lastSentAt: null, lastError: null }
      const t = requestTranslate(c)
      const lastError = webhook?.lastError ? sendErrorIn(webhook.lastError, t) : null
      return c.json(webhookState.parse({ ...(webhook ?? none), lastError }), 200)
    })
    .openapi(route('PUT /api/reminders/webhook'), async (c) => {
      const { actor } = c.var
      requireRecentAuthentication(actor, clock.now())
      const { url } = c.req.valid('json')
      const message = await outboundHttp.objection(url)
      if (message !== null) throw new Problem('invalid', { errors: [{ path: 'url', message }] })
      const webhook = await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        await auth.events.sendChannelAdded(tx, actor.owner, 'webhook_set')
        // The host only: the rest of the URL may be a secret.
        const metadata = { host: new URL(url).hostname }
        await audit(tx, actor, clock.now(), 'auth_webhook_set', { resource: 'webhook', metadata })
        return saveWebhook(tx, actor.owner, { url, secret: generateSecret() }, clock.now())
      })
      return c.json(savedWebhook.parse(webhook), 200)
    })
    .openapi(route('DELETE /api/reminders/webhook'), async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        if (!(await removeWebhook(tx, actor.owner))) return
        await audit(tx, actor, clock.now(), 'auth_webhook_removed', { resource: 'webhook' })
      })
      return c.body(null, 204)
    })
}
