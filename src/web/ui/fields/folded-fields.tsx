import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { firstInvalidField } from '#web/ui/form-errors.ts'

type FoldedFieldsProps<T extends FieldValues, O> = {
  control: Control<T, unknown, O>
  id: string
  title: string
  /** The values of the fields in one line. */
  summary: string
  /** Whether one of the fields was filled in. Then they are not folded at first. */
  isSet?: boolean
  children: ReactNode
}

/** Fields of a form that rarely change. */
export function FoldedFields<T extends FieldValues, O>({
  control,
  id,
  title,
  summary,
  isSet = false,
  children,
}: FoldedFieldsProps<T, O>) {
  const [wasSet] = useState(isSet)
  return (
    <Disclosure id={id} title={title} summary={summary} isRequested={wasSet}>
      {children}
      <OpenOnError control={control} />
    </Disclosure>
  )
}

/** Opens the section around it if one of the section's fields has an error. */
export function OpenOnError<T extends FieldValues, O>({ control }: { control: Control<T, unknown, O> }) {
  const { submitCount } = useFormState({ control })
  const here = useRef<HTMLSpanElement>(null)
  // Looks into the section itself instead of at a list of names, so that new fields are included.
  useEffect(() => {
    const section = here.current?.closest('details')
    if (submitCount === 0 || !section || section.open) return
    const firstInvalid = firstInvalidField(section)
    if (!firstInvalid) return
    section.open = true
    firstInvalid.focus()
  }, [submitCount])
  return <span ref={here} hidden />
}
