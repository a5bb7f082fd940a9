import { useMemo } from 'react'
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form'
import type { Kind } from '#shared/credentials/credential.ts'
import { withUsualEnd } from '#shared/credentials/read-end.ts'
import { findingsIn } from '#shared/reading/findings.ts'
import type { SuggestedField } from '#shared/reading/page.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { type ReadField, useReadFields } from '#web/reading/use-read-fields.tsx'
import type { Reading } from '#web/reading/use-reading.ts'
import { useToday, useUser } from '#web/session/session.ts'

const suggested = ['type', 'state', 'code', 'issuer', 'number', 'issuedAt', 'expiresAt'] as const

/** The suggestion of a field by the field's name. */
export function suggestionOf(name: string | null): SuggestedField | null {
  return suggested.find((field) => field === name) ?? null
}

/**
 * Maps each suggestion to a field of the credential form. `fillers` are for suggestions that also change other fields.
 * Empty while the document is of the other kind.
 */
export function useReadCredential<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  kind: Kind,
  reading: Reading | undefined,
  fillers: Partial<Record<SuggestedField, (value: string) => void>> = {},
) {
  const { name, locale } = useUser()
  const today = useToday()
  const values: Record<string, unknown> = useWatch({ control: form.control })
  const { dirtyFields, isSubmitted } = useFormState({ control: form.control })
  const changed: Record<string, unknown> = dirtyFields
  const whole = reading?.document ?? null
  // The same object as long as the document is the same. A new object would be filled in again.
  const document = useMemo(() => whole && { ...whole, suggestions: withUsualEnd(whole.suggestions) }, [whole])
  const suggestions = document?.suggestions ?? []
  const isOfKind = suggestions.some(({ field, value }) => field === 'kind' && value === kind)
  const fields = suggested
    .filter((field) => field in values)
    .map((field): ReadField => {
      const fill = (value: string, shouldDirty: boolean) => {
        const path = field as FieldPath<V>
        form.setValue(path, value as FieldPathValue<V, FieldPath<V>>, {
          shouldDirty,
          shouldValidate: isSubmitted,
        })
      }
      return {
        suggestion: field,
        name: field,
        current: String(values[field] ?? ''),
        isChanged: changed[field] === true,
        fill: fillers[field] ?? fill,
      }
    })
  const date = (day: string) => formatDate(day, locale)
  const findings = findingsIn({ suggestions, ownerName: name, today, purpose: { kind }, date, t })
  const end = suggestions.find(({ field }) => field === 'expiresAt')?.value ?? null
  return {
    suggestions: useReadFields(isOfKind ? document : null, fields),
    findings,
    readEnd: isOfKind ? end : null,
  }
}
