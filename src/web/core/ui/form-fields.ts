import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { Problem } from '#shared/core/errors.ts'

type Controlled<V> = {
  field: {
    name: string
    value: V
    onChange: (value: V) => void
    onBlur: () => void
    ref: (node: never) => void
  }
  fieldState: { error?: { message?: string | undefined } | undefined }
}

/** What a field of the kit needs from a react-hook-form `Controller`. */
export function bound<V>({ field, fieldState }: Controlled<V>) {
  return { ...field, errorMessage: fieldState.error?.message ?? null }
}

/** Puts each of the server's bad fields on its field. False when it named none that the form has. */
export function showFieldErrors<T extends FieldValues>(
  problem: Problem,
  fields: readonly string[],
  setError: UseFormSetError<T>,
): boolean {
  const known = (problem.errors ?? []).filter(({ path }) => fields.includes(path.split('.')[0] ?? ''))
  known.forEach(({ path, message }, index) => {
    setError(path as FieldPath<T>, { message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}
