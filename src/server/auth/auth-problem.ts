import type { SecurityKind } from '#server/kernel/security-log.ts'
import { isProblemCode, Problem, type ProblemCode } from '#shared/http/errors.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'

/** Better Auth's own codes, in capitals. */
type AuthProblemCode = Extract<ProblemCode, Uppercase<string>>

/** A problem with Better Auth's own code; its clients read `message` next to `code`. */
export class AuthProblem extends Problem {
  constructor(code: AuthProblemCode, more?: ConstructorParameters<typeof Problem>[1]) {
    super(code, more)
  }

  override toBody(): ProblemBody {
    return { ...super.toBody(), message: this.message }
  }
}

/** Codes that would reveal too much, or that duplicate another code. */
const synonyms: Record<string, string> = {
  USER_NOT_FOUND: 'INVALID_TOKEN',
  TOKEN_EXPIRED: 'INVALID_TOKEN',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'USER_ALREADY_EXISTS',
  INVALID_ORIGIN: 'foreign_origin',
  MISSING_OR_NULL_ORIGIN: 'foreign_origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'foreign_origin',
  UNAUTHORIZED: 'not_authenticated',
  SESSION_NOT_FRESH: 'not_authenticated',
}

/** Translates a refusal from Better Auth. No result reveals whether an address has an account. */
export function problemOf({ body }: { body: Record<string, unknown> | null }): Problem {
  const given = String(body?.code ?? '')
  const code = synonyms[given] ?? given
  if (isAuthProblemCode(code)) return new AuthProblem(code)
  return new Problem(isProblemCode(code) ? code : 'bad_request')
}

function isAuthProblemCode(code: string): code is AuthProblemCode {
  return isProblemCode(code) && code === code.toUpperCase()
}

/** Every way of signing in, and of authenticating again, refuses with one of these. */
const failedSignIns: ReadonlySet<ProblemCode> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_TOKEN',
  'account_disabled',
  'code_wrong',
  'passkey_failed',
  'passkey_unknown',
])

/** The event that a refusal is in the log for the operator's alarms. */
export function failureKind({ code }: Problem): SecurityKind | undefined {
  if (code === 'too_many_requests') return 'limit_reached'
  return failedSignIns.has(code) ? 'sign_in_failed' : undefined
}
