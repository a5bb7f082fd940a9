import { Problem } from '#shared/http/errors.ts'

/** What Better Auth's refusals say to a person. None tells whether an address has an account. */
const sentences = {
  INVALID_EMAIL_OR_PASSWORD: 'That email and password do not match.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first. We have sent you a link.',
  INVALID_TOKEN: 'This link was already used or has run out. Ask for a new one.',
  INVALID_PASSWORD: 'That is not your current password.',
  EMAIL_ALREADY_VERIFIED: 'This email address is confirmed already.',
  EMAIL_MISMATCH: 'You are signed in with another email address.',
  USER_ALREADY_EXISTS:
    'This email address cannot be registered. If it is yours, sign in or reset your password.',
} as const

/** Codes that would say more than they should, or that say the same in other words. */
const synonyms: Record<string, string> = {
  USER_NOT_FOUND: 'INVALID_TOKEN',
  TOKEN_EXPIRED: 'INVALID_TOKEN',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'USER_ALREADY_EXISTS',
}

const statuses: Record<string, number> = { INVALID_TOKEN: 400, USER_ALREADY_EXISTS: 422 }

const foreign = new Set(['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED'])

type Refusal = { code: string; message: string; status: number; errors?: { path: string; message: string }[] }

/**
 * A refusal of the identity service: RFC 9457 as everywhere, with `code` and `message` as Better Auth's own clients
 * read them.
 */
export function refuse({ code, message, status, errors }: Refusal): Response {
  const body = { title: 'Please check', status, detail: message, code, message, ...(errors && { errors }) }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

export function badLink(): Response {
  return refuse({ code: 'INVALID_TOKEN', message: sentences.INVALID_TOKEN, status: 400 })
}

export function wrongPassword(): Response {
  const message = sentences.INVALID_EMAIL_OR_PASSWORD
  return refuse({ code: 'INVALID_EMAIL_OR_PASSWORD', message, status: 401 })
}

export function wrongProof(): Response {
  return refuse({ code: 'INVALID_PASSWORD', message: sentences.INVALID_PASSWORD, status: 400 })
}

/** A failure of our catalogue that brings a cookie along, as when a session waits for its second factor. */
export function answerWithCookies(problem: Problem, cookies: string[]): Response {
  const headers = new Headers({
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(JSON.stringify(problem.toBody()), { status: problem.status, headers })
}

/** Any answer of ours: JSON that no cache keeps. Cookies come along. */
export function answer(body: unknown, from?: Response): Response {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  for (const cookie of from?.headers.getSetCookie() ?? []) headers.append('Set-Cookie', cookie)
  return new Response(JSON.stringify(body), { status: 200, headers })
}

/** Better Auth's answer in the words above, and without the token that belongs into the cookie alone. */
export async function retell(response: Response): Promise<Response> {
  const text = await response.text()
  const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown> | null)
  if (response.ok) return answer(withoutToken(body), response)

  const given = typeof body?.code === 'string' ? body.code : ''
  const code = synonyms[given] ?? given
  if (foreign.has(code)) throw new Problem('foreign_origin')
  if (code === 'UNAUTHORIZED' || code === 'SESSION_NOT_FRESH') throw new Problem('not_authenticated')
  const message = isSentence(code) ? sentences[code] : new Problem('bad_request').message
  return refuse({ code: code || 'bad_request', message, status: statuses[code] ?? response.status })
}

function isSentence(code: string): code is keyof typeof sentences {
  return Object.hasOwn(sentences, code)
}

function withoutToken(body: Record<string, unknown> | null): unknown {
  if (body === null) return null
  const { token, session, ...rest } = body
  const hidden = session && typeof session === 'object' ? { session: { ...session, token: undefined } } : {}
  return { ...rest, ...hidden }
}
