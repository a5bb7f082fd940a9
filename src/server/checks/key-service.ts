import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { z } from 'zod'
import { installationKey } from '#server/db/installation-keys.ts'
import { keyId } from '#server/kernel/key-id.ts'
import type { Services } from '#server/services.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** `privateKey` signs documents; codes are derived from `codeSecret`. */
const storedKeys = z.object({ privateKey: z.string(), codeSecret: z.string() })

export type DocumentKeys = { privateKey: KeyObject; publicPem: string; id: string; codeSecret: Buffer }

/** The keys with which this installation signs what it makes for others. A backup includes them. */
export async function documentKeys(services: Needs): Promise<DocumentKeys> {
  const value = await installationKey(services, 'documents', () => JSON.stringify(newKeys()))
  const stored = storedKeys.parse(JSON.parse(value))
  const privateKey = createPrivateKey(stored.privateKey)
  const publicKey = createPublicKey(privateKey)
  return {
    privateKey,
    publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    id: keyId(publicKey),
    codeSecret: Buffer.from(stored.codeSecret, 'base64url'),
  }
}

function newKeys(): z.infer<typeof storedKeys> {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    codeSecret: randomBytes(32).toString('base64url'),
  }
}
