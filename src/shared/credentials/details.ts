import { plural, type Translate } from '#shared/i18n/translate.ts'
import { freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { credentialDisplay, type FieldDisplay, takenNames } from './field-display.ts'

export type Detail = { key: string; label: string; text: string }

const labeled = Object.entries<FieldDisplay>(credentialDisplay)

/** The language, and how it writes a calendar date for the owner. */
type Words = { t: Translate; formatDate: (date: string) => string }

/** The fields of a credential for display: all non-empty fields in display order, and each custom field. */
export function credentialDetails(
  record: { kind: string; [field: string]: unknown },
  words: Words,
): Detail[] {
  const { t } = words
  const known = labeled.flatMap(([key, { label: marked, isListed, unit, emptyText = '' }]) => {
    if (isListed === false || !(key in record)) return []
    const label = t(marked)
    if (key === 'expiresAt' && record.neverExpires) return [{ key, label, text: t`Does not expire` }]
    if (key === 'reminderDays' && record.followsSchedule) return []
    const value = record[key]
    if (isPairs(value)) return value.map((pair) => ({ key, label: pair.name, text: pair.value }))
    const text = textOf(value, unit, words) || t(emptyText)
    return text === '' ? [] : [{ key, label, text }]
  })
  const free = { ...freeFieldsOf(record, takenNames), ...(record.freeFields ?? {}) }
  const textOfFree = (value: unknown) =>
    typeof value === 'boolean' ? (value ? t`Yes` : t`No`) : String(value)
  return [
    ...known,
    ...Object.entries(free).map(([key, value]) => ({ key, label: key, text: textOfFree(value) })),
  ]
}

function isPairs(value: unknown): value is { name: string; value: string }[] {
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
}

/** One value of a credential; empty if there is none. */
export function textOf(value: unknown, unit: FieldDisplay['unit'], { t, formatDate }: Words): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return t`Yes`
  if (Array.isArray(value)) return value.join(', ')
  if (unit === 'date') return formatDate(String(value))
  if (unit === 'days') return t`${plural(Number(value), { one: '# day', other: '# days' })}`
  if (unit === 'years') return t`${plural(Number(value), { one: '# year', other: '# years' })}`
  return String(value)
}
