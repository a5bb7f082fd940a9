import { z } from 'zod'
import { AUTH_PATH } from './better-auth.ts'
import { type AuthRequestContext, authRequestContext } from './request-context.ts'

/** A Better Auth instance. Only its request handler is used. */
export type BetterAuthHandler = { handler(request: Request): Promise<Response> }

/** Better Auth's response, and its side effects. */
export type AuthResponse = {
  ok: boolean
  body: Record<string, unknown> | null
  /** `Set-Cookie` lines. */
  cookies: string[]
  /** Where it redirects to. */
  location: string | null
  context: AuthRequestContext
}

type CallOptions = {
  /** Makes the request a POST. */
  body?: unknown
  context?: Partial<AuthRequestContext>
  /** Instead of the default instance. */
  instance?: BetterAuthHandler
}

/** Calls Better Auth at `path` for this request. */
export type CallBetterAuth = (request: Request, path: string, options?: CallOptions) => Promise<AuthResponse>

const jsonObject = z.record(z.string(), z.unknown()).nullable().catch(null)

/** Headers that apply only to the original request. */
const bodyHeaders = ['content-length', 'content-encoding', 'transfer-encoding']
/** `sameOrigin` has already checked the origin. Better Auth would treat any fetch without one as cross-site. */
const originHeaders = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'referer']

export function betterAuthClient(publicUrl: string, betterAuth: BetterAuthHandler): CallBetterAuth {
  return async (original, path, { body, context: more, instance = betterAuth } = {}) => {
    const headers = new Headers(original.headers)
    for (const name of [...bodyHeaders, ...originHeaders]) headers.delete(name)
    headers.set('origin', publicUrl)
    if (body !== undefined) headers.set('content-type', 'application/json')
    // Better Auth sees our own address and never the client's Host header.
    const request = new Request(`${publicUrl}${AUTH_PATH}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { userAgent = null, network, actionLink } = authRequestContext.getStore() ?? {}
    const outer = { userAgent, network, actionLink }
    const context: AuthRequestContext = { path, ...outer, isMailLimitConsumed: false, ...more }
    const response = await authRequestContext.run(context, () => instance.handler(request))
    if (context.databaseError !== undefined) throw context.databaseError
    if (context.refusal) throw context.refusal
    const result = await toAuthResponse(response, context)
    // Better Auth answers 500 to a passkey whose signature is wrong.
    if (response.status >= 500 && result.body?.code !== 'FAILED_TO_VERIFY_REGISTRATION')
      throw new Error(`Better Auth answered ${response.status} to ${path.split('?')[0]}`)
    return result
  }
}

async function toAuthResponse(response: Response, context: AuthRequestContext): Promise<AuthResponse> {
  const body: unknown = await response.json().catch(() => null)
  return {
    ok: response.ok,
    body: jsonObject.parse(body),
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
    context,
  }
}
