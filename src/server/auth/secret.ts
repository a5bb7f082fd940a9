import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
