/** A private key that only a PIN, or a passkey of the owner, opens. */
export type Lock = WrappedKey & {
  salt: Uint8Array<ArrayBuffer>
  /** The id of the passkey that opens the lock; missing for a PIN. */
  passkeyId?: Uint8Array<ArrayBuffer>
}
type WrappedKey = { iv: Uint8Array<ArrayBuffer>; wrapped: ArrayBuffer; triesLeft: number }

/** Wrong PINs before everything on the device is deleted. */
export const MOST_TRIES = 10
export const MIN_PIN = 6

/** About half a second on a phone. */
const ITERATIONS = 600_000

/** The key must be extractable; the result of `unlockKey` is not. */
export async function lockKey(privateKey: CryptoKey, pin: string): Promise<Lock> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { ...(await wrapWith(await keyOf(pin, salt), privateKey)), salt }
}

/** `null` for a wrong PIN. */
export async function unlockKey(lock: Lock, pin: string): Promise<CryptoKey | null> {
  return openWith(await keyOf(pin, lock.salt), lock)
}

export async function wrapWith(secret: CryptoKey, privateKey: CryptoKey): Promise<WrappedKey> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapped = await crypto.subtle.wrapKey('pkcs8', privateKey, secret, { name: 'AES-GCM', iv })
  return { iv, wrapped, triesLeft: MOST_TRIES }
}

/** `null` if the key was wrapped with another secret. */
export async function openWith(secret: CryptoKey, { iv, wrapped }: WrappedKey): Promise<CryptoKey | null> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return crypto.subtle
    .unwrapKey('pkcs8', wrapped, secret, { name: 'AES-GCM', iv }, curve, false, ['deriveBits'])
    .catch(() => null)
}

async function keyOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(pin)
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}
