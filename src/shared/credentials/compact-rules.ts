import type { Compact, CompactRecord } from './compact.ts'

/** Whether the compact is fully in force in a state on `date`: its residents can have a multistate license. */
export function isMemberOn(record: CompactRecord | null, date: string): boolean {
  return record?.implementationDate ? record.implementationDate <= date : false
}

/** RN and LPN/VN licenses can be multistate; APRN licenses are outside the compact. */
export function canBeMultistate(type: string): boolean {
  return /^(RN|LPN|LVN)$/i.test(type.trim())
}

/**
 * Whether a multistate license of this type, issued by `home`, gives the privilege to practice in `state` on this date
 * (`YYYY-MM-DD`). Both states are codes or names. False if either state is unknown or was not a member yet.
 */
export function isCovered(
  compact: Compact,
  license: { type: string; home: string },
  state: string,
  date: string,
): boolean {
  if (!canBeMultistate(license.type)) return false
  return [license.home, state].every((place) => isMemberOn(compact.find(place), date))
}
