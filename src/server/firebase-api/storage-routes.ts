import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { userAgentOf } from '#server/auth/user-agent.ts'
import { openName, withName } from '#server/files/name-service.ts'
import { findObject, type ObjectRow } from '#server/files/object-store.ts'
import { concurrencyLimit } from '#server/http/concurrency.ts'
import { answerBytes } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { readBody } from '#server/http/request-body.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { downloadName } from '#shared/files/file-kinds.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { metadataPatch } from '#shared/files/stored-object.ts'
import { invalid, Problem } from '#shared/http/errors.ts'
import { isAllowedOrigin } from './origin-service.ts'
import { objectResource, storageRefusal } from './storage-answer-service.ts'
import { discardBody, METADATA_BYTES, parseJson, parseMetadata } from './storage-body-service.ts'
import {
  deleteObject,
  listObjects,
  MOST_LISTED,
  requireObject,
  requireOwnPath,
  splitName,
  updateObject,
} from './storage-object-service.ts'
import {
  cancelUpload,
  PART_BYTES,
  readUploadState,
  receivePart,
  startUpload,
  type UploadState,
} from './storage-resumable-service.ts'
import { createDownloadToken, findTokenHolder } from './storage-token-service.ts'
import { auditObject, uploadObject } from './storage-upload-service.ts'
import { findTokenActor } from './token-session-service.ts'

type Answer = Context<AppEnv>

/** The buckets of Firebase Storage, to be mounted at `/v0/b` and `/b`. `quota` is in bytes per owner. */
export function storageRoutes(services: Services, quota = MAX_OWNER_BYTES) {
  const router = new Hono<AppEnv>()
  const { config } = services
  const withUploadLimit = concurrencyLimit(config.UPLOADS_AT_ONCE, 'uploads_running')
  const describe = (actor: Actor, row: ObjectRow) =>
    objectResource(
      withName(services.fieldCipher, row),
      config.firebaseBucket,
      createDownloadToken(services, actor, row),
    )

  router.onError(answerRefusal(services))
  const allowed = (origin: string) => (isAllowedOrigin(config, origin) ? origin : null)
  router.use('*', cors({ origin: allowed, ...crossOrigin }))
  router.use('*', discarding)
  router.get('/:bucket/o/:name{.+}', downloadByToken(services))
  router.use('*', requireTokenActor(services))
  router.use('/:bucket/*', requireBucket(services))

  router.get('/:bucket/o', async (c) => {
    const page = await listObjects(services, c.var.actor, readListQuery(c))
    const items = page.items.map(({ name }) => ({ name, bucket: config.firebaseBucket }))
    return c.json({ ...page, items, nextPageToken: page.nextPageToken ?? undefined })
  })

  router.post('/:bucket/o', async (c) => {
    const { actor } = c.var
    const uploadId = c.req.query('upload_id')
    if (uploadId !== undefined) return continueUpload(c, uploadId)
    const path = await requireOwnPath(services, actor, c.req.query('name') ?? '')
    if (isResumable(c)) return beginUpload(c, path)
    const upload = { request: c.req.raw, quota }
    const row = await withUploadLimit(actor.owner, () => uploadObject(services, actor, path, upload))
    return c.json(describe(actor, row))
  })

  router.get('/:bucket/o/:name{.+}', async (c) => {
    const { actor } = c.var
    const path = await requireOwnPath(services, actor, nameOf(c))
    const row = await requireObject(services, actor.owner, path)
    return c.req.query('alt') === 'media'
      ? answerObject(c, services, actor, row)
      : c.json(describe(actor, row))
  })

  router.patch('/:bucket/o/:name{.+}', async (c) => {
    const { actor } = c.var
    const path = await requireOwnPath(services, actor, nameOf(c))
    const patch = metadataPatch.safeParse(parseJson(await readBody(c, METADATA_BYTES)))
    if (!patch.success) throw invalid(patch.error)
    return c.json(describe(actor, await updateObject(services, actor, path, patch.data)))
  })

  router.delete('/:bucket/o/:name{.+}', async (c) => {
    const { actor } = c.var
    await deleteObject(services, actor, await requireOwnPath(services, actor, nameOf(c)))
    return c.body(null, 204)
  })

  async function beginUpload(c: Answer, objectPath: string): Promise<Response> {
    const metadata = parseMetadata(await readBody(c, METADATA_BYTES))
    const size = readNumber(c, 'x-goog-upload-header-content-length')
    const id = await startUpload(services, c.var.actor, { objectPath, metadata, size }, quota)
    const query = new URLSearchParams({ name: c.req.query('name') ?? '', upload_id: id })
    const bucket = encodeURIComponent(config.firebaseBucket)
    const url = `${config.publicUrl}/v0/b/${bucket}/o?${query}&upload_protocol=resumable`
    return c.body('', 200, {
      'X-Goog-Upload-Status': 'active',
      'X-Goog-Upload-URL': url,
      'X-Goog-Upload-Control-URL': url,
      'X-Goog-Upload-Chunk-Granularity': String(PART_BYTES),
    })
  }

  async function continueUpload(c: Answer, id: string): Promise<Response> {
    const { actor } = c.var
    if (!z.uuid().safeParse(id).success) throw new Problem('file_not_found')
    const commands = (c.req.header('x-goog-upload-command') ?? '').split(',').map((each) => each.trim())
    if (commands.includes('query')) return answerState(c, await readUploadState(services, actor, id))
    if (commands.includes('cancel')) {
      await cancelUpload(services, actor, id)
      return c.body('', 200, { 'X-Goog-Upload-Status': 'cancelled' })
    }
    const offset = readNumber(c, 'x-goog-upload-offset')
    const [hasBytes, isLast] = [commands.includes('upload'), commands.includes('finalize')]
    if (offset === null || !(hasBytes || isLast)) throw new Problem('bad_request')
    const part = { request: hasBytes ? c.req.raw : null, offset, isLast, quota }
    return answerState(c, await withUploadLimit(actor.owner, () => receivePart(services, actor, id, part)))
  }

  function answerState(c: Answer, { received, row }: UploadState): Response {
    const headers = {
      'X-Goog-Upload-Status': row ? 'final' : 'active',
      'X-Goog-Upload-Size-Received': String(received),
    }
    return row ? c.json(describe(c.var.actor, row), 200, headers) : c.body('', 200, headers)
  }

  return router
}

const uploadHeaders = ['Status', 'URL', 'Control-URL', 'Chunk-Granularity', 'Size-Received']
const crossOrigin = {
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
  exposeHeaders: [...uploadHeaders.map((name) => `X-Goog-Upload-${name}`), 'Content-Range', 'ETag'],
  maxAge: 600,
}

const discarding: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
  discardBody(c.req.raw)
}

function requireTokenActor(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const actor = await findTokenActor(services, c.req.raw)
    if (!actor) throw new Problem('not_authenticated')
    c.set('actor', actor)
    await next()
  }
}

function requireBucket({ config }: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.param('bucket') !== config.firebaseBucket) throw new Problem('page_not_found')
    await next()
  }
}

/** A download URL needs no header, so that it can be the source of an image. */
function downloadByToken(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = c.req.query('token')
    const isDownload = token !== undefined && c.req.query('alt') === 'media'
    if (!isDownload || c.req.header('authorization') !== undefined) return next()
    if (c.req.param('bucket') !== services.config.firebaseBucket) throw new Problem('page_not_found')
    const named = splitName(nameOf(c))
    const row = named && (await findObject(services.db, asOwnerId(named.owner), named.path))
    const holder = row && (await findTokenHolder(services, row, token))
    // The response is the same whether or not there is an object.
    if (!row || !holder) throw new Problem('file_not_owned')
    const actor = { ...holder, userAgent: userAgentOf(c.req.raw) }
    const answer = await answerObject(c, services, actor, row)
    answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  }
}

function answerObject(
  c: Answer,
  services: Services,
  actor: Pick<Actor, 'owner' | 'sessionId' | 'userAgent'>,
  row: ObjectRow,
): Promise<Response> {
  const download = { ...row, name: downloadName(openName(services.fieldCipher, row), row.mimeType) }
  return answerBytes(c, services.storage, download, 'inline', () =>
    auditObject(services.db, actor, services.clock.now(), 'file_downloaded', row),
  )
}

/** The object name at the end of the path. Clients percent-encode its slashes too. */
function nameOf(c: Answer): string {
  const [, name = ''] = /^\/(?:v0\/)?b\/[^/]+\/o\/(.*)$/s.exec(new URL(c.req.url).pathname) ?? []
  try {
    return decodeURIComponent(name)
  } catch {
    throw new Problem('bad_request')
  }
}

function isResumable(c: Answer): boolean {
  const protocol = c.req.header('x-goog-upload-protocol') ?? c.req.query('uploadType') ?? ''
  return protocol.toLowerCase() === 'resumable'
}

function readNumber(c: Answer, header: string): number | null {
  const value = c.req.header(header)
  if (value === undefined) return null
  if (!/^\d{1,15}$/.test(value)) throw new Problem('bad_request')
  return Number(value)
}

const listQuery = z.object({
  prefix: z.string().max(2000).default(''),
  delimiter: z.string().max(10).default(''),
  maxResults: z.coerce.number().int().min(1).max(MOST_LISTED).default(MOST_LISTED),
  pageToken: z.string().max(2000).default(''),
})

function readListQuery(c: Answer) {
  const query = listQuery.safeParse(c.req.query())
  if (!query.success) throw invalid(query.error)
  return query.data
}

function answerRefusal({ log }: Services) {
  return (error: Error, c: Answer): Response => {
    const problem = problemOf(error)
    if (problem.status >= 500) log.error({ path: c.req.routePath, err: error }, problem.code)
    if (problem.retryAfter !== undefined) c.header('Retry-After', String(problem.retryAfter))
    const { status, body } = storageRefusal(problem)
    return c.json(body, status as ContentfulStatusCode)
  }
}
