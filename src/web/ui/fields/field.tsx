import type { ReactNode, Ref } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { t } from '#web/i18n/t.ts'

/** The props that tie a field to one value of a form. */
export function useField<T extends FieldValues, N extends FieldPath<T>, O>(
  control: Control<T, unknown, O>,
  name: N,
) {
  const { field, fieldState } = useController({ control, name })
  // An error of a list as a whole is at its root.
  const message = fieldState.error?.message ?? fieldState.error?.root?.message
  return {
    name: field.name as string,
    value: field.value as FieldPathValue<T, N>,
    onChange: field.onChange as (value: FieldPathValue<T, N>) => void,
    onBlur: field.onBlur as () => void,
    ref: field.ref as Ref<never>,
    errorMessage: message === undefined ? null : t(message),
  }
}

type Bound = 'control' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'errorMessage'
type Shown<P> = P extends { value?: infer V } ? V : never

type BoundProps<T extends FieldValues, N extends FieldPath<T>, O, P> = Omit<P, Bound> & {
  control: Control<T, unknown, O>
  name: N
  as: (props: P) => ReactNode
  /** After the form has stored the value. */
  onChange?: (value: FieldPathValue<T, N>) => void
}

type Conversion<V, W> = { from: (value: V) => W; to: (shown: NonNullable<W>) => V }
/** `from` and `to` are needed if the form stores another type than the field shows. */
type Converted<V, W> = [V] extends [W | undefined] ? Partial<Conversion<V, W>> : Conversion<V, W>

/** A field of a form: `<Field control={control} name="expiresAt" as={DateField} label={…} />`. */
export function Field<T extends FieldValues, N extends FieldPath<T>, O, P>(
  props: BoundProps<T, N, O, P> & Converted<FieldPathValue<T, N>, Shown<P>>,
) {
  const { control, name, as: Part, onChange, from, to, ...others } = props
  const { value, ...bound } = useField(control, name)
  function change(shown: Shown<P>) {
    const next = (to ? to(shown as NonNullable<Shown<P>>) : shown) as FieldPathValue<T, N>
    bound.onChange(next)
    onChange?.(next)
  }
  const own = { ...bound, value: from ? from(value) : value, onChange: change }
  return <Part {...(others as P)} {...own} />
}
