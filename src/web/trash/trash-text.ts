import { daysBetween } from '#shared/kernel/dates.ts'
import type { TrashItem, TrashKind } from '#shared/trash/trash.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatDays } from '#web/format/dates.ts'

const kinds: Record<TrashKind, string> = {
  license: 'License',
  certification: 'Certification',
  ceuCycle: 'CE cycle',
  ceuEntry: 'CE entry',
  file: 'File',
}

/** "CE cycle with 3 entries", "File of 340 KB". */
export function kindWords({ kind, entryCount, size }: TrashItem): string {
  if (entryCount !== null && entryCount > 0)
    return `${kinds[kind]} with ${entryCount === 1 ? 'one entry' : `${entryCount} entries`}`
  return size === null ? kinds[kind] : `${kinds[kind]} of ${formatBytes(size)}`
}

/** "Gone for good in 12 days", by the owner's time zone. */
export function goneWords(goneOn: string, today: string): string {
  const days = daysBetween(today, goneOn)
  return days <= 0 ? 'Gone for good today' : `Gone for good ${formatDays(days)}`
}

/** "4 things, 3.4 MB of files". */
export function trashWords({ count, size }: { count: number; size: number }): string {
  const things = count === 1 ? 'One thing' : `${new Intl.NumberFormat('en-US').format(count)} things`
  return size === 0 ? things : `${things}, ${formatBytes(size)} of files`
}

/** What goes with it, for the question before it does. */
export function purgeWords({ kind, entryCount }: TrashItem): string {
  if (kind === 'ceuCycle' && entryCount) {
    const entries =
      entryCount === 1 ? 'the entry that went with it' : `the ${entryCount} entries that went with it`
    return `It goes now, with ${entries} and their files. Nobody can bring it back.`
  }
  if (kind === 'file') return 'Its bytes go now. Nobody can bring it back.'
  return 'It goes now, with its files. Nobody can bring it back.'
}
