import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Problem } from '#shared/http/errors.ts'
import { ceuKey, createCycle, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { showRefusal } from '#web/ui/form-errors.ts'
import { type CycleValues, changedCycle, type ParsedCycle } from './cycle-form-values.ts'

/** Fields of the form that can show an error of the server. */
const shownFields = ['state', 'cycleStart', 'cycleEnd', 'requiredHours', 'topics', 'notes']

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
    onError: (error) => setProblem(showRefusal(error, shownFields, form.setError, problemTexts)),
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

/** Messages that say what to do, in place of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  not_authenticated:
    'Your session ended. What you typed is still here: sign in again in another window, then save once more in this one.',
  // The first response was lost and the form changed since: a second cycle would be a duplicate.
  idempotency_mismatch:
    'It was saved already, as you first sent it. Open it under CE in My Vault to change it.',
  ceu_cycle_not_found:
    'This cycle was deleted meanwhile, perhaps in another window. What you typed is still here, to copy it into a new one.',
}
