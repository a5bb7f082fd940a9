import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#server/auth/secret.ts'
import type { Config } from '#server/kernel/config.ts'

/** Each purpose has its own key: a link for one is not valid for another. */
type Purpose = 'unsubscribe' | 'second person'

function signatureOf(config: Config, purpose: Purpose, text: string): string {
  const key = createHmac('sha256', authSecret(config)).update(`lanyard: ${purpose}`).digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** A token for a link in a mail that works without signing in. `text` must not contain more than one dot. */
export function signToken(config: Config, purpose: Purpose, text: string): string {
  return `${text}.${signatureOf(config, purpose, text)}`
}

/** The two parts of the text of a token; `null` if its signature is wrong. */
export function readToken(config: Config, purpose: Purpose, token: string): [string, string] | null {
  const [first = '', second = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(config, purpose, `${first}.${second}`))
  const actual = Buffer.from(signature)
  const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isSigned ? [first, second] : null
}
