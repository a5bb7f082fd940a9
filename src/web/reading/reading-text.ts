import { licenseTitle } from '#shared/credentials/license-text.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { SuggestedField, Suggestion } from '#shared/reading/page.ts'
import type { Upload } from '#web/files/use-uploads.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { ReadFiles } from './read-file.ts'
import type { Reading } from './use-reading.ts'

export const checkNote = msg`Read from your file – check it`
export const namedNote = msg`From the file’s name – check it`

/** Whether a date is printed without its day. */
export const isMonthOnly = ({ field, printed }: Suggestion) =>
  field.endsWith('At') && !/\d\D+\d+\D+\d|[a-z]+\D+\d+\D+\d{4}|\d+\D+[a-z]+\D+\d/i.test(printed)

/** A suggested value as text, with the printed text if that is less precise. */
export function suggestionText(suggestion: Suggestion, locale: string | null): string {
  const { field, value, printed } = suggestion
  if (!field.endsWith('At')) return value
  return isMonthOnly(suggestion) ? `${formatDate(value, locale)} (“${printed}”)` : formatDate(value, locale)
}

/** For a screen reader, and where nothing but text fits. */
export function progressText(progress: number | null): string {
  return progress === null ? t`Reading your file…` : t`Reading your file… ${Math.round(progress * 100)}%`
}

/** The detected kind of a file in a list of drafts; `null` while it is unknown. */
export function readTitle(document: ReadFiles | null): string | null {
  const read = (field: SuggestedField) => document?.suggestions.find((one) => one.field === field)?.value
  const [title, code, type, state] = [read('title'), read('code'), read('type'), read('state')]
  const issuer = read('issuer')
  if (title !== undefined) return title
  if (code !== undefined) return issuer === undefined ? code : `${code}, ${issuer}`
  return type !== undefined && state !== undefined ? titleText(licenseTitle({ type, state }), t) : null
}

/** The progress of a file. Read values must be checked: nothing is saved without its owner. */
export function draftStateText(upload: Upload, { state, document }: Reading): string {
  if (state === 'reading') return t`${uploadText(upload)}, reading…`
  if (upload.state === 'sent' && document && document.suggestions.length > 1) return t`read: check it`
  return uploadText(upload)
}

function uploadText(upload: Upload): string {
  switch (upload.state) {
    case 'sent':
      return t`uploaded, details missing`
    case 'ready':
    case 'cancelled':
      return t`waiting to upload`
    case 'sending':
      return t`uploading, ${Math.round(upload.progress * 100)}%`
    default:
      return upload.reason
  }
}
