import { daysBetween, endOfMonth } from '#shared/kernel/dates.ts'
import { healthCatalog } from './catalog.ts'
import type { HealthKind } from './kinds.ts'
import { nextFluDate } from './season.ts'

/** From this many days before it, a date is near. */
export const HEALTH_SOON_DAYS = 60

type Dated = { id: string; kind: HealthKind; performedOn: string | null; dueOn: string | null }

/**
 * The next date to offer after a new record, by how often the kind is usually required; `null` if there is no usual
 * interval.
 */
export function offeredDueOn(kind: HealthKind, performedOn: string | null): string | null {
  const { interval } = healthCatalog[kind]
  if (interval === null || performedOn === null) return null
  return interval.months === 'season' ? nextFluDate(performedOn) : addMonths(performedOn, interval.months)
}

/** The same day so many months later, or the last one of that month. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const first = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
  const last = endOfMonth(first)
  const wanted = `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
  return wanted < last ? wanted : last
}

/** `replaced`: a newer record of the kind was added, so its date no longer matters. */
export type HealthDueState = 'none' | 'later' | 'soon' | 'past' | 'replaced'

export function healthDueState(record: Dated, all: readonly Dated[], today: string): HealthDueState {
  const { dueOn } = record
  if (dueOn === null) return 'none'
  if (isReplaced(record, all)) return 'replaced'
  const days = daysBetween(today, dueOn)
  if (days < 0) return 'past'
  return days <= HEALTH_SOON_DAYS ? 'soon' : 'later'
}

/** Whether a newer record of the same kind replaces it, for kinds where one does. */
export function isReplaced({ kind, performedOn, id }: Dated, all: readonly Dated[]): boolean {
  if (!healthCatalog[kind].isReplacedByNewer || performedOn === null) return false
  return all.some(
    (other) =>
      other.id !== id && other.kind === kind && other.performedOn !== null && other.performedOn > performedOn,
  )
}
