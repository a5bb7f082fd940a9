import { createRoute } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { webhookInput, webhookMade, webhookState } from '#shared/reminders/channels.ts'
import { makeSecret } from './webhook-service.ts'
import { findWebhook, keepWebhook, removeWebhook } from './webhook-store.ts'

const tags = ['Reminders']

const get = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'My webhook, without its secret',
  responses: { 200: answers(webhookState, '`url` null: none'), ...problems(401) },
})

const put = createRoute({
  method: 'put',
  path: '/',
  tags,
  summary: 'Send my reminders to this address; the answer has the secret that signs them, this once',
  request: { body: takes(webhookInput) },
  responses: { 200: answers(webhookMade, 'As it is now'), ...problems(400, 401, 413, 415, 422) },
})

const remove = createRoute({
  method: 'delete',
  path: '/',
  tags,
  summary: 'Send nothing to a webhook',
  responses: { 204: { description: 'There is none' }, ...problems(401) },
})

/** `/api/reminders/webhook`. */
export function webhookRoutes(services: Services) {
  const { db, clock, outboundHttp } = services
  const router = createRouter()
  router.use('*', signedIn(services))
  router.use('/', jsonBody)
  return router
    .openapi(get, async (c) => {
      const webhook = await findWebhook(db, c.var.actor.owner)
      const none = { url: null, createdAt: null, lastSentAt: null, lastError: null }
      return c.json(webhookState.parse(webhook ?? none), 200)
    })
    .openapi(put, async (c) => {
      const { url } = c.req.valid('json')
      const objection = await outboundHttp.objection(url)
      if (objection !== null) throw new Problem('invalid', { errors: [{ path: 'url', message: objection }] })
      const { actor } = c.var
      const webhook = await db.transaction(async (tx) => {
        // Of the address its host alone: the rest may be what lets a message in.
        const metadata = { host: new URL(url).hostname }
        await audit(tx, actor, clock.now(), 'auth_webhook_set', { resource: 'webhook', metadata })
        return keepWebhook(tx, actor.owner, { url, secret: makeSecret() }, clock.now())
      })
      return c.json(webhookMade.parse(webhook), 200)
    })
    .openapi(remove, async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        if (!(await removeWebhook(tx, actor.owner))) return
        await audit(tx, actor, clock.now(), 'auth_webhook_removed', { resource: 'webhook' })
      })
      return c.body(null, 204)
    })
}
