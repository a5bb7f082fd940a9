import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { authSecret } from '#server/auth/secret.ts'
import type { Config } from '#server/kernel/config.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** 256 random bits, base64url: anyone with the token can open the share. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Responses are stored for a day under their `Idempotency-Key`. Someone who reads that table must not get a working
 * token: decrypting it requires the server's secret and the key that the browser generated.
 */
export function encryptToken(config: Config, idempotencyKey: string, token: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(config, 'kept answer', idempotencyKey), iv)
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws if it was not encrypted with this key. */
export function decryptToken(config: Config, idempotencyKey: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const key = derive(config, 'kept answer', idempotencyKey)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

/**
 * Replaces a passcode in the stored hash of a request. Keyed, because a plain hash of six digits can be guessed
 * quickly.
 */
export function passcodeFingerprint(config: Config, passcode: string | null): string | null {
  if (passcode === null) return null
  return createHmac('sha256', derive(config, 'passcode', ''))
    .update(passcode)
    .digest('base64url')
}

function derive(config: Config, purpose: string, salt: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret(config), salt, `lanyard: share ${purpose}`, 32))
}
