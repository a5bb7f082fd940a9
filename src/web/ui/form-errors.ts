import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import type { Problem } from '#shared/http/errors.ts'

// The values of a form whose schema could not be loaded have the type of its input.
// biome-ignore lint/suspicious/noExplicitAny: the output of a schema that is not there
const asTyped = (values: any) => ({ values, errors: {} })

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
 * if every error is at a field.
 */
export function showServerErrors<T extends FieldValues>(
  problem: Problem,
  fields: readonly string[],
  setError: UseFormSetError<T>,
): Problem | null {
  const isShown = showFieldErrors(problem, fields, setError)
  const isAllShown = problem.errors?.every(({ path }) => fields.includes(path.split('.')[0] ?? ''))
  return isShown && isAllShown ? null : problem
}

/** The first field in `node` with an error. */
export function firstInvalidField(node: HTMLElement): HTMLElement | undefined {
  return node.querySelector<HTMLElement>('[aria-invalid=true]') ?? undefined
}

/**
 * Validates a form with a schema that loads when the form is first validated. If the schema cannot be loaded, the form
 * is submitted without it. The server validates with the same schema, and the request reports a missing connection.
 */
export function lazyResolver<V extends FieldValues, O>(
  load: () => Promise<Resolver<V, unknown, O>>,
): Resolver<V, unknown, O> {
  return async (values, context, options) => {
    const resolve = await load().catch((): Resolver<V, unknown, O> => asTyped)
    return resolve(values, context, options)
  }
}
