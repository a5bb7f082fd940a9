import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { authSecret } from '#server/auth/secret.ts'
import type { Config } from '#server/kernel/config.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** 256 bits: who has it opens the link. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The name of a file within one link: 22 characters that tell nothing of its id, and differ from link to link. */
export function fileNameIn(shareId: string, fileId: string): string {
  return createHmac('sha256', shareId).update(fileId).digest('base64url').slice(0, 22)
}

/**
 * The answer to an `Idempotency-Key` is kept for a day and holds a token: whoever reads the table, and has neither our
 * secret nor the key that the browser made up, opens nothing with it.
 */
export function encrypt(config: Config, idempotencyKey: string, token: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(config, 'kept answer', idempotencyKey), iv)
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws for what was not sealed with this key. */
export function decrypt(config: Config, idempotencyKey: string, kept: string): string {
  const bytes = Buffer.from(kept, 'base64url')
  const key = derive(config, 'kept answer', idempotencyKey)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const sealed = bytes.subarray(IV_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

/** What stands for a passcode in the kept print of a request: a bare hash of six digits would be guessed in a moment. */
export function passcodeMark(config: Config, passcode: string | null): string | null {
  if (passcode === null) return null
  return createHmac('sha256', derive(config, 'passcode', ''))
    .update(passcode)
    .digest('base64url')
}

function derive(config: Config, purpose: string, salt: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret(config), salt, `lanyard: share ${purpose}`, 32))
}
