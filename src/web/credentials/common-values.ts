import type { Control, FieldValues } from 'react-hook-form'

/** The fields that both forms have. */
export type CommonValues = {
  number: string | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
  reminderDays: number | null
  tags: string[]
  notes: string | null
}

/** Either form, typed as a form of the common fields. react-hook-form's types cannot express that. */
export function commonControl<T extends FieldValues>(control: Control<T>): Control<CommonValues> {
  return control as unknown as Control<CommonValues>
}
