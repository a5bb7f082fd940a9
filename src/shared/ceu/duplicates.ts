import { contactHoursOf } from './entry.ts'
import type { Unit } from './units.ts'

type Course = {
  title?: string
  completedAt?: string
  hours?: number | undefined
  amount?: number | null
  unit?: Unit
}

/**
 * The rule for duplicates, in the form, in an import and in the API: two records are of the same course if their keys are equal.
 * They have the same date, as many contact hours in whatever unit, and the same title apart from case and spacing. The
 * provider does not matter: it is written in many ways. `null` if a part is missing, which duplicates nothing.
 */
export function duplicateKeyOf({ title, completedAt, hours, amount = null, unit = 'contact_hour' }: Course) {
  const contactHours = contactHoursOf({ hours, amount, unit })
  const plainTitle = title?.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (!plainTitle || !completedAt || contactHours === null) return null
  return `${plainTitle}\n${completedAt}\n${contactHours}`
}
