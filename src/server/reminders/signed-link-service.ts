import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#server/auth/secret.ts'
import type { Config } from '#server/kernel/config.ts'

/** Each purpose has its own key: a link for one is not valid for another. */
type Purpose = 'unsubscribe' | 'second person'

function signatureOf(config: Config, purpose: Purpose, text: string): string {
  const key = createHmac('sha256', authSecret(config)).update(`lanyard: ${purpose}`).digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** A token for a link in a mail that works without signing in. A part must not contain a dot. */
export function signToken(config: Config, purpose: Purpose, parts: string[]): string {
  const text = parts.join('.')
  return `${text}.${signatureOf(config, purpose, text)}`
}

/** The parts of a token; `null` if its signature is wrong. */
export function readToken(config: Config, purpose: Purpose, token: string): string[] | null {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(end, 0))
  const expected = Buffer.from(signatureOf(config, purpose, text))
  const actual = Buffer.from(token.slice(end + 1))
  const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isSigned ? text.split('.') : null
}
