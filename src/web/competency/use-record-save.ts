import type { UseFormReturn } from 'react-hook-form'
import type { CompetencyRecord, CompetencyRecordInput } from '#shared/competency/record.ts'
import { type FormFiles, isSameFiles, useSave } from '#web/ui/use-save.ts'
import { createRecord, recordQuery, updateRecord } from './api.ts'
import { patchOf, type RecordValues } from './use-record-form.ts'

export type RecordFormState = UseFormReturn<RecordValues, unknown, CompetencyRecordInput>

/** Submits a new record in full, an edited one as the changed fields. */
export function useRecordSave(
  form: RecordFormState,
  initial: CompetencyRecord | undefined,
  files: FormFiles,
  onSaved: () => void,
) {
  return useSave(form, {
    ...{ initial, files, onSaved },
    send: (input, { fileIds, idempotencyKey }) =>
      initial
        ? updateRecord(initial.id, {
            ...patchOf(initial, form.getValues()),
            ...(isSameFiles(initial.fileIds, fileIds) ? {} : { fileIds }),
          })
        : createRecord({ ...input, fileIds }, idempotencyKey),
    queryOf: ({ id }) => recordQuery(id),
  })
}
