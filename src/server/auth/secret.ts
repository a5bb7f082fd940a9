import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Config } from '#server/kernel/config.ts'

/**
 * The key that signs cookies and emailed links. It is the operator's. In emulator mode it is created at the first start
 * and stored in the data folder, so that a restart signs nobody out.
 */
export function authSecret(config: Pick<Config, 'AUTH_SECRET' | 'dataDir'>): string {
  if (config.AUTH_SECRET !== undefined) return config.AUTH_SECRET
  const path = join(config.dataDir, 'auth-secret')
  try {
    // `wx`: of two concurrent first starts only one writes, and both read the written key.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8').trim()
}

/**
 * Encrypts a secret that its owner can read again. `null`: it was encrypted with a key that is no longer in the
 * settings.
 */
export function createSecretCipher(config: Pick<Config, 'AUTH_SECRET' | 'AUTH_SECRETS_OLD' | 'dataDir'>) {
  return {
    seal: (data: string) => symmetricEncrypt({ key: authSecret(config), data }),
    open: (data: string) => decryptWithAny([authSecret(config), ...config.AUTH_SECRETS_OLD], data),
  }
}

/** `null` if the data was encrypted with a key that is not among these. */
export async function decryptWithAny(keys: readonly string[], data: string): Promise<string | null> {
  for (const key of keys) {
    const plain = await symmetricDecrypt({ key, data }).catch(() => null)
    if (plain !== null) return plain
  }
  return null
}
