import { daysBetween, todayIn } from '#shared/kernel/dates.ts'
import type { Share, SharedType, SharePatch } from '#shared/shares/share.ts'
import { formatDays, formatInstant } from '#web/format/dates.ts'

/** When and where she looks: instants are told in her zone. */
export type SeenAt = { now: Date; timeZone: string | null; locale: string | null }

/** What each dialog about a link is given. */
export type ShareDialogProps = { share: Share; seen: SeenAt; isOpen: boolean; onClose: () => void }

/** How a link stands, in the words of its mark. */
export type ShareStanding = 'open' | 'opened' | 'soon' | Exclude<Share['state'], 'live'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * A link whose time is up by her own clock is not called ended before the server says so: a clock that is ahead must
 * not tell her that a door is shut which is open.
 */
export function standingOf({ state, expiresAt, viewCount }: Share, now: Date): ShareStanding {
  if (state !== 'live') return state
  if (Date.parse(expiresAt) - now.getTime() < DAY_MS) return 'soon'
  return viewCount > 0 ? 'opened' : 'open'
}

/** "Texas RN license and BLS", "Texas RN license, BLS and 3 more": what of it is still there. */
export function namesOf({ resources }: Pick<Share, 'resources'>): string {
  const titles = resources.flatMap(({ title }) => title ?? [])
  const [first, second] = titles
  if (first === undefined)
    return resources.length > 1
      ? `${resources.length} things that were deleted`
      : 'Something that was deleted'
  if (second === undefined) return first
  return titles.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${titles.length - 2} more`
}

/** "For Maria at Mercy General". */
export function recipientText({ recipient }: Pick<Share, 'recipient'>): string {
  return recipient ? `For ${recipient}` : 'For whoever has the link'
}

/** "in 6 days", "in 5 hours", "in 20 minutes", "now": days are counted on her calendar, shorter times by the clock. */
export function leftText(expiresAt: string, { now, timeZone }: SeenAt): string {
  const end = new Date(expiresAt)
  const left = end.getTime() - now.getTime()
  if (left >= DAY_MS) return formatDays(daysBetween(todayIn(now, timeZone), todayIn(end, timeZone)))
  if (left >= HOUR_MS) return `in ${counted(Math.floor(left / HOUR_MS), 'hour')}`
  return left >= 60_000 ? `in ${counted(Math.floor(left / 60_000), 'minute')}` : 'now'
}

/** "Nov 28, 2026, 3:00 PM · in 6 days". */
export function untilText(expiresAt: string, seen: SeenAt): string {
  return `${formatInstant(expiresAt, seen)} · ${leftText(expiresAt, seen)}`
}

/** "Open until Nov 28, 2026, 3:00 PM · in 6 days", or when and why it ended. */
export function endText(share: Share, seen: SeenAt): string {
  const { state, expiresAt, revokedAt, viewLimit } = share
  const day = (iso: string) =>
    `${formatInstant(iso, seen)} · ${formatDays(daysBetween(todayIn(seen.now, seen.timeZone), todayIn(new Date(iso), seen.timeZone)))}`
  switch (state) {
    case 'live':
      return `Open until ${untilText(expiresAt, seen)}`
    case 'revoked':
      return revokedAt ? `You ended it ${day(revokedAt)}` : 'You ended it'
    case 'expired':
      return `Expired ${day(expiresAt)}`
    case 'used_up':
      return viewLimit === 1 ? 'Its one view was used' : `All ${viewLimit} views were used`
    case 'gone':
      return 'What it showed was deleted'
  }
}

/** "Opened 3 times, last on Nov 21, 2026, 3:05 PM". */
export function openedText({ state, viewCount, lastViewedAt }: Share, seen: SeenAt): string {
  if (viewCount === 0 || lastViewedAt === null) return state === 'live' ? 'Not opened yet' : 'Never opened'
  const when = formatInstant(lastViewedAt, seen)
  return viewCount === 1 ? `Opened once, ${when}` : `Opened ${viewCount} times, last ${when}`
}

/** "3 of 50 views left"; `null` where views are not counted down. */
export function viewsText({ viewLimit, viewsLeft }: Pick<Share, 'viewLimit' | 'viewsLeft'>): string | null {
  if (viewLimit === null || viewsLeft === null) return null
  return `${viewsLeft} of ${counted(viewLimit, 'view')} left`
}

/** The question of the page, answered: is something of hers open to others now? */
export function listHeadline(live: number, hasMore: boolean): string {
  if (hasMore) return `More than ${live} links are open.`
  if (live === 0) return 'Nothing of yours is open to others.'
  return live === 1 ? 'One link is open.' : `${live} links are open.`
}

/** Who loses what when it ends now. */
export function lossText(share: Share): string {
  const who = share.recipient ?? 'Whoever has the link'
  const more = share.resources.length > 2 ? `${share.resources.length} things` : namesOf(share)
  return `${who} can no longer see ${more}. It closes at once, wherever it is open now, with its files.`
}

/** "Numbers hidden, with a passcode": what a line can tell in passing. */
export function noteTexts({ masks, hasPasscode, allowDownloads, viewLimit, viewsLeft }: Share): string[] {
  const views = viewsText({ viewLimit, viewsLeft })
  return [
    masks.hideNumber ? 'Numbers hidden' : 'Numbers shown',
    ...(hasPasscode ? ['Passcode'] : []),
    ...(allowDownloads ? [] : ['No downloads']),
    ...(views ? [views] : []),
  ]
}

export const kindNames: Record<SharedType, string> = {
  license: 'License',
  certification: 'Certification',
  ceuCycle: 'CE cycle with its entries',
  file: 'File',
}

/** Whether later edits show. */
export function modeText({ mode, createdAt }: Pick<Share, 'mode' | 'createdAt'>, seen: SeenAt): string {
  return mode === 'live'
    ? 'Show at the next look'
    : `Do not show: it stays as on ${formatInstant(createdAt, seen)}`
}

/** What a new link does to the one that is out. */
export function renewText(share: Share): string {
  const { state, viewLimit } = share
  const fate =
    state === 'live'
      ? 'The link that is out now stops working at once, so send the new one to everybody who should see this.'
      : 'The link that has ended stays dead.'
  const views =
    viewLimit === null ? '' : ` It opens ${viewLimit === 1 ? 'once' : `${viewLimit} times`} again.`
  return `It shows the same: ${namesOf(share)}. ${fate}${views}`
}

/** Only what she changed: two who edit at the same time do not undo each other, and views used meanwhile stay used. */
export function changesOf(before: Share, after: SharePatch): SharePatch {
  const was: SharePatch = {
    recipient: before.recipient,
    note: before.note,
    allowDownloads: before.allowDownloads,
    viewLimit: before.viewsLeft,
  }
  const keys = Object.keys(after) as (keyof SharePatch)[]
  return Object.fromEntries(
    keys.filter((key) => after[key] !== undefined && after[key] !== was[key]).map((key) => [key, after[key]]),
  )
}

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
