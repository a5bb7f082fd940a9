import { fileKinds } from '#shared/files/file-kinds.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'

/**
 * Files that another app shares with Lanyard (`share_target` in the manifest). The service worker keeps them on the
 * device until the owner chooses what to do with them: any website can send files to this address.
 */
export const sharing = {
  path: '/shared-files',
  cache: 'lanyard-shared-files',
  types: Object.keys(fileKinds),
  endings: [...Object.values(fileKinds).map(({ extension }) => extension), 'jpeg'],
  maxFileBytes: MAX_FILE_BYTES,
  maxFiles: 20,
  /** All of them together: 100 MiB. */
  maxBytes: 104_857_600,
  maxDays: 7,
}
