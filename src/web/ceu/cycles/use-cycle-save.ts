import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Problem } from '#shared/http/errors.ts'
import { ceuKey, createCycle, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { type CycleValues, changedCycle, type ParsedCycle } from './cycle-form-values.ts'

/** On the form, so that a refusal of the server is shown beside it. */
const shownFields = ['state', 'cycleStart', 'cycleEnd', 'requiredHours', 'topics', 'notes']

/** One submit: a new cycle whole, an edited one as the fields that changed. */
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
    onError: (error) => setProblem(showServerErrors(error, shownFields, form.setError, instead)),
  })
  // Not `isPending`, which a second press in the same instant would not see yet.
  const isUnderWay = useRef(false)
  const submit = form.handleSubmit(async (values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    await save.mutateAsync(values).catch(() => {})
    isUnderWay.current = false
  })
  return { submit, problem, isSaving: save.isPending, isDirty: isDirty && !save.isSuccess }
}

/** Where the server's own sentence would not say what to do. */
const instead: Partial<Record<Problem['code'], string>> = {
  not_authenticated:
    'Your session ended. What you typed is still here: sign in again in another window, then save once more in this one.',
  // An answer was lost, the form changed since: the first try did arrive, and a second cycle would be a twin.
  idempotency_mismatch:
    'It was saved already, as you first sent it. Open it under CE in My Vault to change it.',
  ceu_cycle_not_found:
    'This cycle was deleted meanwhile, perhaps in another window. What you typed is still here, to copy it into a new one.',
}
