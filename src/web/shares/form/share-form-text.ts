import { plural } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { EarlierBoxes } from '#shared/shares/redaction.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { type DateContext, leftText } from '#web/shares/owner/share-list-text.ts'

/** "Nov 28, 2026, 3:05 PM CST, in 7 days", in UTC for an owner without a time zone, as on the server. */
export function expiryText(expiresAt: string, { now, locale, timeZone }: DateContext): string {
  return `${formatZonedInstant(expiresAt, { locale, timeZone })}, ${leftText(expiresAt, { now, locale, timeZone })}`
}

/** "Nothing selected yet.", "1 item selected.", "3 items selected." */
export function chosenText(count: number): string {
  return count === 0
    ? t`Nothing selected yet.`
    : t`${plural(count, { one: '# item selected.', other: '# items selected.' })}`
}

/** "None is shared.", "2 are shared." */
export function healthChosenText(count: number): string {
  if (count === 0) return t`None are shared. Select the ones this recipient needs.`
  return t`${plural(count, { one: '# is shared.', other: '# are shared.' })}`
}

/** The files that are left out while numbers are hidden, and how many of them are shared as redacted pictures. */
export function withheldText(withheld: number, redacted: number): string {
  if (withheld === 0) return t`These items have no files, so nothing is left out.`
  if (redacted === withheld)
    return redacted === 1
      ? t`Only your covered picture of the file is shared, never the file itself.`
      : t`Only your covered pictures of the files are shared, never the files themselves.`
  const left = withheld - redacted
  return left === 1
    ? t`1 file is left out, because a number may be visible on it. Nobody with the link can open it.`
    : t`${left} files are left out, because a number may be visible on them. Nobody with the link can open them.`
}

type Dates = { locale: string | null; timeZone: string | null }

/** "your link to Dana Cole on Nov 3, 2026", and the sentences about covering a file the same way as in that link. */
export function earlierBoxesText({ recipient, sharedAt }: EarlierBoxes, { locale, timeZone }: Dates) {
  const day = formatDate(todayIn(new Date(sharedAt), timeZone), locale)
  const link = recipient === null ? t`your link of ${day}` : t`your link to ${recipient} on ${day}`
  return {
    covering: t`Covering as in ${link}…`,
    covered: t`Covered as in ${link}. Look closely: is every number covered?`,
    failed: t`Could not be covered as in ${link}. Left out.`,
  }
}

/** "Shared as 2 covered pictures". */
export function redactedText(pages: number): string {
  return pages === 1 ? t`Shared as a covered picture` : t`Shared as ${pages} covered pictures`
}

type ShareSettings = Pick<CreatedShare, 'allowDownloads' | 'masks' | 'viewLimit' | 'mode'> & {
  resources: readonly unknown[]
}

/** The abilities of a visitor with the link, one sentence each. */
export function canDoTexts(share: ShareSettings): string[] {
  const { resources, allowDownloads, masks, viewLimit, mode } = share
  const { length } = resources
  return [
    allowDownloads
      ? length === 1
        ? t`They can view and print it, and download one PDF.`
        : t`They can view and print these ${length} items, and download one PDF.`
      : length === 1
        ? t`They can view it but not download anything. They could still take a photo of the screen.`
        : t`They can view these ${length} items but not download anything. They could still take a photo of the screen.`,
    masks.hideNumber ? t`Your numbers are hidden.` : t`Your numbers are shown.`,
    ...(mode === 'frozen'
      ? [t`They see it as it is today, not your later changes.`]
      : [t`They also see your later changes.`]),
    ...(viewLimit === null
      ? []
      : [
          viewLimit === 1
            ? t`It can be opened once.`
            : t`It can be opened ${viewLimit} times. Viewing it again in the same browser is not counted.`,
        ]),
  ]
}
