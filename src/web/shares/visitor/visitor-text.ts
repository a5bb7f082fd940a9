import { hoursText } from '#shared/ceu/ceu-text.ts'
import { type CredentialOverview, overviewOf } from '#shared/credentials/overview.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import {
  NAMELESS,
  type ShareView,
  type ViewCertification,
  type ViewCycle,
  type ViewItem,
  type ViewLicense,
} from '#shared/shares/view.ts'
import { formatDate, formatDays, formatInstant } from '#web/format/dates.ts'

/** How whoever reads it writes dates, and in which zone she lives: her profile's, else her browser's. */
export type Reader = { locale: string | null; timeZone: string | null }

/** "Nov 21, 2026, 3:05 PM (Central Time)": in the reader's own zone, and naming it. */
export function instantText(iso: string, { locale, timeZone }: Reader): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatInstant(iso, { locale, timeZone: zone })} (${zoneName(iso, zone)})`
}

function zoneName(iso: string, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
      new Date(iso),
    )
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return 'UTC'
  }
}

const LONGEST_NAME = 40

/** The holder in the middle of a sentence, by name where there is one that does not bury it. */
export function holderText(ownerName: string): string {
  return ownerName === NAMELESS || ownerName.length > LONGEST_NAME ? 'the holder' : ownerName
}

type Dated = (ViewLicense | ViewCertification) & { id: string }
export type ViewStanding = {
  /** `open`: a cycle that still asks for something. */
  state: Exclude<CredentialOverview<Dated>['state'], 'empty'> | 'open'
  headline: string
  more: string
}

/** Until when it is all good, and what ends first; of a cycle alone, what is in. `null` where nothing has a date. */
export function standingText(view: ShareView, locale: string | null): ViewStanding | null {
  const credentials = view.items.flatMap((item, at): Dated[] =>
    item.resourceType === 'license' || item.resourceType === 'certification'
      ? [{ ...item, id: String(at) }]
      : [],
  )
  const standing = overviewOf(credentials, credentials.length, view.today)
  const count = credentials.length
  const date = (value: string) => formatDate(value, locale)
  const when = (value: string) => formatDays(daysBetween(view.today, value))
  switch (standing.state) {
    case 'empty':
      return cycleStanding(view.items, date)
    case 'lapsed': {
      const { lapsed, next } = standing
      const [first] = lapsed
      if (!first) return null
      const ended = `${lapsed.length === 1 ? 'It' : `${first.title}`} ended on ${date(first.expiresAt)}, ${when(first.expiresAt)}.`
      const rest = next ? ` What has not expired is good until ${date(next.expiresAt)}.` : ''
      const headline =
        lapsed.length === 1
          ? `${first.title} has expired.`
          : `${countText(lapsed.length, count)} have expired.`
      return { state: 'lapsed', headline, more: `${ended}${rest}` }
    }
    case 'soon': {
      const { next } = standing
      const headline =
        count === 1
          ? `Good until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
          : `Everything here is good until ${date(next.expiresAt)}, ${when(next.expiresAt)}.`
      return { state: 'soon', headline, more: count === 1 ? '' : `${next.title} ends first.` }
    }
    case 'clear': {
      const { next } = standing
      if (!next)
        return { state: 'clear', headline: 'Nothing here has expired, or has an expiry date.', more: '' }
      const until = date(next.expiresAt)
      return count === 1
        ? { state: 'clear', headline: `Good until ${until}, ${when(next.expiresAt)}.`, more: '' }
        : {
            state: 'clear',
            headline: `Everything here is good until ${until}.`,
            more: `${next.title} ends first, ${when(next.expiresAt)}.`,
          }
    }
  }
}

function countText(some: number, all: number): string {
  if (some < all) return `${some} of ${all}`
  return all === 2 ? 'Both' : `All ${all}`
}

function cycleStanding(items: readonly ViewItem[], date: (value: string) => string): ViewStanding | null {
  const [cycle] = items
  if (cycle?.resourceType !== 'ceuCycle' || items.length > 1) return null
  const { requiredHours, hoursCompleted, topics } = cycle
  const done = topics.filter(({ isDone }) => isDone).length
  const isDone = done === topics.length && hoursCompleted >= (requiredHours ?? 0)
  const parts = [
    ...(requiredHours === null && topics.length > 0 ? [] : [cycleCountText(cycle)]),
    ...(topics.length === 0
      ? []
      : [`${done} of ${topics.length} ${topics.length === 1 ? 'topic' : 'topics'}`]),
  ]
  return {
    state: isDone ? 'clear' : 'open',
    headline: `${parts.join(' and ')} ${parts.length === 1 && hoursCompleted === 1 ? 'is' : 'are'} in.`,
    more: `The cycle runs until ${date(cycle.cycleEnd)}.`,
  }
}

/** "Good until Mar 31, 2027 · in 130 days." Right up to its last day, whatever its status. */
export function untilText(
  { expiresAt, daysLeft }: Pick<ViewLicense, 'expiresAt' | 'daysLeft'>,
  locale: string | null,
): string {
  if (expiresAt === null || daysLeft === null) return 'It has no expiry date.'
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft)}`
  return daysLeft < 0 ? `Ended on ${when}.` : `Good until ${when}.`
}

/** "12 of 20 contact hours", "12 contact hours" where no total is asked for. */
export function cycleCountText({ hoursCompleted, requiredHours, hoursName }: ViewCycle): string {
  return requiredHours === null
    ? `${hoursCompleted} ${hoursName}`
    : `${hoursCompleted} of ${requiredHours} ${hoursName}`
}

/** "Done · 2 of 2 hours", "1 of 2 hours so far", "Done", "Not yet". */
export function viewTopicText({ hours, completed, isDone }: ViewCycle['topics'][number]): string {
  if (hours === null) return isDone ? 'Done' : 'Not yet'
  const count = `${completed} of ${hoursText(hours)}`
  return isDone ? `Done · ${count}` : `${count} so far`
}

/** "1 file is not shown." */
export function withheldText(count: number, ownerName: string): string | null {
  if (count === 0) return null
  return `${count === 1 ? '1 file is' : `${count} files are`} kept back by ${holderText(ownerName)}.`
}

const kinds: Record<ViewItem['resourceType'], [one: string, several: string]> = {
  license: ['license', 'licenses'],
  certification: ['certification', 'certifications'],
  ceuCycle: ['CE cycle', 'CE cycles'],
  file: ['file', 'files'],
}

/** "2 licenses, 1 certification and 1 CE cycle". */
export function contentsText(items: readonly ViewItem[]): string {
  const order = Object.keys(kinds) as ViewItem['resourceType'][]
  const parts = order.flatMap((kind) => {
    const count = items.filter(({ resourceType }) => resourceType === kind).length
    return count === 0 ? [] : [`${count} ${kinds[kind][count === 1 ? 0 : 1]}`]
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
