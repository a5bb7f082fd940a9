import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import {
  share,
  shareInput,
  shareLog,
  shareLogQuery,
  shareMade,
  sharePage,
  sharePatch,
  shareQuery,
  tokenInput,
} from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import {
  changeShare,
  listMyShares,
  makeShare,
  previewShare,
  readLog,
  remakeShare,
  revokeShare,
} from './service.ts'

const tags = ['Sharing']
const byId = z.object({ id: z.string().describe('The id of one of my links') })
const onceOnly = z.object({ 'idempotency-key': z.string().optional() })
const made = { ...answers(shareMade, 'The link, this once'), headers: z.object({ Location: z.string() }) }

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'My links, live and ended, newest first',
  request: { query: shareQuery },
  responses: { 200: answers(sharePage, 'One page'), ...problems(401, 422) },
})

const create = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Make a link; its token is told this once',
  request: { headers: onceOnly, body: takes(shareInput) },
  responses: { 201: made, ...problems(400, 401, 403, 404, 413, 415, 422) },
})

const preview = createRoute({
  method: 'post',
  path: '/preview',
  tags,
  summary: 'What a link would show; nothing is kept',
  request: { body: takes(shareInput) },
  responses: {
    200: answers(sharePreview, 'As the visitor would see it'),
    ...problems(400, 401, 403, 404, 413, 415, 422),
  },
})

const update = createRoute({
  method: 'patch',
  path: '/{id}',
  tags,
  summary: 'Extend or change a live link: what is absent stays, null clears',
  request: { params: byId, body: takes(sharePatch) },
  responses: { 200: answers(share, 'As it is now'), ...problems(400, 401, 403, 404, 413, 415, 422) },
})

const revoke = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  summary: 'End a link at once, for every page and file of it; again is fine',
  request: { params: byId },
  responses: { 204: { description: 'Ended' }, ...problems(401, 403, 404) },
})

const remake = createRoute({
  method: 'post',
  path: '/{id}/token',
  tags,
  summary: 'Make a new link for the same share, also for one that ended; the old link is dead',
  request: { params: byId, headers: onceOnly, body: takes(tokenInput) },
  responses: { 201: made, ...problems(400, 401, 403, 404, 413, 415, 422) },
})

const log = createRoute({
  method: 'get',
  path: '/{id}/log',
  tags,
  summary: 'What happened at a link, newest first: opened, viewed, downloaded, refused',
  request: { params: byId, query: shareLogQuery },
  responses: { 200: answers(shareLog, 'One page'), ...problems(401, 403, 404, 422) },
})

/** `/api/share`, the owner's side. The visitor's stands at the same paths: each guard names its method. */
export function shareRoutes(services: Services) {
  const router = createRouter()
  const mine = [signedIn(services), auditRefusals(services, 'share')] as const
  router.use('/', ...mine, jsonBody)
  router.on('POST', ['/preview', '/:id/token'], ...mine, jsonBody)
  router.on(['PATCH', 'DELETE'], '/:id', ...mine, jsonBody)
  router.get('/:id/log', ...mine)

  return router
    .openapi(list, async (c) => {
      const page = await listMyShares(services, c.var.actor.owner, c.req.valid('query'))
      return c.json(page, 200)
    })
    .openapi(create, async (c) => {
      const key = c.req.header('idempotency-key')
      const link = await makeShare(services, c.var.actor, c.req.valid('json'), key)
      return c.json(link, 201, { Location: `/api/share/${link.id}` })
    })
    .openapi(preview, async (c) => {
      const shown = await previewShare(services, c.var.actor.owner, c.req.valid('json'))
      return c.json(sharePreview.parse(shown), 200)
    })
    .openapi(update, async (c) => {
      const changed = await changeShare(services, c.var.actor, c.req.valid('param').id, c.req.valid('json'))
      return c.json(changed, 200)
    })
    .openapi(revoke, async (c) => {
      await revokeShare(services, c.var.actor, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(remake, async (c) => {
      const { id } = c.req.valid('param')
      const key = c.req.header('idempotency-key')
      const link = await remakeShare(services, c.var.actor, id, c.req.valid('json'), key)
      return c.json(link, 201, { Location: `/api/share/${link.id}` })
    })
    .openapi(log, async (c) => {
      const { id } = c.req.valid('param')
      const page = await readLog(services, c.var.actor.owner, id, c.req.valid('query'))
      return c.json(shareLog.parse(page), 200)
    })
}
