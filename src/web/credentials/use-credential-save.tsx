import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Credential, CredentialPatch } from '#shared/credentials/credential.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license.ts'
import type { Problem } from '#shared/http/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import {
  createCredential,
  credentialQuery,
  credentialsKey,
  type NewCredential,
  updateCredential,
} from './api.ts'

export type SaveProps = {
  /** What is stored already. */
  fileIds: string[]
  hasUnsentFiles?: boolean
  /** Sends what was chosen but not sent; answers the ids of all files, or rejects and nothing is saved. */
  settleFiles?(): Promise<string[]>
  onSaved(saved: Credential): void
  /** Hidden because the other kind is chosen: leaving it asks nothing. */
  isAside?: boolean
  /** Stands before the button, such as the documents of an edited credential. */
  children?: ReactNode
}

/** Among the values, but no field of the form: the kind never changes, files come from elsewhere. */
const outsideForm = ['kind', 'fileId', 'fileIds']

/** One submit for both kinds: a new record whole, an edited one as the fields that changed. */
export function useCredentialSave<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  initial: Credential | undefined,
  { fileIds, hasUnsentFiles = false, settleFiles, onSaved }: SaveProps,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isDirty, dirtyFields } = form.formState
  const hasOtherFiles = initial !== undefined && Object.keys(changedFiles(initial, fileIds)).length > 0
  const save = useMutation({
    mutationFn: async (values: P) => {
      const ids = settleFiles ? await settleFiles() : fileIds
      if (!initial)
        return createCredential({ ...values, fileIds: ids } as unknown as NewCredential, idempotencyKey)
      const fields = changedFields(Object.keys(dirtyFields), values)
      return updateCredential(initial.id, { ...fields, ...changedFiles(initial, ids) })
    },
    onSuccess: (saved) => {
      form.reset(form.getValues())
      void queryClient.invalidateQueries({ queryKey: credentialsKey })
      void queryClient.invalidateQueries({ queryKey: ['files'] })
      queryClient.setQueryData(credentialQuery(saved.id).queryKey, saved)
      onSaved(saved)
    },
    onError: (error) => {
      const fields = Object.keys(form.getValues()).filter((key) => !outsideForm.includes(key))
      setProblem(showServerErrors(error, fields, form.setError, savedAlready))
    },
  })
  // Not `isPending`, which a second press in the same instant would not see yet.
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
    isDirty: (isDirty || hasOtherFiles || hasUnsentFiles) && !save.isSuccess,
  }
}

/** An answer was lost, the form changed since: the first try did arrive, and a second record would be a twin. */
const savedAlready = {
  idempotency_mismatch: 'This credential was already saved. Open it in My Vault to change it.',
}

/** What a PATCH of the fields `dirty` sends. A title or issuer left to state and type follows them. */
export function changedFields(dirty: readonly string[], values: FieldValues): CredentialPatch {
  const implied = dirty.some((key) => key === 'type' || key === 'state') ? ['title', 'issuer'] : []
  const keys = new Set([...dirty, ...implied].filter((key) => !outsideForm.includes(key)))
  return Object.fromEntries([...keys].map((key) => [key, values[key] ?? impliedValue(key, values)]))
}

function impliedValue(key: string, { kind, type, state }: FieldValues): string | null {
  if (kind !== 'license') return null
  if (key === 'title') return licenseTitle({ type, state })
  return key === 'issuer' ? licenseIssuer({ type, state }) : null
}

/** The first of `fileIds` is the main one; the others have no order. */
export function changedFiles(
  { fileIds: current }: Pick<Credential, 'fileIds'>,
  fileIds: string[],
): CredentialPatch {
  const isSame =
    fileIds.length === current.length &&
    fileIds[0] === current[0] &&
    fileIds.every((id) => current.includes(id))
  return isSame ? {} : { fileId: fileIds[0] ?? null, fileIds }
}

type CredentialSaveRowProps = {
  problem: Problem | null
  isSaving: boolean
  isDirty: boolean
  isNew: boolean
  children?: ReactNode
}

export function CredentialSaveRow({ problem, isSaving, isDirty, isNew, children }: CredentialSaveRowProps) {
  return (
    <div className="grid gap-6">
      {children}
      {problem && <ProblemNote problem={problem} />}
      <Button tone="primary" type="submit" isPending={isSaving} className="max-sm:w-full sm:w-fit">
        {isNew ? 'Save to My Vault' : 'Save changes'}
      </Button>
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </div>
  )
}
