import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { HealthRecord, HealthRecordInput } from '#shared/health/record.ts'
import type { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { createHealthRecord, healthKey, healthRecordQuery, updateHealthRecord } from './api.ts'
import { emptyHealthRecord, type HealthFormState } from './use-health-form.ts'

/** Submits a complete record: fields that an edited one leaves out are cleared. */
export function useHealthSave(
  form: HealthFormState,
  initial: HealthRecord | undefined,
  files: Pick<Uploads, 'ids' | 'hasUnsent' | 'settle'>,
  onSaved: (record: HealthRecord) => void,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty } = useFormState({ control: form.control })
  const save = useMutation({
    mutationFn: async (input: HealthRecordInput) => {
      const fileIds = await files.settle()
      if (!initial) return createHealthRecord({ ...input, fileIds }, idempotencyKey)
      const { kind: _kind, ...changes } = input
      return updateHealthRecord(initial.id, { ...changes, fileIds })
    },
    onSuccess: (record) => {
      queryClient.setQueryData(healthRecordQuery(record.id).queryKey, record)
      void queryClient.invalidateQueries({ queryKey: healthKey })
      void queryClient.invalidateQueries({ queryKey: ['reminders'] })
      void queryClient.invalidateQueries({ queryKey: ['files'] })
      onSaved(record)
    },
    onError: (error) => {
      const fields = Object.keys(emptyHealthRecord('other'))
      setProblem(showServerErrors(error, fields, form.setError, problemTexts))
    },
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
  const hasOtherFiles = initial !== undefined && initial.fileIds.join() !== files.ids.join()
  return {
    submit,
    problem,
    isSaving: save.isPending || save.isSuccess,
    isDirty: (isDirty || hasOtherFiles || files.hasUnsent) && !save.isPending && !save.isSuccess,
  }
}

/** Messages with advice, instead of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it in your health records.`,
  health_record_not_found: msg`This record was deleted in the meantime, perhaps in another window. Your changes are still here: to keep them, add a new record.`,
}
