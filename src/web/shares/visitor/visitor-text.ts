import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { type CredentialOverview, overviewOf } from '#shared/credentials/overview.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { NAMELESS } from '#shared/shares/nameless.ts'
import type { ShareView, ViewCertification, ViewCycle, ViewItem, ViewLicense } from '#shared/shares/view.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'

const MAX_NAME_LENGTH = 40

/** The holder within a sentence, by name unless there is none or it is too long. */
export function holderText(ownerName: string): string {
  return ownerName === NAMELESS || ownerName.length > MAX_NAME_LENGTH ? 'the holder' : ownerName
}

type Dated = (ViewLicense | ViewCertification) & { id: string }
export type ViewOverview = {
  /** `open`: a cycle with requirements that are unmet or not known. `unknown`: an expiration date is missing. */
  state: Exclude<CredentialOverview<Dated>['state'], 'empty'> | 'open' | 'unknown'
  headline: string
  more: string
}

/** Until when everything is valid and what expires first; for a single cycle its progress. `null` without dates. */
export function overviewText(view: ShareView, locale: string | null): ViewOverview | null {
  const credentials = view.items.flatMap((item, at): Dated[] =>
    item.resourceType === 'license' || item.resourceType === 'certification'
      ? [{ ...item, id: String(at) }]
      : [],
  )
  const overview = overviewOf(credentials, credentials.length, view.today)
  const count = credentials.length
  // Health records have no status: nothing is said of them.
  const others = view.items.some(({ resourceType }) => resourceType === 'healthRecord')
    ? count === 1
      ? credentials[0]?.title
      : 'Every license and certification here'
    : null
  const date = (value: string) => formatDate(value, locale)
  const when = (value: string) => formatDays(daysBetween(view.today, value))
  const missing = credentials.filter(isDateMissing)
  if (missing.length > 0 && overview.state !== 'lapsed') return missingOverview(missing, overview, date)
  switch (overview.state) {
    case 'empty':
      return cycleOverview(view.items, date)
    case 'lapsed': {
      const { lapsed, next } = overview
      const [first] = lapsed
      if (!first) return null
      const ended = `${lapsed.length === 1 ? 'It' : `${first.title}`} expired on ${date(first.expiresAt)}, ${when(first.expiresAt)}.`
      const rest =
        next && missing.length === 0 ? ` Everything else is valid until ${date(next.expiresAt)}.` : ''
      const headline =
        lapsed.length === 1
          ? `${first.title} has expired.`
          : `${countText(lapsed.length, count)} have expired.`
      return { state: 'lapsed', headline, more: `${ended}${rest}` }
    }
    case 'soon': {
      const { next } = overview
      const headline =
        count === 1
          ? `${others ? `${others} is valid` : 'Valid'} until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
          : `${others ?? 'Everything here'} is valid until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
      return { state: 'soon', headline, more: count === 1 ? '' : `${next.title} expires first.` }
    }
    case 'clear': {
      const { next } = overview
      if (!next)
        return {
          state: 'clear',
          headline: count === 1 ? 'Does not expire.' : 'Nothing here expires.',
          more: '',
        }
      const until = date(next.expiresAt)
      return count === 1
        ? {
            state: 'clear',
            headline: `${others ? `${others} is valid` : 'Valid'} until ${until}, ${when(next.expiresAt)}.`,
            more: '',
          }
        : {
            state: 'clear',
            headline: `${others ?? 'Everything here'} is valid until ${until}.`,
            more: `${next.title} expires first, ${when(next.expiresAt)}.`,
          }
    }
  }
}

function missingOverview(
  missing: Dated[],
  overview: CredentialOverview<Dated>,
  date: (value: string) => string,
): ViewOverview {
  const [first] = missing
  const next = overview.state === 'empty' ? null : overview.next
  return {
    state: 'unknown',
    headline:
      missing.length === 1
        ? `${first?.title} has no expiration date.`
        : `${missing.length} have no expiration date.`,
    more: next ? `The others are valid until ${date(next.expiresAt)}.` : '',
  }
}

function countText(some: number, all: number): string {
  if (some < all) return `${some} of ${all}`
  return all === 2 ? 'Both' : `All ${all}`
}

function cycleOverview(items: readonly ViewItem[], date: (value: string) => string): ViewOverview | null {
  const [cycle] = items
  if (cycle?.resourceType !== 'ceuCycle' || items.length > 1) return null
  const { requiredHours, topics, isComplete } = cycle
  const done = topics.filter(({ isDone }) => isDone).length
  const parts = [
    ...(requiredHours === null && topics.length > 0 ? [] : [cycleCountText(cycle)]),
    ...(topics.length === 0
      ? []
      : [`${done} of ${topics.length} ${topics.length === 1 ? 'topic' : 'topics'}`]),
  ]
  return {
    state: isComplete ? 'clear' : 'open',
    headline: `${parts.join(' and ')} completed.`,
    more: `The cycle runs until ${date(cycle.cycleEnd)}.`,
  }
}

/** "Valid until Mar 31, 2027 · in 130 days." By its dates alone, whatever its status. */
export function validityText(
  { expiresAt, neverExpires, daysLeft }: Pick<ViewLicense, 'expiresAt' | 'neverExpires' | 'daysLeft'>,
  locale: string | null,
): string {
  if (expiresAt === null || daysLeft === null)
    return neverExpires ? 'Does not expire.' : 'The holder gave no expiration date.'
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft)}`
  return daysLeft < 0 ? `Expired ${when}.` : `Valid until ${when}.`
}

/** "12 of 20 contact hours", "12 contact hours" where no total is required. */
export function cycleCountText({ hoursCounted, requiredHours, hoursName }: ViewCycle): string {
  const unit = (amount: number) => (amount === 1 ? hoursName.replace(/s$/, '') : hoursName)
  return requiredHours === null
    ? `${hoursCounted} ${unit(hoursCounted)}`
    : `${hoursCounted} of ${requiredHours} ${unit(requiredHours)}`
}

/** "Done · 2 of 2 hours", "1 of 2 hours so far", "Done", "Not yet". */
export function viewTopicText(
  { hours, completed, isDone }: ViewCycle['topics'][number],
  hoursName: string,
): string {
  if (hours === null) return isDone ? 'Done' : 'Not yet'
  const count = `${completed} of ${ruleAmountText(hours, { unit: hoursName })}`
  return isDone ? `Done · ${count}` : `${count} so far`
}

/** "Ann Lee chose not to share 1 file." */
export function withheldText(count: number, ownerName: string): string | null {
  if (count === 0) return null
  return `${capitalize(holderText(ownerName))} chose not to share ${count === 1 ? '1 file' : `${count} files`}.`
}

const kinds: Record<ViewItem['resourceType'], [one: string, several: string]> = {
  license: ['license', 'licenses'],
  certification: ['certification', 'certifications'],
  ceuCycle: ['CE cycle', 'CE cycles'],
  healthRecord: ['health record', 'health records'],
  file: ['file', 'files'],
}

/** "2 licenses, 1 certification and 1 CE cycle". */
export function contentsText(items: readonly ViewItem[]): string {
  const parts = Object.entries(kinds).flatMap(([kind, [one, several]]) => {
    const count = items.filter(({ resourceType }) => resourceType === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** "The holder". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
