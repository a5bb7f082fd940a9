import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import type { EntryForm } from './entry-hours-field.tsx'
import type { EntryValues } from './entry-values.ts'

/** Values for all drafts. */
export type CarriedOverFields = Partial<Pick<EntryValues, 'provider' | 'completedAt'>>

/** Fills `fields` into the form, except those that the user has changed. */
export function useCarriedOver(form: EntryForm, fields: CarriedOverFields = {}) {
  const filled = useRef<Partial<Record<keyof CarriedOverFields, string | null>>>({})
  const { dirtyFields, isSubmitted } = useFormState({ control: form.control })
  const { provider, completedAt } = fields
  useEffect(() => {
    const options = { shouldValidate: isSubmitted }
    const fill = (
      key: keyof CarriedOverFields,
      next: string | null | undefined,
      set: (next: string) => void,
    ) => {
      const current = form.getValues(key)
      const isOwn = dirtyFields[key] && current !== '' && current !== null && current !== filled.current[key]
      if (!next || isOwn || current === next || filled.current[key] === next) return
      filled.current[key] = next
      set(next)
    }
    fill('provider', provider, (next) => form.setValue('provider', next, options))
    fill('completedAt', completedAt, (next) => form.setValue('completedAt', next, options))
  }, [form, dirtyFields, isSubmitted, provider, completedAt])
}
