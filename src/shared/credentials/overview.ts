import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { standingOf, statusWith } from './status.ts'

type Dated = { id: string; expiresAt: string | null; neverExpires: boolean }
type WithDate<C> = C & { expiresAt: string }

function soonestFirst<C extends Dated>(credentials: readonly C[]): WithDate<C>[] {
  return credentials
    .filter((credential): credential is WithDate<C> => credential.expiresAt !== null)
    .sort((a, b) => a.expiresAt.localeCompare(b.expiresAt))
}

/** The first text for a visitor of a share, based only on the dates that the owner entered. */
export type CredentialOverview<C extends Dated> =
  | { state: 'empty' }
  | { state: 'lapsed'; lapsed: WithDate<C>[]; next: WithDate<C> | null }
  | { state: 'soon'; next: WithDate<C>; days: number }
  | { state: 'clear'; next: WithDate<C> | null; days: number | null }

/** `credentials` in any order. `total` also counts credentials without an expiration date. */
export function overviewOf<C extends Dated>(
  credentials: readonly C[],
  total: number,
  today: string,
): CredentialOverview<C> {
  if (total === 0) return { state: 'empty' }
  const dated = soonestFirst(credentials)
  const isLapsed = (each: WithDate<C>) => standingOf(each, today) === 'lapsed'
  const lapsed = dated.filter(isLapsed)
  const next = dated.find((each) => !isLapsed(each)) ?? null
  if (lapsed.length > 0) return { state: 'lapsed', lapsed, next }
  if (!next) return { state: 'clear', next, days: null }
  const days = daysBetween(today, next.expiresAt)
  return { state: statusWith(days) === 'active' ? 'clear' : 'soon', next, days }
}

export type TimelineMonth<C> = { month: string; credentials: WithDate<C>[] }

/**
 * The current month and the next eleven, each with the credentials that expire in it, soonest first. Leaves out lapsed
 * credentials.
 */
export function timelineOf<C extends Dated>(credentials: readonly C[], today: string): TimelineMonth<C>[] {
  const dated = soonestFirst(credentials).filter(({ expiresAt }) => expiresAt >= today)
  return monthsFrom(today).map((month) => ({
    month,
    credentials: dated.filter(({ expiresAt }) => expiresAt.startsWith(month)),
  }))
}

/** Twelve months as `YYYY-MM`, starting with the current one. */
function monthsFrom(today: string): string[] {
  const months: string[] = []
  for (let month = today.slice(0, 7); months.length < 12; month = addDays(`${month}-01`, 32).slice(0, 7)) {
    months.push(month)
  }
  return months
}
