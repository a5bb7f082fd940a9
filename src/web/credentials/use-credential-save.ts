import { useEffect, useEffectEvent, useState } from 'react'
import type { Control, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Credential, CredentialPatch } from '#shared/credentials/credential.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'
import { isSameFiles, useSave } from '#web/ui/use-save.ts'
import { createCredential, credentialQuery, type NewCredential, updateCredential } from './api.ts'

/** Among the values, but not fields of the form: the kind never changes, and files are sent separately. */
const outsideForm = ['kind', 'fileId', 'fileIds']

export type SaveProps = {
  /** Ids of the stored files. */
  fileIds: string[]
  hasUnsentFiles?: boolean
  /** Uploads the remaining files and resolves with all ids. If it rejects, nothing is saved. */
  settleFiles?(): Promise<string[]>
  onSaved(saved: Credential, isRenewed: boolean): void
  /** If given, the caller guards against leaving with unsaved changes. */
  onDirty?: ((isDirty: boolean) => void) | undefined
  /** Renews a credential of the vault with the card that was entered. */
  renew?: ((held: Credential, card: RenewedCard, idempotencyKey: string) => Promise<Credential>) | undefined
  /** Hidden because the other kind is chosen. Such a form does not guard against leaving. */
  isAside?: boolean
}

/** The card that a form has, with its documents. */
export type RenewedCard = Pick<CommonValues, 'number' | 'issuedAt' | 'expiresAt' | 'neverExpires'> & {
  fileIds: string[]
  /** Cards of one certification may be from several issuers. */
  issuer: string | null
}

/** Submits both kinds: a new record in full, an edited record as its changed fields. */
export function useCredentialSave<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  stored: Credential | undefined,
  {
    fileIds: ids,
    hasUnsentFiles = false,
    settleFiles,
    renew,
    onSaved,
    onDirty,
    isAside = false,
    renewed = null,
  }: SaveProps & { renewed?: Credential | null },
) {
  const { isDirty, dirtyFields } = form.formState
  // As it was opened: what another device changes meanwhile is not in the form.
  const [initial] = useState(stored)
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const save = useSave(form, {
    initial,
    onSaved: (saved: Credential) => onSaved(saved, renewed !== null),
    files: { ids, hasUnsent: hasUnsentFiles, settle: settleFiles ?? (async () => ids) },
    fields: Object.keys(form.getValues()).filter((key) => !outsideForm.includes(key)),
    send: (values, { fileIds, idempotencyKey }) => {
      if (renewed && renew) {
        const { number, issuedAt, expiresAt, neverExpires, issuer } = values as unknown as RenewedCard
        return renew(renewed, { number, issuedAt, expiresAt, neverExpires, issuer, fileIds }, idempotencyKey)
      }
      if (!initial)
        return createCredential({ ...values, fileIds } as unknown as NewCredential, idempotencyKey)
      const files = isSameFiles(initial.fileIds, fileIds) ? {} : { fileId: fileIds[0] ?? null, fileIds }
      return updateCredential(initial, { ...changedFields(Object.keys(dirtyFields), values), ...files })
    },
    queryOf: ({ id }) => credentialQuery(id),
  })
  return { ...save, isDirty: save.isDirty && !isAside }
}

/** The body of a PATCH for the fields `dirty`. A title or issuer that depends on state and type changes with them. */
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

/** Fills in a date once, as if the owner had typed it. Saving is left to the owner. */
export function useNewDate(date: string | undefined, fill: (date: string) => void): void {
  const fillIn = useEffectEvent(fill)
  useEffect(() => {
    if (date !== undefined) fillIn(date)
  }, [date])
}

/** The fields that both forms have. */
export type CommonValues = {
  number: string | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
  reminderDays: number | null
  tags: string[]
  notes: string | null
}

/** Either form, typed as a form of the common fields. react-hook-form's types cannot express that. */
export function commonControl<T extends FieldValues>(control: Control<T>): Control<CommonValues> {
  return control as unknown as Control<CommonValues>
}
