import { titleText } from '#shared/credentials/title-text.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { daysBetween, todayIn } from '#shared/kernel/dates.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { ResourceType, Share } from '#shared/shares/share.ts'
import { formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

/** The current time, and the format and time zone for dates. */
export type DateContext = { now: Date; timeZone: string | null; locale: string | null }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** "Texas RN license and BLS", "Texas RN license, BLS and 3 more": the resources that are not deleted. */
export function resourceNames({ resources }: Pick<Share, 'resources'>): string {
  const titles = resources.flatMap(({ title }) => (title === null ? [] : titleText(title, t)))
  const [first, second] = titles
  if (first === undefined)
    return resources.length > 1 ? t`${resources.length} deleted items` : t`A deleted item`
  if (second === undefined) return first
  return titles.length === 2
    ? t`${first} and ${second}`
    : t`${first}, ${second} and ${titles.length - 2} more`
}

/** "For Maria at Mercy General". */
export function recipientText({ recipient }: Pick<Share, 'recipient'>): string {
  return recipient ? t`For ${recipient}` : t`For anyone with the link`
}

/**
 * "in 6 days", "in 5 hours", "in 20 minutes", "now". Days are counted on the owner's calendar, hours and minutes by the
 * clock.
 */
export function leftText(expiresAt: string, { now, timeZone }: DateContext): string {
  const end = new Date(expiresAt)
  const left = end.getTime() - now.getTime()
  if (left >= DAY_MS) return formatDays(daysBetween(todayIn(now, timeZone), todayIn(end, timeZone)))
  if (left >= HOUR_MS) return t`in ${plural(Math.floor(left / HOUR_MS), { one: '# hour', other: '# hours' })}`
  if (left < 60_000) return t`now`
  return t`in ${plural(Math.floor(left / 60_000), { one: '# minute', other: '# minutes' })}`
}

/** "Nov 28, 2026, 3:00 PM CST · in 6 days". */
export function untilText(expiresAt: string, dates: DateContext): string {
  return `${formatZonedInstant(expiresAt, dates)} · ${leftText(expiresAt, dates)}`
}

/** "Open until Nov 28, 2026, 3:00 PM CST · in 6 days", or when and why it ended. */
export function endText(
  share: Pick<Share, 'state' | 'expiresAt' | 'revokedAt' | 'viewLimit'>,
  dates: DateContext,
): string {
  const { state, expiresAt, revokedAt, viewLimit } = share
  const day = (iso: string) =>
    `${formatZonedInstant(iso, dates)} · ${formatDays(daysBetween(todayIn(dates.now, dates.timeZone), todayIn(new Date(iso), dates.timeZone)))}`
  switch (state) {
    case 'live':
      return t`Open until ${untilText(expiresAt, dates)}`
    case 'revoked':
      return revokedAt ? t`You ended it ${day(revokedAt)}` : t`You ended it`
    case 'expired':
      return t`Expired ${day(expiresAt)}`
    case 'used_up':
      return viewLimit === null || viewLimit === 1
        ? t`Its only view was used`
        : t`All ${viewLimit} views were used`
    case 'gone':
      return t`What it showed was deleted`
  }
}

/** "Opened 3 times, last on Nov 21, 2026, 3:05 PM CST". */
export function openedText(
  { state, viewCount, lastViewedAt }: Pick<Share, 'state' | 'viewCount' | 'lastViewedAt'>,
  dates: DateContext,
): string {
  if (viewCount === 0 || lastViewedAt === null) return state === 'live' ? t`Not opened yet` : t`Never opened`
  const when = formatZonedInstant(lastViewedAt, dates)
  return viewCount === 1 ? t`Opened once, ${when}` : t`Opened ${viewCount} times, last ${when}`
}

/** "3 of 50 views left"; `null` if there is no view limit. */
export function viewsText({ viewLimit, viewsLeft }: Pick<Share, 'viewLimit' | 'viewsLeft'>): string | null {
  if (viewLimit === null || viewsLeft === null) return null
  return t`${viewsLeft} of ${plural(viewLimit, { one: '# view', other: '# views' })} left`
}

/** Answers the question of the page: how many links are open now? */
export function listHeadline(live: number, hasMore: boolean): string {
  if (hasMore) return t`More than ${live} links are open.`
  if (live === 0) return t`You have no open links.`
  return live === 1 ? t`One link is open.` : t`${live} links are open.`
}

/** Who loses access to what if the link ends now. */
export function revokeText(share: Share): string {
  const who = share.recipient ?? t`Anyone with the link`
  const { length } = share.resources
  const more = length > 2 ? t`${plural(length, { one: '# item', other: '# items' })}` : resourceNames(share)
  return t`${who} will no longer see ${more}. The link and its files stop working at once, even where they are open now.`
}

/** "Numbers hidden", "Passcode": the settings shown on a card. */
export function settingTexts({ masks, hasPasscode, allowDownloads, viewLimit, viewsLeft }: Share): string[] {
  const views = viewsText({ viewLimit, viewsLeft })
  return [
    masks.hideNumber ? t`Numbers hidden` : t`Numbers shown`,
    ...(hasPasscode ? [t`Passcode`] : []),
    ...(allowDownloads ? [] : [t`No downloads`]),
    ...(views ? [views] : []),
  ]
}

export const resourceTypeNames: Record<ResourceType, string> = {
  license: msg`License`,
  certification: msg`Certification`,
  ceuCycle: msg`CE cycle with its entries`,
  healthRecord: msg`Health record (private)`,
  file: msg`File`,
}

/** Whether the link shows later edits. */
export function modeText({ mode, createdAt }: Pick<Share, 'mode' | 'createdAt'>, dates: DateContext): string {
  return mode === 'live'
    ? t`Shown the next time the link is viewed`
    : t`Not shown: the link stays as of ${formatZonedInstant(createdAt, dates)}`
}

/** The effect on the current link. */
export function replaceLinkText(share: Share): string {
  const { state, viewLimit } = share
  const currentLink =
    state === 'live'
      ? t`The current link stops working at once, so send the new one to everyone who should see this.`
      : t`The ended link stays ended.`
  const views =
    viewLimit === null
      ? []
      : [viewLimit === 1 ? t`It can be opened once more.` : t`It can be opened ${viewLimit} more times.`]
  return [t`The new link shows the same items: ${resourceNames(share)}.`, currentLink, ...views].join(' ')
}

/** "With results, without numbers and documents". */
export function healthMaskText({ health, hideNumber }: Share['masks']): string {
  const parts = [
    { name: t`results`, isShown: health?.results === true },
    { name: t`numbers`, isShown: health?.numbers === true && !hideNumber },
    { name: t`documents`, isShown: health?.files === true && !hideNumber },
  ]
  const list = new Intl.ListFormat(t.locale)
  const named = (shown: boolean) =>
    list.format(parts.flatMap(({ name, isShown }) => (isShown === shown ? name : [])))
  const [shown, hidden] = [named(true), named(false)]
  if (shown === '') return t`Without ${hidden}`
  return hidden === '' ? t`With ${shown}` : t`With ${shown}, without ${hidden}`
}
