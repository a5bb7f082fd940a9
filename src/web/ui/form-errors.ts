import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from './problem-note.tsx'

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

/** The props of a field from a react-hook-form `Controller`. */
export function fieldPropsOf<V>({ field, fieldState }: Controlled<V>) {
  return {
    ...field,
    errorMessage: fieldState.error?.message === undefined ? null : t(fieldState.error.message),
  }
}

/** Shows each of the server's field errors at its field. False if the form has none of these fields. */
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

/**
 * Shows the field errors of a refused save at their fields. Returns the problem to show next to the button, or `null`
 * if every error is at a field. `instead` has messages for codes whose server message gives no advice.
 */
export function showServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly string[],
  setError: UseFormSetError<T>,
  instead: Partial<Record<ProblemCode, string>> = {},
): Problem | null {
  const problem = toProblem(error)
  const detail = instead[problem.code]
  if (detail !== undefined) return new Problem(problem.code, { detail })
  showFieldErrors(problem, fields, setError)
  const isAllShown = problem.errors?.every(({ path }) => fields.includes(path.split('.')[0] ?? ''))
  return isAllShown ? null : problem
}

/**
 * The first field in `node` with an error. react-aria also marks the group around a number, but the group cannot be
 * focused.
 */
export function firstInvalidField(node: HTMLElement): HTMLElement | undefined {
  const invalid = [...node.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
  return invalid.find(({ tabIndex }) => tabIndex >= 0)
}
