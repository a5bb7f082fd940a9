import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Problem } from '#shared/http/errors.ts'
import { type FileKeySettings, type MasterKey, readMasterKeys } from './keyring.ts'

/** A text as stored in a row. `sealedBy` names the FILES_KEY that decrypts it; `null` for plain text. */
export type SealedText = { text: string; sealedBy: string | null }

/** The row that a text belongs to: it cannot be decrypted in another one. */
export type TextPlace = { table: string; ownerId: string; id: string }

/** Encrypts texts in rows. It needs no query, so that it works inside of a transaction. */
export type FieldCipher = {
  /** The `sealedBy` of a text that is encrypted now. */
  current: string | null
  seal(text: string, place: TextPlace): SealedText
  /** Throws `health_record_damaged` if it was changed or moved, or if no key in the settings decrypts it. */
  open(sealed: SealedText, place: TextPlace): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Plain without FILES_KEY. */
export function createFieldCipher(config: FileKeySettings): FieldCipher {
  const keys = readMasterKeys(config)
  return {
    current: keys?.current.name ?? null,
    seal: (text, place) => (keys ? seal(keys.current, text, place) : { text, sealedBy: null }),
    open({ text, sealedBy }, place) {
      if (sealedBy === null) return text
      const key = keys?.byName.get(sealedBy)
      if (!key) throw new Problem('health_record_damaged')
      return open(key, text, place)
    },
  }
}

/** Each owner has their own key, so that no key is used for more texts than AES-GCM allows. */
function ownerKey({ secret }: MasterKey, { ownerId }: TextPlace): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, ownerId, 'lanyard: texts in rows', 32))
}

function associatedData({ table, ownerId, id }: TextPlace): Buffer {
  return Buffer.from(JSON.stringify([table, ownerId, id]))
}

function seal(key: MasterKey, text: string, place: TextPlace): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', ownerKey(key, place), nonce).setAAD(associatedData(place))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { text: Buffer.concat(parts).toString('base64'), sealedBy: key.name }
}

function open(key: MasterKey, text: string, place: TextPlace): string {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Problem('health_record_damaged')
  const decipher = createDecipheriv('aes-256-gcm', ownerKey(key, place), bytes.subarray(0, NONCE_BYTES))
    .setAAD(associatedData(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    throw new Problem('health_record_damaged')
  }
}
