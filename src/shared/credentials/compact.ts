import data from '#shared/data/compact.json' with { type: 'json' }
import { findState } from './states.ts'

/** When the Nurse Licensure Compact took force, by two-letter code. Sources are in the data file. */
const memberSince = new Map(
  data.records.map(({ jurisdiction, implementationDate }) => [jurisdiction, implementationDate]),
)

/** RN and LPN/VN licenses can be multistate; APRN licenses are outside the compact. */
const inCompact = /^(RN|LPN|LVN)$/i

/**
 * Whether a multistate license of this type, issued by `home`, gives the privilege to practice in `state` on this date
 * (`YYYY-MM-DD`). Both states are codes or names. False where either is unknown or was not a member yet.
 */
export function isCovered(license: { type: string; home: string }, state: string, date: string): boolean {
  if (!inCompact.test(license.type)) return false
  return [license.home, state].every((place) => {
    const since = memberSince.get(findState(place)?.code ?? place.trim().toUpperCase())
    return since ? since <= date : false
  })
}
