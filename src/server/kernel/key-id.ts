import { createHash, type KeyObject } from 'node:crypto'

/** Names a public key by the beginning of its SHA-256. */
export function keyId(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}
