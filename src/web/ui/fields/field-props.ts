import type { Ref } from 'react'
import type { FieldProps } from './field-class.ts'
import type { Option } from './option-list.tsx'

export type ComboFieldProps = FieldProps & {
  name?: string
  items: readonly Option[]
  /** An item's id, or with `allowsCustom` any text. */
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  allowsCustom?: boolean
  placeholder?: string
  autoComplete?: string
  ref?: Ref<HTMLInputElement>
}

export type DateFieldProps = FieldProps & {
  name?: string
  /** `YYYY-MM-DD`, or `null` while the date is not complete. */
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
}

export type SelectFieldProps = FieldProps & {
  name?: string
  items: readonly Option[]
  value: string | null
  onChange: (id: string) => void
  onBlur?: () => void
  placeholder?: string
  ref?: Ref<HTMLButtonElement>
}
