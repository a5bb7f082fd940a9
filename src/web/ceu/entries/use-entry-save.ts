import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryInput } from '#shared/ceu/entry.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { isCompleteEntry } from '#shared/imports/new-entry.ts'
import { createEntry, cyclesQuery, entryQuery, updateEntry } from '#web/ceu/api.ts'
import { type FormFiles, isSameFiles, useSave } from '#web/ui/use-save.ts'
import { type EntryValues, inputOf, patchOf } from './entry-values.ts'

/** `cycles` is their state after saving; empty if it cannot be fetched. */
export type SavedEntry = { entry: CeuEntry; cycles: CeuCycle[]; isNext: boolean }

/** Submits a new or an edited entry. `isNext` is set if the user goes on to log another one. */
export function useEntrySave(
  form: UseFormReturn<EntryValues, unknown, CeuEntryInput>,
  stored: CeuEntry | undefined,
  files: FormFiles,
  onSaved: (saved: SavedEntry) => void,
) {
  const queryClient = useQueryClient()
  // As it was opened: what another device changes meanwhile is not in the form.
  const [initial] = useState(stored)
  const isNext = useRef(false)
  const { submit, ...save } = useSave(form, {
    ...{ initial, files, texts },
    send: (_input, { fileIds, idempotencyKey }) => {
      const values = form.getValues()
      const ids = { fileId: fileIds[0] ?? null, fileIds }
      if (initial)
        return updateEntry(initial, {
          ...patchOf(initial, values),
          ...(isSameFiles(initial.fileIds, fileIds) ? {} : ids),
        })
      const input = inputOf(values)
      if (!isCompleteEntry(input)) throw new Problem('invalid')
      return createEntry({ ...input, ...ids }, idempotencyKey)
    },
    queryOf: ({ id }) => entryQuery(id),
    onSaved: async (entry) => {
      const fresh = await queryClient.fetchQuery({ ...cyclesQuery(), staleTime: 0 }).catch(() => null)
      onSaved({ entry, cycles: fresh?.items ?? [], isNext: isNext.current })
    },
  })
  const submitAs = (next: boolean) => (event?: React.SyntheticEvent) => {
    isNext.current = next
    return submit(event)
  }
  return { ...save, submit: submitAs(false), submitAndNext: submitAs(true) }
}

const texts = {
  ceu_cycle_not_found: msg`A cycle of this course was deleted in the meantime, perhaps in another window. Your changes are still here: check where it counts, then save again.`,
}
