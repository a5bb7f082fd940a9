import { createPublicKey, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { keyId } from '#server/kernel/key-id.ts'

/** A public key whose packs are accepted. */
export type TrustedKey = { id: string; key: KeyObject }

/** The keys of this project: the current one, and those of packs that were published earlier. */
const own = ['public-key.pem', 'earlier-public-key.pem'].map(
  (name) => new URL(`../../../rules/${name}`, import.meta.url),
)

/**
 * The keys that came with the program, and the operator's additional keys. Throws a `StartError` for an unusable key.
 */
export function readTrustedKeys({ RULES_PUBLIC_KEYS }: Pick<Config, 'RULES_PUBLIC_KEYS'>): TrustedKey[] {
  return [...own, ...RULES_PUBLIC_KEYS.flatMap(pathsOf)].map(readKey)
}

/** A folder stands for every `.pem` file in it. */
function pathsOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path)
      .filter((name) => name.endsWith('.pem'))
      .map((name) => join(path, name))
  } catch (error) {
    throw unusable(path, errorMessage(error))
  }
}

function readKey(path: string | URL): TrustedKey {
  let key: KeyObject
  try {
    const pem = readFileSync(path, 'utf8')
    // Node would derive a public key from a private key, but a private key does not belong on a server.
    if (pem.includes('PRIVATE KEY')) throw new Error('it is a private key')
    key = createPublicKey(pem)
  } catch (error) {
    throw unusable(String(path), errorMessage(error))
  }
  if (key.asymmetricKeyType !== 'ed25519') throw unusable(String(path), 'it is not an Ed25519 key')
  return { id: keyId(key), key }
}

function unusable(path: string, reason: string): StartError {
  return new StartError(
    `The public key ${path} of RULES_PUBLIC_KEYS is not usable (${reason}): correct it and start again.`,
  )
}
