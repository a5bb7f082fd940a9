import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import { countsFor, type EntryValues } from './entry-values.ts'

/** Selects the cycles by date until the user changes the selection. */
export function useCycleChoice(form: EntryForm, cycles: CeuCycle[], initial: CeuEntry | undefined) {
  const [chosen, setChosen] = useState(() => choicesOf(form.getValues(), cycles, initial))
  const completedAt = useWatch({ control: form.control, name: 'completedAt' })
  useEffect(() => {
    const before = form.getValues('counts')
    const next = countsFor(cycles, completedAt, chosen, before)
    if (JSON.stringify(next) !== JSON.stringify(before)) form.setValue('counts', next)
  }, [form, cycles, completedAt, chosen])
  return (cycleId: string, isOn: boolean) => {
    form.clearErrors(['cycleId', 'counts'])
    setChosen(new Map(chosen).set(cycleId, isOn))
  }
}

/** An edited entry keeps its cycles; a new one starts with the cycle that the user came from. */
function choicesOf({ cycleId, counts }: EntryValues, cycles: CeuCycle[], initial: CeuEntry | undefined) {
  const chosen = new Map<string, boolean>()
  if (!initial) return cycleId === null ? chosen : chosen.set(cycleId, true)
  for (const { id } of countsFor(cycles, initial.completedAt, chosen, []).map((one) => ({ id: one.cycleId })))
    chosen.set(id, false)
  for (const one of counts) chosen.set(one.cycleId, true)
  return chosen
}
