import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from '#server/kernel/log.ts'
import type { Actor } from '#server/users/owner.ts'
import { type FieldError, invalid, Problem, requireNoErrors } from '#shared/http/errors.ts'
import { problemBody } from '#shared/http/problem-body.ts'
import { isStorable, notStorable } from '#shared/kernel/fields.ts'
import { RECORD_BODY_BYTES, readBody } from './request-body.ts'

export type AppEnv = { Variables: { requestId: string; log: Logger; actor: Actor } }

/** A router for one feature. A request that does not match its schemas gets a 422 that names every invalid field. */
export function createRouter() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(result.error)
    },
  })
}

type Bounds = { bytes: number; values: number }

/** For one complete record. */
export const jsonBody = jsonBodyWithin({ bytes: RECORD_BODY_BYTES, values: 5000 })

/**
 * Reads a JSON body before the schema does, so that every route answers 400 to broken JSON, 413 to a large body, 415 to
 * another type, and 422 to texts that no database stores. Depth and number of values are limited, because no record is
 * deeply nested.
 */
export function jsonBodyWithin(bounds: Bounds): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') await readJsonBody(c, bounds)
    await next()
  }
}

/** Reads the body of any method for the schema that follows. Throws the same problems as `jsonBodyWithin`. */
export async function readJsonBody(c: Context, { bytes, values }: Bounds): Promise<void> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Problem('json_expected')
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') throw new Problem('json_expected')
  checkJson(await readBody(c, bytes), values)
}

const MAX_DEPTH = 32

function checkJson(bytes: Uint8Array, max: number): void {
  let errors: FieldError[]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    errors = checkValues(JSON.parse(text), max)
  } catch {
    throw new Problem('not_json')
  }
  requireNoErrors(errors)
}

/**
 * Throws if there are more than `max` values, or if a value is nested too deeply. Returns the texts that cannot be
 * stored.
 */
function checkValues(root: unknown, max: number): FieldError[] {
  const errors: FieldError[] = []
  let values = 1
  let level: [value: object, path: string][] = isContainer(root) ? [[root, '']] : []
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new Error('refused')
    const below: typeof level = []
    for (const [container, path] of level) {
      if (Object.hasOwn(container, '__proto__')) throw new Error('refused')
      for (const [key, value] of Object.entries(container)) {
        values += 1
        if (isContainer(value)) below.push([value, `${path}${key}.`])
        const isKept = isStorable(key) && (typeof value !== 'string' || isStorable(value))
        if (!isKept) errors.push({ path: `${path}${key}`, message: notStorable })
      }
      if (values > max) throw new Error('refused')
    }
    level = below
  }
  return errors
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const problemNames: Record<number, string> = {
  401: 'Signed out',
  403: "Another's",
  404: 'Missing',
  409: 'In conflict with what is stored',
  410: 'Gone',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Wrong type',
  422: 'Invalid: every bad field is named',
  429: 'Too many',
  503: 'Busy',
  507: 'Storage is full',
}

/** Documents the problems that a route may return. */
export function problems(...statuses: number[]): RouteConfig['responses'] {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: problemNames[status] ?? 'Problem',
        content: { 'application/problem+json': { schema: problemBody } },
      },
    ]),
  )
}
