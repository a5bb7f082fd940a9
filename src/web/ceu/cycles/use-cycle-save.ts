import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { createCycle, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { useSave } from '#web/ui/use-save.ts'
import { type CycleForm, changedCycle } from './cycle-form-values.ts'

/** Fields of the form that can show an error from the server. */
const fields = ['state', 'cycleStart', 'cycleEnd', 'requiredHours', 'carriedOverHours', 'topics', 'notes']

/** Submits a new cycle, or the changed fields of an edited one. */
export function useCycleSave(
  form: CycleForm,
  initial: CeuCycle | undefined,
  onSaved: (saved: CeuCycle) => void,
) {
  return useSave(form, {
    ...{ initial, fields, onSaved },
    send: (values, { idempotencyKey }) =>
      initial ? updateCycle(initial.id, changedCycle(initial, values)) : createCycle(values, idempotencyKey),
    queryOf: ({ id }) => cycleQuery(id),
  })
}
