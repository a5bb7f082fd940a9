import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryInput, CeuEntryPatch } from '#shared/ceu/entry.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { isCompleteEntry } from '#shared/imports/course-table.ts'
import { ceuKey, createEntry, cyclesQuery, entryQuery, updateEntry } from '#web/ceu/api.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type EntryValues, emptyEntry, inputOf, patchOf } from './use-entry-form.ts'

/** The certificates of an entry form. */
export type EntryFiles = {
  /** Ids of the files uploaded so far. */
  ids: string[]
  hasUnsent: boolean
  /** Uploads the remaining files and resolves with all ids. If it rejects, nothing is saved. */
  settle(): Promise<string[]>
}

/** `cycles` is their state after saving. */
export type SavedEntry = { entry: CeuEntry; cycles: CeuCycle[]; isNext: boolean }

type Form = UseFormReturn<EntryValues, unknown, CeuEntryInput>

/** Submits a new or an edited entry. `isNext` is set if the user goes on to log another one. */
export function useEntrySave(
  form: Form,
  initial: CeuEntry | undefined,
  files: EntryFiles,
  onSaved: (saved: SavedEntry) => void,
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
        return updateEntry(initial, { ...patchOf(initial, values), ...filesPatch(initial.fileIds, ids) })
      const input = inputOf(values)
      if (!isCompleteEntry(input)) throw new Problem('invalid')
      return createEntry({ ...input, fileId: ids[0] ?? null, fileIds: ids }, idempotencyKey)
    },
    onError: (error) => {
      setProblem(showServerErrors(error, Object.keys(emptyEntry), form.setError, problemTexts))
      if (toProblem(error).code === 'ceu_cycle_not_found')
        void queryClient.invalidateQueries({ queryKey: cyclesQuery().queryKey })
    },
  })
  /** Empty if they cannot be fetched. The entry is saved anyway. */
  async function fetchCycles(): Promise<CeuCycle[]> {
    await queryClient.invalidateQueries({ queryKey: ceuKey, refetchType: 'none' })
    const fresh = await queryClient.fetchQuery({ ...cyclesQuery(), staleTime: 0 }).catch(() => null)
    return fresh?.items ?? []
  }
  // `isPending` would be set too late for a second press in the same frame.
  const isSubmitting = useRef(false)
  const send = (isNext: boolean) =>
    form.handleSubmit(async () => {
      if (isSubmitting.current) return
      isSubmitting.current = true
      setProblem(null)
      try {
        const entry = await save.mutateAsync()
        queryClient.setQueryData(entryQuery(entry.id).queryKey, entry)
        void queryClient.invalidateQueries({ queryKey: ['files'] })
        onSaved({ entry, cycles: await fetchCycles(), isNext })
      } catch {
        // `onError` shows the error.
      } finally {
        isSubmitting.current = false
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

/** Messages with advice, instead of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  not_authenticated: msg`Your session ended. Your changes are still here: sign in again in another window, then save again in this one.`,
  // The first response was lost and the form has changed since. A second record would be a duplicate.
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it in its cycle.`,
  ceu_entry_not_found: msg`This course was deleted in the meantime, perhaps in another window. Your changes are still here: to keep them, log a new course.`,
  ceu_cycle_not_found: msg`A cycle of this course was deleted in the meantime, perhaps in another window. Your changes are still here: check where it counts, then save again.`,
}

/** The first of `ids` is the main file; the order of the others does not matter. */
export function filesPatch(before: string[], ids: string[]): CeuEntryPatch {
  const isSame =
    ids.length === before.length && ids[0] === before[0] && ids.every((id) => before.includes(id))
  return isSame ? {} : { fileId: ids[0] ?? null, fileIds: ids }
}
