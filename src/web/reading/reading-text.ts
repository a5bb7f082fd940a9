import { msg } from '#shared/i18n/translate.ts'
import type { Suggestion } from '#shared/reading/page.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

export const checkNote = msg`Read from your file – check it`

/** A suggested value as text, with the printed text if that is less precise. */
export function suggestionText({ field, value, printed }: Suggestion, locale: string | null): string {
  if (!field.endsWith('At')) return value
  const isMonth = !/\d\D+\d+\D+\d|[a-z]+\D+\d+\D+\d{4}|\d+\D+[a-z]+\D+\d/i.test(printed)
  return isMonth ? `${formatDate(value, locale)} (“${printed}”)` : formatDate(value, locale)
}

/** For a screen reader, and where nothing but text fits. */
export function progressText(progress: number | null): string {
  return progress === null ? t`Reading your file…` : t`Reading your file… ${Math.round(progress * 100)}%`
}
