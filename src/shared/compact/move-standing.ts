import type { Compact } from '#shared/credentials/compact.ts'
import { isMemberOn } from '#shared/credentials/compact-rules.ts'
import { standingOf } from '#shared/credentials/status.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { type PracticeLicense, placeOf, typeOf } from './practice-license.ts'
import { type Stay, staysUntil } from './residence.ts'

/**
 * The effect of the owner's moves on a multistate license. `unrecorded`: no residence is recorded. `home`: the owner
 * lives in the state of the license. `counting`: moved to another member state, within the days to apply there.
 * `applied`: in time. `overdue`: those days are over without an application. `replaced`: there is a multistate license
 * of the new state. `ended`: moved to a state that was not a member then.
 */
export type MoveStanding = {
  state: 'unrecorded' | 'home' | 'counting' | 'applied' | 'overdue' | 'replaced' | 'ended'
  /** Where the owner lives. */
  to: string | null
  from: string | null
  /** The last day to apply. */
  applyBy: string | null
}

type Facts = { licenses: readonly PracticeLicense[]; residences: readonly Stay[]; compact: Compact }

/** Of a multistate license on `date`. The days to apply are calendar days after the day of the move. */
export function moveStandingOf(
  license: PracticeLicense,
  date: string,
  { licenses, residences, compact }: Facts,
): MoveStanding {
  const stays = staysUntil(residences, date)
  const current = stays.at(-1)
  const home = placeOf(license.state)
  if (!current) return { state: 'unrecorded', to: null, from: null, applyBy: null }
  const { state: to, from } = current
  if (to === home) return { state: 'home', to, from, applyBy: null }
  const away = stays.slice(stays.findLastIndex((stay) => stay.state === home) + 1)
  const isStillIn = away.every((stay) => isMemberOn(compact.find(stay.state), stay.from))
  if (!isStillIn) return { state: 'ended', to, from, applyBy: null }
  const applyBy = addDays(from, compact.move.days)
  const isReplaced = licenses.some(
    (other) =>
      other.multistate === true &&
      typeOf(other) === typeOf(license) &&
      placeOf(other.state) === to &&
      (other.issuedAt ?? date) <= date &&
      standingOf(other, date) === 'valid',
  )
  if (isReplaced) return { state: 'replaced', to, from, applyBy: null }
  const isInTime = current.appliedOn !== null && current.appliedOn <= applyBy && current.appliedOn <= date
  if (isInTime) return { state: 'applied', to, from, applyBy }
  return { state: date <= applyBy ? 'counting' : 'overdue', to, from, applyBy }
}
