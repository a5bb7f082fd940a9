import { createSecret, type RecordSecret, readSecret } from './record-secrets.ts'

/**
 * Encryption of the data on the device: AES-GCM with a separate key for each record, which takes the device's private
 * key and the secret of the record to derive (ECDH on P-256, HKDF). So a locked device, whose private key is wrapped,
 * can still write, and a record whose secret is deleted cannot be read by anyone.
 */
export type Sealed = {
  sender: ArrayBuffer
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
  /** Missing in a record of an earlier version, which has none. */
  secretId?: string
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** The private key cannot be read by any script unless it is `extractable`, which wrapping needs. */
export async function createKeys(extractable: boolean): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(curve, extractable, ['deriveBits'])
}

/** `label` contains the name and the owner: data sealed under one label does not open under another. */
export async function seal(receiver: CryptoKey, label: string, bytes: BufferSource): Promise<Sealed> {
  const { publicKey, privateKey } = await createKeys(false)
  const sender = await crypto.subtle.exportKey('raw', publicKey)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const secret = await createSecret()
  const key = await deriveKey(privateKey, receiver, sender, secret.bytes)
  const data = await crypto.subtle.encrypt(parametersOf(iv, label), key, bytes)
  return { sender, iv, data, secretId: secret.id }
}

/** Rejects if the key or the label differs; `null` if the secret of the record has been deleted. */
export async function open(
  privateKey: CryptoKey,
  label: string,
  sealed: Sealed,
): Promise<ArrayBuffer | null> {
  const secret = sealed.secretId === undefined ? new Uint8Array() : await readSecret(sealed.secretId)
  if (!secret) return null
  const publicKey = await crypto.subtle.importKey('raw', sealed.sender, curve, false, [])
  const key = await deriveKey(privateKey, publicKey, sealed.sender, secret)
  return crypto.subtle.decrypt(parametersOf(sealed.iv, label), key, sealed.data)
}

function parametersOf(iv: Uint8Array<ArrayBuffer>, label: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) }
}

async function deriveKey(
  own: CryptoKey,
  other: CryptoKey,
  sender: ArrayBuffer,
  secret: RecordSecret['bytes'],
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('lanyard offline')
  const salt = new Uint8Array([...new Uint8Array(sender), ...secret])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
