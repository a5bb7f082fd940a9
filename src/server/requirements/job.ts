import type { Services } from '#server/services.ts'
import { purgeUnrestorableRequirementLists } from './trash-store.ts'

/** Purges lists that were deleted more than 30 days ago. Resolves with their number; safe to run again. */
export function purgeDeletedRequirementLists({ db, clock }: Services): Promise<number> {
  return purgeUnrestorableRequirementLists(db, clock.now())
}
