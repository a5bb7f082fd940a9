import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import type { CompetencyRecord, CompetencyRecordInput } from '#shared/competency/record.ts'
import type { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { competencyKey, createRecord, cyclesKey, recordQuery, updateRecord } from './api.ts'
import { emptyRecord, patchOf, type RecordValues } from './use-record-form.ts'

export type RecordFormState = UseFormReturn<RecordValues, unknown, CompetencyRecordInput>

/** Submits a new record in full, an edited one as the changed fields. */
export function useRecordSave(
  form: RecordFormState,
  initial: CompetencyRecord | undefined,
  files: Pick<Uploads, 'ids' | 'hasUnsent' | 'settle'>,
  onSaved: () => void,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty } = useFormState({ control: form.control })
  const save = useMutation({
    mutationFn: async (input: CompetencyRecordInput) => {
      const fileIds = await files.settle()
      if (!initial) return createRecord({ ...input, fileIds }, idempotencyKey)
      const fileChange = isSameSet(initial.fileIds, fileIds) ? {} : { fileIds }
      return updateRecord(initial.id, { ...patchOf(initial, form.getValues()), ...fileChange })
    },
    onSuccess: (record) => {
      queryClient.setQueryData(recordQuery(record.id).queryKey, record)
      void queryClient.invalidateQueries({ queryKey: competencyKey })
      void queryClient.invalidateQueries({ queryKey: cyclesKey })
      void queryClient.invalidateQueries({ queryKey: ['files'] })
      onSaved()
    },
    onError: (error) =>
      setProblem(showServerErrors(error, Object.keys(emptyRecord), form.setError, problemTexts)),
  })
  // `isPending` would be set too late for a second press in the same frame.
  const isUnderWay = useRef(false)
  const submit = form.handleSubmit(async (input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    await save.mutateAsync(input).catch(() => {})
    isUnderWay.current = false
  })
  const hasOtherFiles = initial !== undefined && !isSameSet(initial.fileIds, files.ids)
  return {
    submit,
    problem,
    isSaving: save.isPending || save.isSuccess,
    isDirty: (isDirty || hasOtherFiles || files.hasUnsent) && !save.isPending && !save.isSuccess,
  }
}

/** The order of a record's files does not matter. */
function isSameSet(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id) => after.includes(id))
}

/** Messages with advice, instead of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  // The first response was lost and the form changed since: a second record would be a duplicate.
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it in the practice log.`,
  competency_record_not_found: msg`This record was deleted in the meantime, perhaps in another window. Your changes are still here: to keep them, add a new record.`,
}
