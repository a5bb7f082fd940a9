import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { ceuKey, createCycle, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { type CycleValues, changedCycle, type ParsedCycle } from './cycle-form-values.ts'

/** Fields of the form that can show an error from the server. */
const shownFields = [
  ...['state', 'cycleStart', 'cycleEnd', 'requiredHours', 'carriedOverHours', 'topics', 'notes'],
]

/** Submits a new cycle, or the changed fields of an edited one. */
export function useCycleSave(
  form: UseFormReturn<CycleValues, unknown, ParsedCycle>,
  initial: CeuCycle | undefined,
  onSaved: (saved: CeuCycle) => void,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty } = form.formState
  const save = useMutation({
    mutationFn: (values: ParsedCycle) =>
      initial ? updateCycle(initial.id, changedCycle(initial, values)) : createCycle(values, idempotencyKey),
    onSuccess: (saved) => {
      form.reset(form.getValues())
      void queryClient.invalidateQueries({ queryKey: ceuKey })
      queryClient.setQueryData(cycleQuery(saved.id).queryKey, saved)
      onSaved(saved)
    },
    onError: (error) => setProblem(showServerErrors(error, shownFields, form.setError, problemTexts)),
  })
  // `isPending` would be set too late for a second press in the same frame.
  const isSubmitting = useRef(false)
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setProblem(null)
    await save.mutateAsync(values).catch(() => {})
    isSubmitting.current = false
  })
  return { submit, problem, isSaving: save.isPending, isDirty: isDirty && !save.isSuccess }
}

/** Messages with advice, instead of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  not_authenticated: msg`Your session ended. Your changes are still here: sign in again in another window, then save again in this one.`,
  // The first response was lost and the form has changed since. A second cycle would be a duplicate.
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it under CE in My Vault.`,
  ceu_cycle_not_found: msg`This cycle was deleted in the meantime, perhaps in another window. Your changes are still here, so you can copy them into a new cycle.`,
}
