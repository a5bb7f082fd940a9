import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '#server/kernel/config.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'

export type FileKeySettings = Pick<Config, 'FILES_KEY' | 'FILES_KEYS_OLD'>

/** A FILES_KEY: it encrypts only the keys of the owners. */
export type MasterKey = { name: string; secret: Buffer }
/** The keys in the settings: `current` wraps, and all of them unwrap. `null` if documents are not encrypted. */
export type MasterKeys = { current: MasterKey; byName: Map<string, MasterKey> } | null

/** A row of `file_keys`. `wrapped` is Base64; `wrappedBy` names the FILES_KEY that unwraps it. */
export type WrappedKey = { ownerId: string; folder: string; wrapped: string; wrappedBy: string }

/** Where wrapped keys are stored: the database, or memory while there is none yet. */
export type KeyRows = {
  find(folder: string): Promise<WrappedKey | null>
  /** Adds the key unless its owner already has one. Rejects with `not_authenticated` if the account was deleted. */
  add(row: WrappedKey): Promise<void>
}

/** Unwraps the keys of the owners without caching them, so that a deleted key is gone immediately. */
export type Keyring = {
  /** Whether new documents are encrypted. */
  isOn: boolean
  find(folder: string): Promise<Buffer | null>
  /** Creates the key on the first call. Concurrent first calls all get the same key. */
  require(folder: string, owner: Owner): Promise<Buffer>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function readMasterKeys({ FILES_KEY, FILES_KEYS_OLD }: FileKeySettings): MasterKeys {
  if (FILES_KEY === undefined) return null
  const current = masterKey(FILES_KEY)
  const all = [current, ...FILES_KEYS_OLD.map(masterKey)]
  return { current, byName: new Map(all.map((key) => [key.name, key])) }
}

function masterKey(base64: string): MasterKey {
  const secret = Buffer.from(base64, 'base64')
  const name = Buffer.from(hkdfSync('sha256', secret, '', 'lanyard: name of a files key', 8)).toString('hex')
  return { name, secret }
}

export function openKeyring(keys: MasterKeys, rows: KeyRows): Keyring {
  const find = async (folder: string) => {
    const row = keys && (await rows.find(folder))
    return row ? unwrapKey(keys, row) : null
  }
  return {
    isOn: keys !== null,
    find,
    async require(folder, ownerId) {
      if (!keys) throw new Error('There is no FILES_KEY')
      const kept = await find(folder)
      if (kept) return kept
      await rows.add({ ownerId, folder, ...wrapKey(keys.current, ownerId, randomBytes(KEY_BYTES)) })
      const made = await find(folder)
      if (!made) throw new Error('The key of these documents was not kept')
      return made
    },
  }
}

export function wrapKey(
  { name, secret }: MasterKey,
  ownerId: string,
  key: Buffer,
): { wrapped: string; wrappedBy: string } {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(ownerId))
  const parts = [nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]
  return { wrapped: Buffer.concat(parts).toString('base64'), wrappedBy: name }
}

/** Throws `file_bytes_missing` if no key in the settings unwraps it, or if it belongs to another owner. */
export function unwrapKey(
  keys: NonNullable<MasterKeys>,
  { ownerId, wrapped, wrappedBy }: WrappedKey,
): Buffer {
  const secret = keys.byName.get(wrappedBy)?.secret
  const bytes = Buffer.from(wrapped, 'base64')
  if (!secret || bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new Problem('file_bytes_missing')
  const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()])
  } catch {
    throw new Problem('file_bytes_missing')
  }
}
