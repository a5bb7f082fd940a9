import { type ReactNode, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { firstInvalidField } from '#web/ui/form-errors.ts'
import type { ShareForm } from './share-values.ts'

type FoldedPartProps = {
  form: ShareForm
  id: string
  title: string
  /** What is set, in one line. */
  summary: string
  /** Opens when one of these fields has an error. */
  fields: readonly ('expiresAt' | 'note' | 'passcode' | 'viewLimit')[]
  children: ReactNode
}

/** A part of the form that rarely changes. */
export function FoldedPart({ form, id, title, summary, fields, children }: FoldedPartProps) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const inside = useRef<HTMLDivElement>(null)
  const isBad = fields.some((key) => errors[key])
  useEffect(() => {
    const node = inside.current?.closest('details')
    if (!isBad || submitCount === 0 || !node || node.open) return
    node.open = true
    firstInvalidField(node)?.focus()
  }, [isBad, submitCount])
  return (
    <Disclosure id={id} title={title} summary={summary}>
      <div ref={inside} className="grid grid-cols-1 gap-5">
        {children}
      </div>
    </Disclosure>
  )
}
