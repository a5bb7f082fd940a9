import { plural, type Translate } from '#shared/i18n/translate.ts'
import { formatWith } from '#shared/kernel/format-date.ts'
import type { ExportCounts } from '#shared/transfer/export.ts'

type Place = { locale: string | null; timeZone: string | null }

export function countsText(counts: ExportCounts, t: Translate): string {
  const { credentials, cycles, entries, practiceRecords, healthRecords, files } = counts
  return `${[
    t`${plural(credentials, { one: '# credential', other: '# credentials' })}`,
    t`${plural(cycles, { one: '# CE cycle', other: '# CE cycles' })}`,
    t`${plural(entries, { one: '# CE entry', other: '# CE entries' })}`,
    t`${plural(practiceRecords, { one: '# practice record', other: '# practice records' })}`,
    t`${plural(healthRecords, { one: '# health record', other: '# health records' })}`,
    t`${plural(files, { one: '# file', other: '# files' })}`,
  ].join(', ')}.`
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
