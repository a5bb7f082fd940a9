import type { Context } from 'hono'
import { type CodeKind, findCode } from '#server/auth/action-code-store.ts'
import { authBody } from '#server/auth/auth-body.ts'
import { AuthProblem, problemOf } from '#server/auth/auth-problem.ts'
import { bodyOf, completeSignIn, setCookies } from '#server/auth/complete-sign-in.ts'
import { limitByNetwork, limitMail } from '#server/auth/limit-guards.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { confirmRegistration } from '#server/auth/registration/registration-service.ts'
import { sessionKindFor } from '#server/auth/sessions/session-life.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { done, signedIn } from '#shared/auth/answers.ts'
import { emailLinkContract } from '#shared/auth/email-contract.ts'
import {
  requestSignInLink,
  requireLinkUser,
  signInAs,
  signInWithLink,
  verifyAddress,
} from './email-link-service.ts'
import { describeMailedLink, requireNoOtherSession } from './mailed-link-service.ts'

const route = routesAt('/api/auth', emailLinkContract)

/** Emailed links that create a session: to confirm an address, and to sign in. */
export function emailLinkRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const { auth, clock, config, db } = services

  /** Checked before the code is used: someone else's link must not silently replace the owner's session. */
  async function requireSameAccount(c: Context, kind: CodeKind, token: string, isAgreed: boolean) {
    const code = await findCode(db, kind, token, clock.now())
    if (code) await requireNoOtherSession(services, c.req.raw, { userId: code.userId, isAgreed })
  }

  return (
    createRouter()
      .openapi(route('POST /api/auth/send-verification-email', limitMail(services)), async (c) => {
        const options = { body: c.req.valid('json'), context: { isMailLimitConsumed: true } }
        const response = await auth.callBetterAuth(c.req.raw, '/send-verification-email', options)
        if (!response.ok) throw problemOf(response)
        setCookies(c, response.cookies)
        return c.json(done.parse(bodyOf(response)), 200)
      })
      .openapi(
        route('POST /api/auth/mailed-link', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const link = await describeMailedLink(services, c.req.raw, c.req.valid('json'))
          if (!link) throw new AuthProblem('INVALID_TOKEN')
          await c.var.refund()
          return c.json(link, 200)
        },
      )
      // A POST although Better Auth has a GET: no GET changes anything, and no other site can sign anyone in.
      .openapi(
        route('POST /api/auth/verify-email', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { replacesSession, ...input } = c.req.valid('json')
          await requireSameAccount(c, 'verify-email', input.token, replacesSession)
          if (config.SMTP_URL !== undefined) {
            const confirmed = await confirmRegistration(services, recoverySteps, input)
            if (!confirmed) throw new AuthProblem('INVALID_TOKEN')
            await c.var.refund()
            const response = await signInAs(services, c.req.raw, confirmed, {})
            return c.json({ ...(await completeSignIn(c, services, response)) }, 200)
          }
          const response = await verifyAddress(services, c.req.raw, input.token)
          if (response.ok) await c.var.refund()
          return c.json({ ...(await completeSignIn(c, services, response)) }, 200)
        },
      )
      /** The response is the same whether or not the address has an account. */
      .openapi(route('POST /api/auth/request-sign-in-link', limitMail(services)), async (c) => {
        await requestSignInLink(services, c.req.valid('json').email)
        return c.json({ status: true as const }, 200)
      })
      .openapi(
        route('POST /api/auth/sign-in/link', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { token, replacesSession, ...options } = c.req.valid('json')
          await requireSameAccount(c, 'sign-in', token, replacesSession)
          const user = await requireLinkUser(services, token)
          await c.var.refund()
          const kind = sessionKindFor(options)
          const response = await signInWithLink(services, c.req.raw, { user, token, kind })
          return c.json(signedIn.parse(await completeSignIn(c, services, response)), 200)
        },
      )
  )
}
