import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'

/** Whether this is the operator's token. False for everyone if none is set. */
export function isOperator(token: string | undefined, authorization: string | undefined): boolean {
  return token !== undefined && authorization !== undefined && isEqual(authorization, `Bearer ${token}`)
}

/**
 * Admits the operator to a page: a browser asks for a name, which may be anything, and a password, which is `OPS_TOKEN`.
 * Without that setting the page does not exist.
 */
export function operatorOnly({
  config,
  limits,
}: Pick<Services, 'config' | 'limits'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = config.OPS_TOKEN
    if (token === undefined) throw new Problem('page_not_found')
    const authorization = c.req.header('authorization')
    if (authorization !== undefined) {
      // Before the comparison: otherwise a guesser would still learn when a guess is right.
      const giveBack = await limits.consume('operator', networkOf(c.req.raw))
      if (isOperator(token, authorization) || isEqual(passwordOf(authorization), token)) {
        await giveBack()
        return next()
      }
    }
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
