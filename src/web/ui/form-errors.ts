import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { toProblem } from './problem-note.tsx'

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

/** The first field in `node` with an error. */
export function firstInvalidField(node: HTMLElement): HTMLElement | undefined {
  return node.querySelector<HTMLElement>('[aria-invalid=true]') ?? undefined
}
