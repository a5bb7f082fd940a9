import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'

type OperatorServices = Pick<Services, 'config' | 'limits'>

/**
 * Whether the request has `OPS_TOKEN`, as a bearer token or as the password of any name. False for everyone if none is
 * set. Throws `too_many_requests`.
 */
export async function isOperator({ config, limits }: OperatorServices, request: Request): Promise<boolean> {
  const token = config.OPS_TOKEN
  const authorization = request.headers.get('authorization')
  if (token === undefined || authorization === null) return false
  // Before the comparison: otherwise a guesser would still learn when a guess is right.
  const giveBack = await countTry(limits, request)
  const isRight = isEqual(authorization, `Bearer ${token}`) || isEqual(passwordOf(authorization), token)
  if (isRight) await giveBack()
  return isRight
}

/** While the database does not respond, nothing is counted: that is when the operator needs the metrics. */
async function countTry(limits: Services['limits'], request: Request): Promise<() => Promise<void>> {
  try {
    return await limits.consume('operator', networkOf(request))
  } catch (error) {
    if (error instanceof Problem) throw error
    return async () => {}
  }
}

/**
 * Admits the operator to a page: a browser asks for a name, which may be anything, and a password, which is `OPS_TOKEN`.
 * Without that setting the page does not exist.
 */
export function operatorOnly(services: OperatorServices): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (services.config.OPS_TOKEN === undefined) throw new Problem('page_not_found')
    if (await isOperator(services, c.req.raw)) return next()
    c.header('WWW-Authenticate', 'Basic realm="Lanyard operator", charset="UTF-8"')
    throw new Problem('not_authenticated')
  }
}

/** Compares digests of equal length in constant time. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function passwordOf(authorization: string): string {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? []
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}
