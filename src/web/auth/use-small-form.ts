import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldError } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { firstInvalidField } from '#web/ui/form-errors.ts'

export type Checked<I> = { input: I } | { errors: FieldError[] }
type Check<V, I> = (values: V) => Checked<I>

/**
 * A form of a few texts, for a page that should not wait for a forms library. It is checked when it is sent, and from then
 * on with every change. Where the check cannot be loaded, the form is sent as it is: the server checks it, too.
 */
export function useSmallForm<V extends Record<string, string>, I>(
  initial: V,
  loadCheck: () => Promise<Check<V, I>>,
) {
  const [values, setValues] = useState(initial)
  const [check, setCheck] = useState<Check<V, I> | null>(null)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const checked = check?.(values)
  const errors = checked && 'errors' in checked ? checked.errors : []
  useEffect(() => {
    if (refusals > 0 && form.current) firstInvalidField(form.current)?.focus()
  }, [refusals])

  async function submit(event: FormEvent, send: (input: I) => void) {
    event.preventDefault()
    // biome-ignore lint/suspicious/noExplicitAny: the values of a form whose check could not be loaded
    const rule = await loadCheck().catch((): Check<V, any> => (typed) => ({ input: typed }))
    const result = rule(values)
    if ('input' in result) return send(result.input)
    setCheck(() => rule)
    setRefusals(refusals + 1)
  }

  function fieldProps(name: keyof V & string) {
    const error = errors.find(({ path }) => path === name)
    return {
      name,
      value: values[name] ?? '',
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      errorMessage: error ? t(error.message) : null,
    }
  }

  return { form, submit, fieldProps }
}
