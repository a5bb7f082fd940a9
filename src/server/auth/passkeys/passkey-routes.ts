import { authBody } from '#server/auth/auth-body.ts'
import type { AuthResponse } from '#server/auth/better-auth-client.ts'
import { completeSignIn, setCookies } from '#server/auth/complete-sign-in.ts'
import { limitByNetwork } from '#server/auth/limit-guards.ts'
import type { AuthRequestContext } from '#server/auth/request-context.ts'
import { requireReauthentication, requireSessionAndUser } from '#server/auth/require-session.ts'
import { sessionKindFor } from '#server/auth/sessions/session-life.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { passkeyContract } from '#shared/auth/passkey-contract.ts'
import { passkey, passkeyOptions } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { countPasskeys, recordPasskeyUse, requirePasskey } from './passkey-store.ts'

const MAX_PASSKEYS = 20

const route = routesAt('/api/auth', passkeyContract)

/** Creating passkeys and signing in with them. `sign-in-method-routes.ts` lists, renames and removes them. */
export function passkeyRoutes(services: Services) {
  const { auth, clock, db } = services
  const recent = [requireSessionAndUser(services), requireReauthentication(services)] as const

  /** Signs in with what the browser's authenticator returned. */
  async function verify(
    request: Request,
    response: { id: string },
    context: Partial<AuthRequestContext>,
  ): Promise<AuthResponse> {
    const options = { body: { response }, context: { ...context, passkeyId: response.id } }
    const verified = await auth.callBetterAuth(request, '/passkey/verify-authentication', options)
    if (!verified.ok) throw passkeyProblem(verified)
    const { userId } = verified.context.createdSession ?? {}
    if (userId !== undefined) await recordPasskeyUse(db, userId, response.id, clock.now())
    return verified
  }

  return (
    createRouter()
      .openapi(route('POST /api/auth/passkey/options-to-add', ...recent), async (c) => {
        if ((await countPasskeys(db, c.var.user.id)) >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
        const options = await auth.callBetterAuth(c.req.raw, '/passkey/generate-register-options')
        if (!options.ok) throw new Problem('passkey_failed')
        setCookies(c, options.cookies)
        return c.json(passkeyOptions.parse(options.body), 200)
      })
      .openapi(route('POST /api/auth/passkey/add', ...recent, authBody), async (c) => {
        const { session, user } = c.var
        const body = c.req.valid('json')
        const options = { body, context: { ownSession: session } }
        const verified = await auth.callBetterAuth(c.req.raw, '/passkey/verify-registration', options)
        if (!verified.ok) throw new Problem('passkey_failed')
        await db.transaction(async (tx) => {
          await auth.events.record(user.id, 'auth_passkey_added', { sessionId: session.id, tx })
          await auth.events.sendSignInMethodChanged(tx, user, 'passkey_added')
        })
        return c.json(passkey.parse(await requirePasskey(db, user.id, String(verified.body?.id))), 200)
      })
      .openapi(
        route('POST /api/auth/passkey/options-to-sign-in', limitByNetwork(services, 'challenge')),
        async (c) => {
          const options = await auth.callBetterAuth(c.req.raw, '/passkey/generate-authenticate-options')
          if (!options.ok) throw new Problem('passkey_failed')
          setCookies(c, options.cookies)
          // Never left to the device: without user verification a passkey would be one factor.
          return c.json(passkeyOptions.parse({ ...options.body, userVerification: 'required' }), 200)
        },
      )
      .openapi(
        route('POST /api/auth/sign-in/passkey', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { response, ...options } = c.req.valid('json')
          const context = { kind: sessionKindFor(options), skipsTwoFactor: true }
          const verified = await verify(c.req.raw, response, context)
          await c.var.refund()
          return c.json({ ...(await completeSignIn(c, services, verified)) }, 200)
        },
      )
      /** Replaces the session by a new one of the same kind. */
      .openapi(
        route('POST /api/auth/reauthenticate/passkey', requireSessionAndUser(services), authBody),
        async (c) => {
          const { kind, userId } = c.var.session
          const context = { kind, skipsTwoFactor: true, onlyForUserId: userId }
          const verified = await verify(c.req.raw, c.req.valid('json').response, context)
          return c.json({ ...(await completeSignIn(c, services, verified)) }, 200)
        },
      )
  )
}

function passkeyProblem({ body }: AuthResponse): Problem {
  if (body?.code === 'PASSKEY_NOT_FOUND') return new Problem('passkey_unknown')
  return new Problem(body?.code === 'USER_MISMATCH' ? 'user_mismatch' : 'passkey_failed')
}
