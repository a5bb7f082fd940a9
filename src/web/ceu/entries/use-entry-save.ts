import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryInput, CeuEntryPatch } from '#shared/ceu/entry.ts'
import type { Problem } from '#shared/http/errors.ts'
import { ceuKey, createEntry, cyclesQuery, entryQuery, type NewEntry, updateEntry } from '#web/ceu/api.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type EntryValues, emptyEntry, inputOf, patchOf } from './use-entry-form.ts'

export type Files = {
  /** What is stored already. */
  ids: string[]
  hasUnsent: boolean
  /** Sends what was chosen but not sent; answers the ids of all, or rejects and nothing is saved. */
  settle(): Promise<string[]>
}

/** `cycles` are as they stand after it. */
export type Saved = { entry: CeuEntry; cycles: CeuCycle[]; isNext: boolean }

type Form = UseFormReturn<EntryValues, unknown, CeuEntryInput>

/** One submit for a new entry and for an edited one. `isNext` when she wants to log another one right away. */
export function useEntrySave(
  form: Form,
  initial: CeuEntry | undefined,
  files: Files,
  onSaved: (saved: Saved) => void,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty } = useFormState({ control: form.control })
  const save = useMutation({
    mutationFn: async () => {
      const ids = await files.settle()
      const values = form.getValues()
      if (initial)
        return updateEntry(initial.id, { ...patchOf(initial, values), ...filesPatch(initial.fileIds, ids) })
      const input = { ...inputOf(values), fileId: ids[0] ?? null, fileIds: ids } as NewEntry
      return createEntry(input, idempotencyKey)
    },
    onError: (error) => {
      setProblem(showServerErrors(error, Object.keys(emptyEntry), form.setError, instead))
      if (toProblem(error).code === 'ceu_cycle_not_found')
        void queryClient.invalidateQueries({ queryKey: cyclesQuery().queryKey })
    },
  })
  /** The cycles after it; when they cannot be read, the entry is saved all the same. */
  async function cyclesNow(): Promise<CeuCycle[]> {
    await queryClient.invalidateQueries({ queryKey: ceuKey, refetchType: 'none' })
    const fresh = await queryClient.fetchQuery({ ...cyclesQuery(), staleTime: 0 }).catch(() => null)
    return fresh?.items ?? []
  }
  // Not `isPending`, which a second press in the same instant would not see yet.
  const isUnderWay = useRef(false)
  const send = (isNext: boolean) =>
    form.handleSubmit(async () => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setProblem(null)
      try {
        const entry = await save.mutateAsync()
        queryClient.setQueryData(entryQuery(entry.id).queryKey, entry)
        void queryClient.invalidateQueries({ queryKey: ['files'] })
        onSaved({ entry, cycles: await cyclesNow(), isNext })
      } catch {
        // Told by `onError`.
      } finally {
        isUnderWay.current = false
      }
    })
  const hasOtherFiles =
    initial !== undefined && Object.keys(filesPatch(initial.fileIds, files.ids)).length > 0
  return {
    submit: send(false),
    submitAndNext: send(true),
    problem,
    isSaving: save.isPending || save.isSuccess,
    isDirty: (isDirty || hasOtherFiles || files.hasUnsent) && !save.isPending && !save.isSuccess,
  }
}

/** Where the server's own sentence would not say what to do. */
const instead: Partial<Record<Problem['code'], string>> = {
  not_authenticated:
    'Your session ended. What you typed is still here: sign in again in another window, then save once more in this one.',
  // An answer was lost, the form changed since: the first try did arrive, and a second record would be a twin.
  idempotency_mismatch: 'It was saved already, as you first sent it. Open it in its cycle to change it.',
  ceu_entry_not_found:
    'This course was deleted meanwhile, perhaps in another window. What you typed is still here: to keep it, log it as a new course.',
  ceu_cycle_not_found:
    'A cycle that this course counts in was deleted meanwhile, perhaps in another window. What you typed is still here: see where it counts, then save again.',
}

/** The first of `ids` is the main one; the others have no order. */
export function filesPatch(before: string[], ids: string[]): CeuEntryPatch {
  const isSame =
    ids.length === before.length && ids[0] === before[0] && ids.every((id) => before.includes(id))
  return isSame ? {} : { fileId: ids[0] ?? null, fileIds: ids }
}
