import { msg } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { leftCount } from '#shared/requirements/left-count.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import type { ItemMatch, MatchState, SharableRecord } from '#shared/requirements/match.ts'
import { type DateContext, formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type ContractDays = { startsOn: string | null; endsOn: string | null }

export const groupTitles: Record<MatchState, string> = {
  missing: msg`Not added yet`,
  ended: msg`Expired, or ends before the start`,
  too_old: msg`Too old`,
  ends_during: msg`Expires during the contract`,
  unknown: msg`Dates missing`,
  choice: msg`Needs your choice`,
  held: msg`Held`,
}

/** "Jan 4, 2027 to Apr 4, 2027 · starts in 42 days". */
export function contractText({ startsOn, endsOn }: ContractDays, { today, locale }: DateContext): string {
  const last = endsOn && formatDate(endsOn, locale)
  if (startsOn === null) return last ? t`First day not set, to ${last}` : t`No dates yet`
  const first = formatDate(startsOn, locale)
  const days = daysBetween(today, startsOn)
  const when = days < 0 ? t`started ${formatDays(days)}` : t`starts ${formatDays(days)}`
  return `${last ? t`${first} to ${last}` : first} · ${when}`
}

/** How a list without all its days is judged; `null` if it has both. */
export function undatedText({ startsOn, endsOn }: ContractDays): string | null {
  if (startsOn === null) return t`Checked as of today, because the contract dates are not set.`
  return endsOn === null ? t`Checked as of the first day, because the last day is not set.` : null
}

/** "6 of 14 held, 3 missing, 1 too old". */
export function countsText({ itemCount, counts }: Pick<ListSummary, 'itemCount' | 'counts'>): string {
  const held = t`${counts.held ?? 0} of ${itemCount} held`
  const missing = counts.missing ? [t`${counts.missing} missing`] : []
  const others = leftCount({ itemCount, counts }) - (counts.missing ?? 0)
  return [held, ...missing, ...(others > 0 ? [t`${others} to look at`] : [])].join(', ')
}

/** The answer at the top of a list. */
export function headlineOf(matches: readonly ItemMatch[]): string {
  const left = matches.filter(({ state }) => state !== 'held').length
  const all = matches.length
  if (left > 0) return t`${all - left} of ${all} held, ${left} left to do.`
  return all === 1
    ? t`The one item is held, based on what you recorded.`
    : t`All ${all} are held, based on what you recorded.`
}

/** For the URL of the share form: "license:…,file:…". */
export function packetParam(records: readonly SharableRecord[]): string {
  return records.map(({ resourceType, resourceId }) => `${resourceType}:${resourceId}`).join(',')
}

/** Shown with the sender's name of a request. */
export const unchecked = msg`Lanyard has not checked that.`
