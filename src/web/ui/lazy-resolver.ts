import type { FieldValues, Resolver } from 'react-hook-form'

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

// The values of a form whose schema could not be loaded have the type of its input.
// biome-ignore lint/suspicious/noExplicitAny: the output of a schema that is not there
const asTyped = (values: any) => ({ values, errors: {} })
