import type { Services } from '#server/services.ts'
import { purgeUnrestorableResidences } from './trash-store.ts'

/** Purges residences that were deleted more than 30 days ago. Resolves with their number; safe to run again. */
export function purgeDeletedResidences({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return purgeUnrestorableResidences(db, clock.now())
}
