import { daysBetween, todayIn } from '#shared/kernel/dates.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { ResourceType, Share } from '#shared/shares/share.ts'
import { formatDays } from '#web/format/dates.ts'

/** The time of the screen, and how its user writes dates and in which time zone. */
export type DateContext = { now: Date; timeZone: string | null; locale: string | null }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** "Texas RN license and BLS", "Texas RN license, BLS and 3 more": the resources that are not deleted. */
export function resourceNames({ resources }: Pick<Share, 'resources'>): string {
  const titles = resources.flatMap(({ title }) => title ?? [])
  const [first, second] = titles
  if (first === undefined)
    return resources.length > 1 ? `${resources.length} deleted items` : 'A deleted item'
  if (second === undefined) return first
  return titles.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${titles.length - 2} more`
}

/** "For Maria at Mercy General". */
export function recipientText({ recipient }: Pick<Share, 'recipient'>): string {
  return recipient ? `For ${recipient}` : 'For anyone with the link'
}

/** "in 6 days", "in 5 hours", "in 20 minutes", "now": days are counted on the owner's calendar, hours and minutes by the clock. */
export function leftText(expiresAt: string, { now, timeZone }: DateContext): string {
  const end = new Date(expiresAt)
  const left = end.getTime() - now.getTime()
  if (left >= DAY_MS) return formatDays(daysBetween(todayIn(now, timeZone), todayIn(end, timeZone)))
  if (left >= HOUR_MS) return `in ${countText(Math.floor(left / HOUR_MS), 'hour')}`
  return left >= 60_000 ? `in ${countText(Math.floor(left / 60_000), 'minute')}` : 'now'
}

/** "Nov 28, 2026, 3:00 PM CST · in 6 days". */
export function untilText(expiresAt: string, dates: DateContext): string {
  return `${formatZonedInstant(expiresAt, dates)} · ${leftText(expiresAt, dates)}`
}

/** "Open until Nov 28, 2026, 3:00 PM CST · in 6 days", or when and why it ended. */
export function endText(share: Share, dates: DateContext): string {
  const { state, expiresAt, revokedAt, viewLimit } = share
  const day = (iso: string) =>
    `${formatZonedInstant(iso, dates)} · ${formatDays(daysBetween(todayIn(dates.now, dates.timeZone), todayIn(new Date(iso), dates.timeZone)))}`
  switch (state) {
    case 'live':
      return `Open until ${untilText(expiresAt, dates)}`
    case 'revoked':
      return revokedAt ? `You ended it ${day(revokedAt)}` : 'You ended it'
    case 'expired':
      return `Expired ${day(expiresAt)}`
    case 'used_up':
      return viewLimit === 1 ? 'Its only view was used' : `All ${viewLimit} views were used`
    case 'gone':
      return 'What it showed was deleted'
  }
}

/** "Opened 3 times, last on Nov 21, 2026, 3:05 PM CST". */
export function openedText({ state, viewCount, lastViewedAt }: Share, dates: DateContext): string {
  if (viewCount === 0 || lastViewedAt === null) return state === 'live' ? 'Not opened yet' : 'Never opened'
  const when = formatZonedInstant(lastViewedAt, dates)
  return viewCount === 1 ? `Opened once, ${when}` : `Opened ${viewCount} times, last ${when}`
}

/** "3 of 50 views left"; `null` where there is no view limit. */
export function viewsText({ viewLimit, viewsLeft }: Pick<Share, 'viewLimit' | 'viewsLeft'>): string | null {
  if (viewLimit === null || viewsLeft === null) return null
  return `${viewsLeft} of ${countText(viewLimit, 'view')} left`
}

/** Answers the question of the page: how many links are open now? */
export function listHeadline(live: number, hasMore: boolean): string {
  if (hasMore) return `More than ${live} links are open.`
  if (live === 0) return 'You have no open links.'
  return live === 1 ? 'One link is open.' : `${live} links are open.`
}

/** Who loses access to what when the link ends now. */
export function revokeText(share: Share): string {
  const who = share.recipient ?? 'Anyone with the link'
  const more = share.resources.length > 2 ? `${share.resources.length} items` : resourceNames(share)
  return `${who} will no longer see ${more}. The link and its files stop working at once, even where they are open now.`
}

/** "Numbers hidden", "Passcode": the settings shown on a card. */
export function settingTexts({ masks, hasPasscode, allowDownloads, viewLimit, viewsLeft }: Share): string[] {
  const views = viewsText({ viewLimit, viewsLeft })
  return [
    masks.hideNumber ? 'Numbers hidden' : 'Numbers shown',
    ...(hasPasscode ? ['Passcode'] : []),
    ...(allowDownloads ? [] : ['No downloads']),
    ...(views ? [views] : []),
  ]
}

export const resourceTypeNames: Record<ResourceType, string> = {
  license: 'License',
  certification: 'Certification',
  ceuCycle: 'CE cycle with its entries',
  healthRecord: 'Health record (private)',
  file: 'File',
}

/** Whether the link shows later edits. */
export function modeText({ mode, createdAt }: Pick<Share, 'mode' | 'createdAt'>, dates: DateContext): string {
  return mode === 'live'
    ? 'Shown the next time the link is viewed'
    : `Not shown: the link stays as of ${formatZonedInstant(createdAt, dates)}`
}

/** What happens to the current link. */
export function replaceLinkText(share: Share): string {
  const { state, viewLimit } = share
  const currentLink =
    state === 'live'
      ? 'The current link stops working at once, so send the new one to everyone who should see this.'
      : 'The ended link stays ended.'
  const views =
    viewLimit === null ? '' : ` It can be opened ${viewLimit === 1 ? 'once' : `${viewLimit} times`} again.`
  return `The new link shows the same items: ${resourceNames(share)}. ${currentLink}${views}`
}

/** "1 view", "3 views". */
export function countText(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** "With results, without numbers and documents". */
export function healthMaskText({ health, hideNumber }: Share['masks']): string {
  const parts = {
    results: health?.results === true,
    numbers: health?.numbers === true && !hideNumber,
    documents: health?.files === true && !hideNumber,
  }
  const list = new Intl.ListFormat('en-US')
  const named = (isShown: boolean) =>
    list.format(Object.entries(parts).flatMap(([name, shown]) => (shown === isShown ? name : [])))
  const texts = [named(true) && `with ${named(true)}`, named(false) && `without ${named(false)}`]
  const text = texts.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
