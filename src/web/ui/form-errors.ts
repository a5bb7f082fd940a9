import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
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

/** What a field of the kit needs from a react-hook-form `Controller`. */
export function fieldPropsOf<V>({ field, fieldState }: Controlled<V>) {
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

/**
 * A save was refused: its bad fields go on their fields. Answers what is to stand beside the button, or `null` when every
 * word of it stands on a field. `instead` has sentences for where the server's own would not say what to do.
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

/** The first field in `node` with an error. The group that react-aria puts around a number has it, too, but no focus. */
export function firstInvalidField(node: HTMLElement): HTMLElement | undefined {
  const invalid = [...node.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
  return invalid.find(({ tabIndex }) => tabIndex >= 0)
}
