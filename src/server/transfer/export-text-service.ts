import { formatWith } from '#shared/kernel/format-date.ts'
import type { ExportCounts } from '#shared/transfer/export.ts'

type Place = { locale: string | null; timeZone: string | null }

export function countsText(counts: ExportCounts): string {
  const { credentials, cycles, entries, practiceRecords, healthRecords, files } = counts
  const some = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`
  return `${[
    some(credentials, 'credential', 'credentials'),
    some(cycles, 'CE cycle', 'CE cycles'),
    some(entries, 'CE entry', 'CE entries'),
    some(practiceRecords, 'practice record', 'practice records'),
    some(healthRecords, 'health record', 'health records'),
    some(files, 'file', 'files'),
  ].join(', ')}.`
}

export function bytesText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

export function dateText(date: string | null, { locale }: Pick<Place, 'locale'>): string {
  if (date === null) return ''
  return formatWith(new Date(`${date}T00:00:00Z`), locale ?? 'en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
}

export function instantText(instant: Date, { locale, timeZone }: Place): string {
  return formatWith(instant, locale ?? 'en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  })
}
