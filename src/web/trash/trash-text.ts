import { daysBetween } from '#shared/kernel/dates.ts'
import type { TrashItem, TrashKind } from '#shared/trash/trash.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatDays } from '#web/format/dates.ts'

const kinds: Record<TrashKind, string> = {
  license: 'License',
  certification: 'Certification',
  lookup: 'Look-up',
  residence: 'Residence',
  competencyRecord: 'Practice record',
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
export function purgeText({ kind, entryCount }: TrashItem): string {
  return `This permanently deletes ${purgedText(kind, entryCount)}. You cannot undo this.`
}

function purgedText(kind: TrashKind, entryCount: number | null): string {
  if (kind === 'file') return 'the file'
  if (kind === 'residence') return 'it'
  if (kind !== 'ceuCycle' || !entryCount) return 'it and its files'
  return entryCount === 1
    ? 'the cycle, its entry and its files'
    : `the cycle, its ${entryCount} entries and their files`
}
