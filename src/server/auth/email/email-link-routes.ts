import { createEmailVerificationToken } from 'better-auth/api'
import type { Context } from 'hono'
import { type CodeKind, consumeCode, createSignInToken, findCode } from '#server/auth/action-code-store.ts'
import { authBody } from '#server/auth/auth-body.ts'
import { AuthProblem, problemOf } from '#server/auth/auth-problem.ts'
import { bodyOf, completeSignIn, setCookies } from '#server/auth/complete-sign-in.ts'
import { limitByNetwork, limitMail } from '#server/auth/limit-guards.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { confirmRegistration } from '#server/auth/registration/registration-service.ts'
import type { AuthRequestContext } from '#server/auth/request-context.ts'
import { padResponseTime } from '#server/auth/response-time.ts'
import { sessionKindFor } from '#server/auth/sessions/session-life.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail, findUserById, markEmailVerified, type UserRow } from '#server/users/store.ts'
import { done, signedIn } from '#shared/auth/answers.ts'
import { emailLinkContract } from '#shared/auth/email-contract.ts'
import { describeMailedLink, requireNoOtherSession } from './mailed-link-service.ts'

const VERIFICATION_SECONDS = 60

const route = routesAt('/api/auth', emailLinkContract)

/** Emailed links that create a session: to confirm an address, and to sign in. */
export function emailLinkRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const { auth, clock, config, db } = services

  /** Call it after a code that only this mailbox received was used. */
  async function signInAs(c: Context, user: UserRow, context: Partial<AuthRequestContext>): Promise<object> {
    const signInToken = await createSignInToken(db, user.email, clock.now())
    const path = `/magic-link/verify?token=${signInToken}`
    const response = await auth.callBetterAuth(c.req.raw, path, { context })
    if (!response.context.createdSession) throw new AuthProblem('INVALID_TOKEN')
    return completeSignIn(c, services, response)
  }

  /** Before the code is used: a link that was not the owner's must not replace their session unseen. */
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
      // A POST although Better Auth has a GET: nothing changes on a GET, and no other site can sign anyone in.
      .openapi(
        route('POST /api/auth/verify-email', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { replacesSession, ...input } = c.req.valid('json')
          await requireSameAccount(c, 'verify-email', input.token, replacesSession)
          if (config.SMTP_URL !== undefined) {
            const confirmed = await confirmRegistration(services, recoverySteps, input)
            if (!confirmed) throw new AuthProblem('INVALID_TOKEN')
            await c.var.refund()
            return c.json({ ...(await signInAs(c, confirmed, {})) }, 200)
          }
          const { token } = input
          const code = await findCode(db, 'verify-email', token, clock.now())
          const user = code && (await findUserById(db, code.userId))
          const consumed = user && (await consumeCode(db, 'verify-email', token, clock.now()))
          if (!user || !consumed) throw new AuthProblem('INVALID_TOKEN')
          const { secret } = auth
          const verification = await createEmailVerificationToken(
            secret,
            user.email,
            undefined,
            VERIFICATION_SECONDS,
          )
          const response = await auth.callBetterAuth(c.req.raw, `/verify-email?token=${verification}`)
          if (response.ok) await c.var.refund()
          return c.json({ ...(await completeSignIn(c, services, response)) }, 200)
        },
      )
      /** Answers the same whether the address has an account or not. */
      .openapi(route('POST /api/auth/request-sign-in-link', limitMail(services)), async (c) => {
        const startedAt = performance.now()
        const user = await findUserByEmail(db, c.req.valid('json').email)
        if (user) await auth.events.sendSignInLink(user)
        await padResponseTime(auth.padding.mail, startedAt)
        return c.json({ status: true as const }, 200)
      })
      .openapi(
        route('POST /api/auth/sign-in/link', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { token, replacesSession, ...options } = c.req.valid('json')
          await requireSameAccount(c, 'sign-in', token, replacesSession)
          const code = await findCode(db, 'sign-in', token, clock.now())
          const user = code && (await findUserById(db, code.userId))
          if (!user || auth.events.mustConfirm(user)) throw new AuthProblem('INVALID_TOKEN')
          // Better Auth removes the password of an unconfirmed account. Without a mail server it is the owner's.
          if (!user.emailVerified) await markEmailVerified(db, user.id)
          const mailedCode = { kind: 'sign-in', code: token } as const
          await c.var.refund()
          const body = await signInAs(c, user, { kind: sessionKindFor(options), mailedCode })
          return c.json(signedIn.parse(body), 200)
        },
      )
  )
}
