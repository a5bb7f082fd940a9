import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { authBodyBounds } from '#server/auth/auth-body.ts'
import { failureKind } from '#server/auth/auth-problem.ts'
import { limitByNetwork, limitMail, limitSignIn, type RefundEnv } from '#server/auth/limit-guards.ts'
import { signInWithPassword } from '#server/auth/password-service.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { withRequestContext } from '#server/auth/request-context.ts'
import { networkOf } from '#server/http/client-network.ts'
import { problemOf } from '#server/http/problem.ts'
import { readText, SHORT_BODY_BYTES } from '#server/http/request-body.ts'
import { type AppEnv, readJsonBody } from '#server/http/route.ts'
import { countSecurity } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import {
  emailLinkInput,
  idTokenInput,
  passwordSignInInput,
  providerSignInInput,
  refreshInput,
  resetPasswordInput,
  secondFactorEnrollInput,
  secondFactorSignInInput,
  secondFactorWithdrawInput,
  sendCodeInput,
  signUpInput,
  updateInput,
} from '#shared/firebase-api/identity.ts'
import { addPassword, deleteAccount, describeAccount, signUp, updateAccount } from './account-service.ts'
import { applyCode, confirmReset, describeCode, sendCode } from './code-service.ts'
import { FirebaseError, firebaseErrorOf, parseInput } from './error-service.ts'
import { signInWithEmailLink } from './link-service.ts'
import { firebaseCors } from './origin-service.ts'
import { describeProject, passwordPolicy } from './project-service.ts'
import { signInWithProvider } from './provider-service.ts'
import {
  finishEnrollment,
  finishSecondFactor,
  startEnrollment,
  withdrawEnrollment,
} from './second-factor-service.ts'
import { answerSignIn, refreshTokens } from './token-service.ts'
import { requireTokenUser } from './token-session-service.ts'

type Env = { Variables: AppEnv['Variables'] & RefundEnv['Variables'] }

/** The URLs that a client calls in production, and the prefix that it adds for an emulator. */
const identity = (path: string) => [path, `/identitytoolkit.googleapis.com${path}`]
const account = (operation: string) => identity(`/v1/:operation{accounts:${operation}}`)
const secondFactor = (operation: string) => identity(`/v2/accounts/:operation{${operation}}`)

/** The REST API that clients of Firebase Authentication call. */
export function identityRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const { config, limits } = services
  const router = new Hono<Env>()
  router.onError(answerError(services))
  const paths = ['/v1/*', '/v2/*', '/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']
  for (const path of paths)
    router.use(path, firebaseCors(config), withRequestContext, requireApiKey(services))

  const byNetwork = limitByNetwork(services, 'signInNetwork')

  router.on('POST', account('signUp'), async (c) => {
    const { idToken, ...input } = await bodyOf(c, signUpInput)
    if (idToken !== undefined) return c.json(await addPassword(services, idToken, input))
    await limits.consume('signUpNetwork', networkOf(c.req.raw))
    return c.json(await signUp(services, bareRequest(c), input))
  })
  router.on('POST', account('signInWithPassword'), limitSignIn(services), async (c) => {
    const input = await bodyOf(c, passwordSignInInput)
    const response = await signInWithPassword(services, bareRequest(c), input, 'app')
    await c.var.refund()
    return c.json(await answerSignIn(services, response, 'password'))
  })
  router.on('POST', account('signInWithEmailLink'), byNetwork, async (c) => {
    const { idToken, ...input } = await bodyOf(c, emailLinkInput)
    if (idToken !== undefined) throw new FirebaseError('PROVIDER_ALREADY_LINKED')
    const answer = await signInWithEmailLink(services, bareRequest(c), input)
    await c.var.refund()
    return c.json(answer)
  })
  router.on('POST', account('signInWithIdp'), limitByNetwork(services, 'challenge'), async (c) =>
    c.json(await signInWithProvider(services, bareRequest(c), await bodyOf(c, providerSignInInput))),
  )
  // These endpoints never reveal which address has an account.
  router.on('POST', account('createAuthUri'), (c) => c.json({ signinMethods: [] }))

  router.on('POST', account('lookup'), async (c) => {
    const { idToken } = await bodyOf(c, idTokenInput)
    const user = await requireTokenUser(services, idToken)
    return c.json({ users: [await describeAccount(services, user)] })
  })
  router.on('POST', account('update'), async (c) => {
    const input = await bodyOf(c, updateInput)
    if (input.oobCode === undefined) return c.json(await updateAccount(services, input))
    const refund = await limits.consume('signInNetwork', networkOf(c.req.raw))
    const applied = await applyCode(services, bareRequest(c), recoverySteps, input.oobCode)
    await refund()
    return c.json(applied)
  })
  router.on('POST', account('delete'), async (c) => {
    const { idToken } = await bodyOf(c, idTokenInput)
    await deleteAccount(services, idToken)
    return c.json({})
  })
  router.on('POST', account('sendOobCode'), limitMail(services), async (c) => {
    const input = await bodyOf(c, sendCodeInput)
    return c.json(await sendCode(services, bareRequest(c), input, c.req.query('key') ?? ''))
  })
  router.on('POST', account('resetPassword'), byNetwork, async (c) => {
    const { oobCode, newPassword } = await bodyOf(c, resetPasswordInput)
    const answer =
      newPassword === undefined
        ? await describeCode(services, oobCode)
        : await confirmReset(services, bareRequest(c), { token: oobCode, newPassword })
    await c.var.refund()
    return c.json(answer)
  })

  router.on('POST', secondFactor('mfaSignIn:finalize'), async (c) => {
    const input = await bodyOf(c, secondFactorSignInInput)
    const { mfaPendingCredential: credential, mfaEnrollmentId: enrollmentId } = input
    const code = digitsOf(input)
    return c.json(await finishSecondFactor(services, c.req.raw, { credential, enrollmentId, code }))
  })
  router.on('POST', secondFactor('mfaEnrollment:start'), async (c) =>
    c.json(await startEnrollment(services, (await bodyOf(c, idTokenInput)).idToken)),
  )
  router.on('POST', secondFactor('mfaEnrollment:finalize'), async (c) => {
    const input = await bodyOf(c, secondFactorEnrollInput)
    const { idToken, displayName: name } = input
    return c.json(await finishEnrollment(services, c.req.raw, { idToken, code: digitsOf(input), name }))
  })
  router.on('POST', secondFactor('mfaEnrollment:withdraw'), async (c) => {
    const { idToken, mfaEnrollmentId } = await bodyOf(c, secondFactorWithdrawInput)
    return c.json(await withdrawEnrollment(services, idToken, mfaEnrollmentId))
  })

  router.on('POST', ['/v1/token', '/securetoken.googleapis.com/v1/token'], async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await readText(c, SHORT_BODY_BYTES)))
    return c.json(await refreshTokens(services, parseInput(refreshInput, form).refresh_token))
  })
  router.on('GET', identity('/v1/projects'), (c) => c.json(describeProject(config)))
  router.on('GET', identity('/v2/passwordPolicy'), (c) => c.json(passwordPolicy))

  // Phone numbers, custom tokens and requests of newer clients.
  const others = [...account('[a-zA-Z]+'), ...secondFactor('[a-zA-Z:]+')]
  router.on('POST', others, () => {
    throw new FirebaseError('OPERATION_NOT_ALLOWED')
  })
  return router
}

async function bodyOf<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  await readJsonBody(c, authBodyBounds)
  return parseInput(schema, await c.req.json())
}

function digitsOf({ totpVerificationInfo }: { totpVerificationInfo: { verificationCode: string } }): string {
  return totpVerificationInfo.verificationCode.replace(/\s/g, '')
}

/** A page of our own origin also sends our cookies, which belong to another session. */
function bareRequest(c: Context): Request {
  const headers = new Headers()
  for (const name of ['user-agent', 'accept-language']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(c.req.url, { headers })
}

function requireApiKey({ config }: Services): MiddlewareHandler {
  return async (c, next) => {
    const expected = config.FIREBASE_API_KEY
    if (expected !== undefined && c.req.query('key') !== expected)
      throw new FirebaseError('INVALID_API_KEY', 'API key not valid. Please pass a valid API key.')
    await next()
  }
}

/**
 * An error in the client's format. A server error has no JSON, because a client treats any well-formed error as a
 * reason to sign its user out.
 */
function answerError({ log }: Services) {
  return (error: Error, c: Context): Response => {
    const problem = error instanceof FirebaseError ? null : problemOf(error)
    const kind = problem ? failureKind(problem) : undefined
    if (kind) countSecurity(log, kind, { what: c.req.path, network: networkOf(c.req.raw) })
    if (problem?.code === 'too_many_requests') {
      c.header('Retry-After', String(problem.retryAfter ?? 1))
    }
    const known = error instanceof FirebaseError ? error : problem && firebaseErrorOf(problem)
    if (known) return c.json(known.toBody(), known.status as ContentfulStatusCode)
    log.error({ path: c.req.path, err: error }, problem?.code)
    return c.text(problem?.message ?? '', (problem?.status ?? 500) as ContentfulStatusCode)
  }
}
