import type { z } from 'zod'
import type { Problem, ProblemCode } from '#shared/http/errors.ts'

/** An error in the format of Firebase's REST API: a code, and a sentence for the developer. */
export class FirebaseError extends Error {
  override name = 'FirebaseError'
  readonly code: string
  readonly status: number

  constructor(code: string, sentence = '', status = 400) {
    super(sentence === '' ? code : `${code} : ${sentence}`)
    this.code = code
    this.status = status
  }

  toBody(): object {
    const { message, status } = this
    return { error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
  }
}

/** The problems of the ordinary routes, translated for a Firebase client. */
const codes: Partial<Record<ProblemCode, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'INVALID_LOGIN_CREDENTIALS',
  INVALID_PASSWORD: 'INVALID_LOGIN_CREDENTIALS',
  EMAIL_NOT_VERIFIED: 'UNVERIFIED_EMAIL',
  USER_ALREADY_EXISTS: 'EMAIL_EXISTS',
  email_taken: 'EMAIL_EXISTS',
  PASSWORD_TOO_WEAK: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
  INVALID_TOKEN: 'INVALID_OOB_CODE',
  too_many_requests: 'TOO_MANY_ATTEMPTS_TRY_LATER',
  account_disabled: 'USER_DISABLED',
  not_authenticated: 'TOKEN_EXPIRED',
  reauthentication_needed: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  sign_ups_closed: 'ADMIN_ONLY_OPERATION',
  invitation_needed: 'ADMIN_ONLY_OPERATION',
  email_domain_refused: 'ADMIN_ONLY_OPERATION',
  last_way_in: 'OPERATION_NOT_ALLOWED',
  code_wrong: 'INVALID_CODE',
  second_factor_over: 'INVALID_MFA_PENDING_CREDENTIAL',
  second_factor_is_on: 'SECOND_FACTOR_EXISTS',
  second_factor_is_off: 'MFA_ENROLLMENT_NOT_FOUND',
  provider_unknown: 'OPERATION_NOT_ALLOWED',
  provider_email_unconfirmed: 'INVALID_IDP_RESPONSE',
  already_linked: 'FEDERATED_USER_ID_ALREADY_LINKED',
  // A client turns this into `user-mismatch` while it reauthenticates.
  user_mismatch: 'EMAIL_NOT_FOUND',
}

const fields: Record<string, string> = {
  email: 'INVALID_EMAIL',
  newEmail: 'INVALID_EMAIL',
  password: 'MISSING_PASSWORD',
  newPassword: 'MISSING_PASSWORD',
  oobCode: 'INVALID_OOB_CODE',
  idToken: 'INVALID_ID_TOKEN',
  mfaPendingCredential: 'INVALID_MFA_PENDING_CREDENTIAL',
  mfaEnrollmentId: 'MFA_ENROLLMENT_NOT_FOUND',
  totpVerificationInfo: 'INVALID_CODE',
  refresh_token: 'INVALID_REFRESH_TOKEN',
}

/** The problem as a Firebase error; `null` for a server error, because a client must not mistake one for a refusal. */
export function firebaseErrorOf(problem: Problem): FirebaseError | null {
  if (problem.status >= 500) return null
  const code = codes[problem.code]
  if (code === undefined) return new FirebaseError('INVALID_REQ_TYPE', problem.message)
  return new FirebaseError(code, problem.message, problem.status === 429 ? 429 : 400)
}

/** Parses the input with the schema. Throws the Firebase error of the first invalid field. */
export function parseInput<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const code = fields[String(issue?.path[0])]
  throw code === undefined ? new FirebaseError('INVALID_REQ_TYPE', issue?.message) : new FirebaseError(code)
}
