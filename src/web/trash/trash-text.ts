import { msg, plural } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import type { TrashItem, TrashKind, TrashPage } from '#shared/trash/trash.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

const kinds: Record<TrashKind, string> = {
  license: msg`License`,
  certification: msg`Certification`,
  lookup: msg`Look-up`,
  residence: msg`Residence`,
  competencyRecord: msg`Practice record`,
  healthRecord: msg`Health record`,
  requirementList: msg`Requirement list`,
  ceuCycle: msg`CE cycle`,
  ceuEntry: msg`CE entry`,
  renewal: msg`Renewal`,
  file: msg`File`,
}

/** "CE cycle with 3 entries", "File of 340 KB". */
export function kindText({ kind, entryCount, size }: TrashItem): string {
  if (entryCount !== null && entryCount > 0)
    return t`CE cycle with ${plural(entryCount, { one: '# entry', other: '# entries' })}`
  return size === null ? t(kinds[kind]) : t`File of ${formatBytes(size)}`
}

/** "Keep its proof until Dec 31, 2031: Texas Board of Nursing"; `null` where no proof is to be kept. */
export function keepText({ keep }: Pick<TrashItem, 'keep'>, format: (date: string) => string): string | null {
  if (keep === null) return null
  const { board, until } = keep
  if (until === null)
    return board === null
      ? t`We found no period for which the board wants this proof kept`
      : t`We found no period for which ${board} wants this proof kept`
  return board === null
    ? t`The board wants this proof kept until ${format(until)}`
    : t`${board} wants this proof kept until ${format(until)}`
}

/** "Deleted permanently in 12 days", by the owner's time zone. */
export function purgeDateText(purgedOn: string, today: string): string {
  const days = daysBetween(today, purgedOn)
  return t`Deleted permanently ${formatDays(Math.max(0, days))}`
}

/** "4 items, 3.4 MB of files". */
export function trashText({ count, size }: { count: number; size: number }): string {
  return size === 0
    ? t`${plural(count, { one: '# item', other: '# items' })}`
    : t`${plural(count, { one: '# item', other: '# items' })}, ${formatBytes(size)} of files`
}

/** The records deleted with it, for the confirmation dialog. */
export function purgeText(item: TrashItem, format: (date: string) => string): string {
  const keep = keepText(item, format)
  const what = purgedText(item.kind, item.entryCount)
  return keep === null ? what : `${keep}. ${what}`
}

/** The same for the whole trash, with the proof in it that is to be kept longest. */
export function emptyText(
  { count, size, keep }: Pick<TrashPage, 'count' | 'size' | 'keep'>,
  format: (date: string) => string,
): string {
  const what = t`This permanently deletes ${trashText({ count, size })}. You cannot undo this.`
  if (keep === null) return what
  if (keep.until === null)
    return `${what} ${t`It includes proof of CE, and we found no period for which to keep it.`}`
  const { board } = keep
  const until = format(keep.until)
  const proof =
    board === null
      ? t`It includes proof of CE that the board wants kept until ${until}.`
      : t`It includes proof of CE that ${board} wants kept until ${until}.`
  return `${what} ${proof}`
}

function purgedText(kind: TrashKind, entryCount: number | null): string {
  if (kind === 'file') return t`This permanently deletes the file. You cannot undo this.`
  if (kind === 'residence') return t`This permanently deletes it. You cannot undo this.`
  if (kind === 'requirementList')
    return t`This permanently deletes the list, not the records in your vault. You cannot undo this.`
  if (kind !== 'ceuCycle' || !entryCount)
    return t`This permanently deletes it and its files. You cannot undo this.`
  return t`This permanently deletes the cycle, its ${plural(entryCount, { one: 'entry and its files', other: '# entries and their files' })}. You cannot undo this.`
}
