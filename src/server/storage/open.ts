import { join } from 'node:path'
import { type Config, type S3Settings, StartError } from '#server/kernel/config.ts'
import { errorCode, errorMessage } from '#server/kernel/error-details.ts'
import { createDiskStorage } from './disk.ts'
import { type FileKeySettings, type KeyRows, openKeyring, readMasterKeys } from './encryption/keyring.ts'
import { createEncryptedStorage } from './encryption/storage.ts'
import { S3Error } from './s3/client.ts'
import { createS3Storage } from './s3/storage.ts'
import type { Storage } from './storage.ts'

/** The storage of the settings, without encryption. Throws a `StartError` that says what to do if it cannot be used. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  return s3 ? openS3Storage(s3, dataDir) : openDiskStorage(dataDir)
}

/**
 * The same storage with encryption: documents are encrypted when written, if FILES_KEY is set, and decrypted when read.
 */
export function encryptedStorage(place: Storage, config: FileKeySettings, rows: KeyRows): Storage {
  return createEncryptedStorage(place, openKeyring(readMasterKeys(config), rows))
}

export function openDiskStorage(dataDir: string): Storage {
  return createDiskStorage(join(dataDir, 'files'))
}

export async function openS3Storage(s3: S3Settings, dataDir: string): Promise<Storage> {
  const storage = createS3Storage(s3, join(dataDir, 'spool'))
  await storage.check().catch((error) => {
    throw new StartError(unusable(s3, error), { cause: error })
  })
  return storage
}

const refusesKeys =
  'refuses these keys: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and let them list, read, write and delete in it.'
const advice: Record<string, string> = {
  NoSuchBucket: 'does not exist: create it, or correct S3_BUCKET and S3_ENDPOINT.',
  InvalidAccessKeyId: refusesKeys,
  SignatureDoesNotMatch: refusesKeys,
  AccessDenied: refusesKeys,
  RequestTimeTooSkewed: 'refuses the time of this machine: set its clock.',
}

/** The message names the bucket, but never the keys. */
function unusable({ name }: S3Settings, error: unknown): string {
  if (!(error instanceof S3Error)) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = errorCode(cause) ?? errorMessage(error)
    return `The bucket ${name} cannot be reached (${code}): start the store or correct S3_ENDPOINT.`
  }
  const { status, code, region } = error
  if (region && (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')) {
    return `The bucket ${name} is in another region: set S3_REGION to ${region}.`
  }
  const then =
    advice[code] ??
    (status === 403 ? refusesKeys : `cannot be used (${status} ${code}): correct the S3_* settings.`)
  return `The bucket ${name} ${then}`
}
