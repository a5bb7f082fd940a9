import type { HealthRecord } from '#shared/health/record.ts'
import { type FormFiles, useSave } from '#web/ui/use-save.ts'
import { createHealthRecord, healthRecordQuery, updateHealthRecord } from './api.ts'
import type { HealthFormState } from './use-health-form.ts'

/** Submits a complete record: fields that an edited one leaves out are cleared. */
export function useHealthSave(
  form: HealthFormState,
  initial: HealthRecord | undefined,
  files: FormFiles,
  onSaved: (record: HealthRecord) => void,
) {
  return useSave(form, {
    ...{ initial, files, onSaved },
    send: ({ kind, ...input }, { fileIds, idempotencyKey }) =>
      initial
        ? updateHealthRecord(initial.id, { ...input, fileIds })
        : createHealthRecord({ kind, ...input, fileIds }, idempotencyKey),
    queryOf: ({ id }) => healthRecordQuery(id),
  })
}
