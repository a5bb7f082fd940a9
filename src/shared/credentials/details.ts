import { freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { credentialDisplay, type FieldDisplay, takenNames } from './field-display.ts'

export type Detail = { key: string; label: string; text: string }

const labeled = Object.entries<FieldDisplay>(credentialDisplay)

/**
 * The fields of a credential for display: those that are filled in, in display order, plus one for each custom field.
 * `formatDate` formats a calendar date.
 */
export function credentialDetails(
  record: { kind: string; [field: string]: unknown },
  formatDate: (date: string) => string,
): Detail[] {
  const known = labeled.flatMap(([key, { label, unit, emptyText = '' }]) => {
    if (label === null || !(key in record)) return []
    if (key === 'expiresAt' && record.neverExpires) return [{ key, label, text: 'Does not expire' }]
    if (key === 'reminderDays' && record.followsSchedule) return []
    const value = record[key]
    if (isPairs(value)) return value.map((pair) => ({ key, label: pair.name, text: pair.value }))
    const text = textOf(value, unit, formatDate) || emptyText
    return text === '' ? [] : [{ key, label, text }]
  })
  const free = { ...freeFieldsOf(record, takenNames), ...(record.freeFields ?? {}) }
  return [...known, ...Object.entries(free).map(([key, text]) => ({ key, label: key, text: String(text) }))]
}

function isPairs(value: unknown): value is { name: string; value: string }[] {
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
}

function textOf(value: unknown, unit: FieldDisplay['unit'], formatDate: (date: string) => string): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'Yes'
  if (Array.isArray(value)) return value.join(', ')
  if (unit === 'date') return formatDate(String(value))
  if (unit) return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`
  return String(value)
}
