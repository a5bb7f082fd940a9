import { daysBetween } from '#shared/kernel/dates.ts'
import type { TrashItem, TrashKind, TrashPage } from '#shared/trash/trash.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatDays } from '#web/format/dates.ts'

const kinds: Record<TrashKind, string> = {
  license: 'License',
  certification: 'Certification',
  lookup: 'Look-up',
  residence: 'Residence',
  competencyRecord: 'Practice record',
  healthRecord: 'Health record',
  requirementList: 'Requirement list',
  ceuCycle: 'CE cycle',
  ceuEntry: 'CE entry',
  renewal: 'Renewal',
  file: 'File',
}

/** "CE cycle with 3 entries", "File of 340 KB". */
export function kindText({ kind, entryCount, size }: TrashItem): string {
  if (entryCount !== null && entryCount > 0)
    return `${kinds[kind]} with ${entryCount === 1 ? '1 entry' : `${entryCount} entries`}`
  return size === null ? kinds[kind] : `${kinds[kind]} of ${formatBytes(size)}`
}

/** "Keep its proof until Dec 31, 2031: Texas Board of Nursing"; `null` where no proof is to be kept. */
export function keepText({ keep }: Pick<TrashItem, 'keep'>, format: (date: string) => string): string | null {
  if (keep === null) return null
  if (keep.until === null)
    return `We found no period for which ${keep.board ?? 'the board'} wants this proof kept`
  return `${keep.board ?? 'The board'} wants this proof kept until ${format(keep.until)}`
}

/** "Deleted permanently in 12 days", by the owner's time zone. */
export function purgeDateText(purgedOn: string, today: string): string {
  const days = daysBetween(today, purgedOn)
  return `Deleted permanently ${formatDays(Math.max(0, days))}`
}

/** "4 items, 3.4 MB of files". */
export function trashText({ count, size }: { count: number; size: number }): string {
  const items = `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? 'item' : 'items'}`
  return size === 0 ? items : `${items}, ${formatBytes(size)} of files`
}

/** What is deleted with it, for the question before that. */
export function purgeText(item: TrashItem, format: (date: string) => string): string {
  const keep = keepText(item, format)
  const what = `This permanently deletes ${purgedText(item.kind, item.entryCount)}. You cannot undo this.`
  return keep === null ? what : `${keep}. ${what}`
}

/** The same for the whole trash, with the proof in it that is to be kept longest. */
export function emptyText(
  { count, size, keep }: Pick<TrashPage, 'count' | 'size' | 'keep'>,
  format: (date: string) => string,
): string {
  const what = `This permanently deletes ${trashText({ count, size })}. You cannot undo this.`
  if (keep === null) return what
  if (keep.until === null)
    return `${what} Proof of CE is among it, and we found no period for which it is to be kept.`
  return `${what} Proof of CE is among it that ${keep.board ?? 'the board'} wants kept until ${format(keep.until)}.`
}

function purgedText(kind: TrashKind, entryCount: number | null): string {
  if (kind === 'file') return 'the file'
  if (kind === 'residence') return 'it'
  if (kind === 'requirementList') return 'the list, not the records in your vault'
  if (kind !== 'ceuCycle' || !entryCount) return 'it and its files'
  return entryCount === 1
    ? 'the cycle, its entry and its files'
    : `the cycle, its ${entryCount} entries and their files`
}
