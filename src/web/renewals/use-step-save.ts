import { useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Problem } from '#shared/http/errors.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'

/** Submits the form of one step once at a time, and shows a refusal at its fields. */
export function useStepSave<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  save: (values: P) => Promise<unknown>,
) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  // `isSaving` would be set too late for a second press in the same frame.
  const isUnderWay = useRef(false)
  const submit = form.handleSubmit(async (values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSaving(true)
    setProblem(null)
    try {
      await save(values)
      form.reset(form.getValues())
    } catch (error) {
      setProblem(showServerErrors(error, Object.keys(form.getValues()), form.setError))
    }
    isUnderWay.current = false
    setSaving(false)
  })
  return { submit, problem, isSaving }
}
