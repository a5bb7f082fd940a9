import { unitName } from '#shared/ceu/unit-text.ts'
import { type CredentialOverview, overviewOf } from '#shared/credentials/overview.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { Problem } from '#shared/http/errors.ts'
import { plural } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { NAMELESS } from '#shared/shares/nameless.ts'
import type { ShareView, ViewCertification, ViewCycle, ViewItem, ViewLicense } from '#shared/shares/view.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

const MAX_NAME_LENGTH = 40

/** The holder in a sentence: the name, unless it is missing or too long. */
export function holderText(ownerName: string): string {
  return ownerName === NAMELESS || ownerName.length > MAX_NAME_LENGTH ? t`the holder` : ownerName
}

type Dated = (ViewLicense | ViewCertification) & { id: string }
export type ViewOverview = {
  /** `open`: a cycle with requirements that are unmet or not known. `unknown`: an expiration date is missing. */
  state: Exclude<CredentialOverview<Dated>['state'], 'empty'> | 'open' | 'unknown'
  headline: string
  more: string
}

/** Until when everything is valid and what expires first; for a single cycle, its progress. `null` without dates. */
export function overviewText(
  view: ShareView,
  locale: string | null,
  nameOf = (title: string) => title,
): ViewOverview | null {
  const credentials = view.items.flatMap((item, at): Dated[] =>
    item.resourceType === 'license' || item.resourceType === 'certification'
      ? [{ ...item, title: nameOf(item.title), id: String(at) }]
      : [],
  )
  const overview = overviewOf(credentials, credentials.length, view.today)
  const count = credentials.length
  // Health records have no status, so the text does not mention them.
  const others = view.items.some(({ resourceType }) => resourceType === 'healthRecord')
    ? count === 1
      ? credentials[0]?.title
      : t`Every license and certification here`
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
      const [day, ago] = [date(first.expiresAt), when(first.expiresAt)]
      const ended =
        lapsed.length === 1 ? t`It expired on ${day}, ${ago}.` : t`${first.title} expired on ${day}, ${ago}.`
      const rest =
        next && missing.length === 0 ? t` Everything else is valid until ${date(next.expiresAt)}.` : ''
      const headline =
        lapsed.length === 1
          ? t`${first.title} has expired.`
          : t`${countText(lapsed.length, count)} have expired.`
      return { state: 'lapsed', headline, more: `${ended}${rest}` }
    }
    case 'soon': {
      const { next } = overview
      const headline =
        count === 1 && !others
          ? t`Valid until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
          : t`${others ?? t`Everything here`} is valid until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
      return { state: 'soon', headline, more: count === 1 ? '' : t`${next.title} expires first.` }
    }
    case 'clear': {
      const { next } = overview
      if (!next)
        return {
          state: 'clear',
          headline: count === 1 ? t`Does not expire.` : t`Nothing here expires.`,
          more: '',
        }
      const until = date(next.expiresAt)
      return count === 1
        ? {
            state: 'clear',
            headline: others
              ? t`${others} is valid until ${until}, ${when(next.expiresAt)}.`
              : t`Valid until ${until}, ${when(next.expiresAt)}.`,
            more: '',
          }
        : {
            state: 'clear',
            headline: t`${others ?? t`Everything here`} is valid until ${until}.`,
            more: t`${next.title} expires first, ${when(next.expiresAt)}.`,
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
        ? t`${first?.title ?? ''} has no expiration date.`
        : t`${missing.length} have no expiration date.`,
    more: next ? t`The others are valid until ${date(next.expiresAt)}.` : '',
  }
}

function countText(some: number, all: number): string {
  if (some < all) return t`${some} of ${all}`
  return all === 2 ? t`Both` : t`All ${all}`
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
      : [t`${done} of ${plural(topics.length, { one: '# topic', other: '# topics' })}`]),
  ]
  return {
    state: isComplete ? 'clear' : 'open',
    headline: t`${listText(parts)} completed.`,
    more: t`The cycle runs until ${date(cycle.cycleEnd)}.`,
  }
}

/** "Valid until Mar 31, 2027 · in 130 days." Depends only on the dates, not on the status. */
export function validityText(
  { expiresAt, neverExpires, daysLeft }: Pick<ViewLicense, 'expiresAt' | 'neverExpires' | 'daysLeft'>,
  locale: string | null,
): string {
  if (expiresAt === null || daysLeft === null)
    return neverExpires ? t`Does not expire.` : t`The holder gave no expiration date.`
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft)}`
  return daysLeft < 0 ? t`Expired ${when}.` : t`Valid until ${when}.`
}

/** "12 of 20 contact hours"; "12 contact hours" if no total is required. */
export function cycleCountText({ hoursCounted, requiredHours, hoursName }: ViewCycle): string {
  const unit = (amount: number) => t(amount === 1 ? hoursName.replace(/s$/, '') : hoursName)
  return requiredHours === null
    ? `${hoursCounted} ${unit(hoursCounted)}`
    : t`${hoursCounted} of ${requiredHours} ${unit(requiredHours)}`
}

/** "Done · 2 of 2 hours", "1 of 2 hours so far", "Done", "Not yet". */
export function viewTopicText(
  { hours, completed, isDone }: ViewCycle['topics'][number],
  hoursName: string,
): string {
  if (hours === null) return isDone ? t`Done` : t`Not yet`
  const count = t`${completed} of ${hours} ${t(unitName({ unit: hoursName }, hours))}`
  return isDone ? t`Done · ${count}` : t`${count} so far`
}

/** "Ann Lee chose not to share 1 file." */
export function withheldText(count: number, ownerName: string): string | null {
  if (count === 0) return null
  return t`${capitalize(holderText(ownerName))} chose not to share ${plural(count, { one: '# file', other: '# files' })}.`
}

const kinds: Record<ViewItem['resourceType'], (count: number) => string> = {
  license: (count) => t`${plural(count, { one: '# license', other: '# licenses' })}`,
  certification: (count) => t`${plural(count, { one: '# certification', other: '# certifications' })}`,
  ceuCycle: (count) => t`${plural(count, { one: '# CE cycle', other: '# CE cycles' })}`,
  healthRecord: (count) => t`${plural(count, { one: '# health record', other: '# health records' })}`,
  file: (count) => t`${plural(count, { one: '# file', other: '# files' })}`,
}

/** "2 licenses, 1 certification and 1 CE cycle". */
export function contentsText(items: readonly ViewItem[]): string {
  return listText(
    Object.entries(kinds).flatMap(([kind, textOf]) => {
      const count = items.filter(({ resourceType }) => resourceType === kind).length
      return count === 0 ? [] : [textOf(count)]
    }),
  )
}

function listText(parts: string[]): string {
  if (parts.length < 2) return parts.join('')
  return t`${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

/** What stands on the cover of a link: for whom it is, and who shared. */
export function coverTexts(holderName: string | null, recipient: string | null) {
  const ownerName = holderName === NAMELESS ? t(NAMELESS) : holderName
  return {
    recipient: recipient === null ? t`Nursing credentials` : t`For ${recipient}`,
    owner:
      ownerName === null ? t`Credentials were shared with you` : t`${ownerName} shared credentials with you`,
  }
}

/** "The holder". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Each file and the packet are asked for with the cookie of the visit. */
export function cookiesOff(): Problem {
  return new Problem('storage_unsupported', {
    detail: t`This browser does not keep cookies, so it cannot show files or the PDF of this link. Allow cookies for this site, then open the link again.`,
  })
}
