import { problemOfPasskeyError } from '#shared/auth/identity-codes.ts'
import { Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { type Lock, openWith, wrapWith } from './pin-lock.ts'

/**
 * Whether the browser can ask a passkey for a secret (WebAuthn's PRF); an individual passkey may still not have one.
 */
export async function canLockWithPasskey(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  const capabilities = await PublicKeyCredential.getClientCapabilities?.().catch(() => null)
  return capabilities?.['extension:prf'] ?? false
}

/**
 * Locks the key with a passkey of the owner. Its authenticator derives the secret after it has verified its user; it is
 * stored nowhere else. No server is involved, so it also opens without a connection. Rejects with `cancelled`, and with
 * `passkeys_unsupported` if the chosen passkey has no secret.
 */
export async function lockKeyByPasskey(privateKey: CryptoKey): Promise<Lock> {
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const { id, secret } = await askPasskey(salt, null)
  const wrapped = await wrapWith(await keyOf(secret), privateKey)
  return { ...wrapped, salt, passkeyId: id }
}

/** `null` if the passkey's secret is a different one. Rejects with `cancelled`, which is not an attempt. */
export async function unlockKeyByPasskey(lock: Lock): Promise<CryptoKey | null> {
  if (!lock.passkeyId) return null
  const { secret } = await askPasskey(lock.salt, lock.passkeyId)
  return openWith(await keyOf(secret), lock)
}

async function askPasskey(
  salt: Uint8Array<ArrayBuffer>,
  passkeyId: Uint8Array<ArrayBuffer> | null,
): Promise<{ id: Uint8Array<ArrayBuffer>; secret: ArrayBuffer }> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        // The signature is not checked: only the secret matters.
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: passkeyId ? [{ type: 'public-key', id: passkeyId }] : [],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
      },
    })
    .catch((error) => {
      throw new Problem(problemOfPasskeyError(error instanceof Error ? error.name : ''))
    })
  if (!credential) throw new Problem('cancelled')
  const secret = secretOf(credential as PublicKeyCredential)
  if (!secret)
    throw new Problem('passkeys_unsupported', {
      detail: t`This passkey cannot lock anything. Choose another one, or a PIN.`,
    })
  return {
    id: new Uint8Array((credential as PublicKeyCredential).rawId),
    secret: new Uint8Array(bytesOf(secret)).buffer,
  }
}

/** What a password manager answers may lack the method. */
function secretOf(credential: PublicKeyCredential): BufferSource | undefined {
  try {
    return credential.getClientExtensionResults().prf?.results?.first
  } catch {
    return undefined
  }
}

const bytesOf = (source: BufferSource): ArrayBuffer | Uint8Array =>
  ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : source

async function keyOf(secret: ArrayBuffer): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('lanyard offline lock')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}
