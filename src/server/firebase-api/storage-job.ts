import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { removeOldUploads } from './storage-upload-store.ts'

/** The file sweep removes bytes without a file after a day, so every upload must end before that. */
const UPLOAD_LIFE_MS = 12 * 3_600_000

/** Ends uploads that began twelve hours ago, finished or not. Safe to run again. */
export async function removeAbandonedUploads(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - UPLOAD_LIFE_MS)
  await removeBytes(services, await removeOldUploads(services.db, before))
}
