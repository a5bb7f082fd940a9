import type { FieldValues } from 'react-hook-form'
import type { CredentialPatch } from '#shared/credentials/credential.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'

/** Among the values, but not fields of the form: the kind never changes, and files are sent separately. */
export const outsideForm = ['kind', 'fileId', 'fileIds']

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
