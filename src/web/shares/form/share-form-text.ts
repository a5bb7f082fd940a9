import { todayIn } from '#shared/kernel/dates.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { EarlierCovers } from '#shared/shares/redaction.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { formatDate } from '#web/format/dates.ts'
import { countText, type DateContext, leftText } from '#web/shares/owner/share-list-text.ts'

/** "Nov 28, 2026, 3:05 PM CST, in 7 days", in UTC for an owner without a time zone, as on the server. */
export function expiryText(expiresAt: string, { now, locale, timeZone }: DateContext): string {
  return `${formatZonedInstant(expiresAt, { locale, timeZone })}, ${leftText(expiresAt, { now, locale, timeZone })}`
}

/** "Nothing selected yet.", "1 item selected.", "3 items selected." */
export function chosenText(count: number): string {
  return count === 0 ? 'Nothing selected yet.' : `${countText(count, 'item')} selected.`
}

/** "None is shared.", "2 are shared." */
export function healthChosenText(count: number): string {
  if (count === 0) return 'None is shared. Tick those that this recipient needs.'
  return count === 1 ? '1 is shared.' : `${count} are shared.`
}

/** Which files hidden numbers keep back, and how many of them are shared as redacted pictures. */
export function withheldText(withheld: number, redacted: number): string {
  if (withheld === 0) return 'These items have no files, so nothing is left out.'
  if (redacted === withheld)
    return redacted === 1
      ? 'Only your covered picture of the file is shared, never the file itself.'
      : 'Only your covered pictures of the files are shared, never the files themselves.'
  const left = withheld - redacted
  const files = left === 1 ? '1 file is' : `${left} files are`
  return `${files} left out, because a number may be visible on ${left === 1 ? 'it' : 'them'}. Nobody with the link can open ${left === 1 ? 'it' : 'them'}.`
}

type Dates = { locale: string | null; timeZone: string | null }

/** "your link to Dana Cole on Nov 3, 2026", and the sentences about covering a file as in it. */
export function earlierCoversText({ recipient, sharedAt }: EarlierCovers, { locale, timeZone }: Dates) {
  const day = formatDate(todayIn(new Date(sharedAt), timeZone), locale)
  const link = recipient === null ? `your link of ${day}` : `your link to ${recipient} on ${day}`
  return { link, covering: `Covering as in ${link}`, covered: `Covered as in ${link}.` }
}

/** "Shared as 2 covered pictures". */
export function redactedText(pages: number): string {
  return pages === 1 ? 'Shared as a covered picture' : `Shared as ${pages} covered pictures`
}

type ShareSettings = Pick<
  CreatedShare,
  'resources' | 'includeFiles' | 'allowDownloads' | 'masks' | 'viewLimit' | 'mode' | 'hasPasscode'
>

/** What a visitor can do with the link, one sentence each. */
export function canDoTexts(share: ShareSettings): string[] {
  const { resources, allowDownloads, masks, viewLimit, mode } = share
  const items = resources.length === 1 ? 'it' : `these ${resources.length} items`
  return [
    allowDownloads
      ? `They can view and print ${items}, and download one PDF.`
      : `They can view ${items} but not download anything. They could still take a photo of the screen.`,
    masks.hideNumber ? 'Your numbers are hidden.' : 'Your numbers are shown.',
    ...(mode === 'frozen'
      ? ['They see it as it is today, not your later changes.']
      : ['They also see your later changes.']),
    ...(viewLimit === null
      ? []
      : [
          viewLimit === 1
            ? 'It can be opened once.'
            : `It can be opened ${viewLimit} times. Viewing it again in the same browser is not counted.`,
        ]),
  ]
}
