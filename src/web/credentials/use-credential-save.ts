import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import {
  createCredential,
  credentialQuery,
  credentialsKey,
  type NewCredential,
  updateCredential,
} from './api.ts'
import { changedFields, changedFiles, outsideForm } from './credential-patch.ts'

export type SaveProps = {
  /** Ids of the stored files. */
  fileIds: string[]
  hasUnsentFiles?: boolean
  /** Uploads the remaining files and resolves with all ids. If it rejects, nothing is saved. */
  settleFiles?(): Promise<string[]>
  onSaved(saved: Credential): void
  /** If given, the caller guards against leaving with unsaved changes. */
  onDirty?: ((isDirty: boolean) => void) | undefined
  /** Hidden because the other kind is chosen. Such a form does not guard against leaving. */
  isAside?: boolean
}

/** Submits both kinds: a new record in full, an edited record as its changed fields. */
export function useCredentialSave<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  initial: Credential | undefined,
  { fileIds, hasUnsentFiles = false, settleFiles, onSaved, onDirty, isAside = false }: SaveProps,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty, dirtyFields } = form.formState
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const hasOtherFiles = initial !== undefined && Object.keys(changedFiles(initial, fileIds)).length > 0
  const save = useMutation({
    mutationFn: async (values: P) => {
      const ids = settleFiles ? await settleFiles() : fileIds
      if (!initial)
        return createCredential({ ...values, fileIds: ids } as unknown as NewCredential, idempotencyKey)
      const fields = changedFields(Object.keys(dirtyFields), values)
      return updateCredential(initial, { ...fields, ...changedFiles(initial, ids) })
    },
    onSuccess: (saved) => {
      form.reset(form.getValues())
      void queryClient.invalidateQueries({ queryKey: credentialsKey })
      for (const queryKey of [['files'], ['ceu']]) void queryClient.invalidateQueries({ queryKey })
      queryClient.setQueryData(credentialQuery(saved.id).queryKey, saved)
      onSaved(saved)
    },
    onError: (error) => {
      const fields = Object.keys(form.getValues()).filter((key) => !outsideForm.includes(key))
      setProblem(showServerErrors(error, fields, form.setError, savedAlready))
    },
  })
  // `isPending` would be set too late for a second press in the same frame.
  const isUnderWay = useRef(false)
  const submit = form.handleSubmit(async (values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    await save.mutateAsync(values).catch(() => {})
    isUnderWay.current = false
  })
  return {
    submit,
    problem,
    isSaving: save.isPending,
    isDirty: (isDirty || hasOtherFiles || hasUnsentFiles) && !save.isSuccess && !isAside,
  }
}

/** The first response was lost and the form has changed since. A second record would be a duplicate. */
const savedAlready = {
  idempotency_mismatch: msg`This credential was already saved. Open it in My Vault to change it.`,
}
