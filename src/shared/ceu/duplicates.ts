import { contactHoursOf, type Unit } from './units.ts'

type Course = {
  title?: string
  completedAt?: string
  hours?: number | undefined
  amount?: number | null
  unit?: Unit
}

/**
 * The rule for duplicates, used by the form, an import and the API: two records describe the same course if their keys
 * are equal. That means the same date, the same number of contact hours in any unit, and the same title apart from case
 * and spacing. The provider does not matter, because it is spelled in many ways. `null` if a part is missing; such a
 * record is never a duplicate.
 */
export function duplicateKeyOf({ title, completedAt, hours, amount = null, unit = 'contact_hour' }: Course) {
  const contactHours = contactHoursOf({ hours, amount, unit })
  const plainTitle = title?.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (!plainTitle || !completedAt || contactHours === null) return null
  return `${plainTitle}\n${completedAt}\n${contactHours}`
}
