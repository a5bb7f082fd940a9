import { useEffect, useMemo, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { type Unit, units } from '#shared/ceu/units.ts'
import { isOwnName } from '#shared/reading/findings.ts'
import type { SuggestedField, Suggestion } from '#shared/reading/page.ts'
import type { ReadFiles } from '#web/reading/read-file.ts'
import { type ReadField, useReadFields } from '#web/reading/use-read-fields.tsx'
import type { Reading } from '#web/reading/use-reading.ts'
import { useUser } from '#web/session/session.ts'
import type { EntryForm } from './entry-hours-field.tsx'

const textFields = ['title', 'provider', 'completedAt', 'holderName', 'approvedBy', 'providerNumber'] as const

/** Values that the name of a file may tell. */
export type NamedFields = { title?: string; completedAt?: string | null }

/** Maps each suggestion to a field of the course form. `named`: used where the file itself says nothing. */
export function useReadEntry(form: EntryForm, reading: Reading | undefined, named: NamedFields) {
  const document = useWithoutOwnName(useWithName(reading, named))
  const values = useWatch({ control: form.control })
  const { dirtyFields } = useFormState({ control: form.control })
  const unit = unitRead(document)
  const amountName = values.unit === 'contact_hour' ? 'hours' : 'amount'
  const optionsOf = (shouldDirty: boolean) => ({ shouldDirty, shouldValidate: form.formState.isSubmitted })
  const fields: ReadField[] = textFields.map((name) => ({
    suggestion: name,
    name,
    current: values[name] ?? '',
    isChanged: dirtyFields[name] === true,
    fill: (value, isChosen) => form.setValue(name, value, optionsOf(isChosen)),
  }))
  const current = values[amountName] ?? null
  fields.push({
    suggestion: 'amount',
    name: amountName,
    current: current === null || values.unit !== unit ? '' : String(current),
    isChanged: dirtyFields.hours === true || dirtyFields.amount === true,
    fill: (value, isChosen) => {
      const options = optionsOf(isChosen)
      form.setValue('unit', unit, options)
      form.setValue('hours', unit === 'contact_hour' ? Number(value) : null, options)
      form.setValue('amount', unit === 'contact_hour' ? null : Number(value), options)
    },
  })
  useDoubtfulDay(form, document)
  return useReadFields(document, fields)
}

/** Waits for the reading, whose values are better. The same object while nothing changes: a new one would fill again. */
function useWithName(reading: Reading | undefined, { title, completedAt }: NamedFields): ReadFiles | null {
  const document = reading?.document ?? null
  const isWaiting = reading?.state === 'reading'
  return useMemo(() => {
    const named = Object.entries({ title, completedAt }).flatMap(([field, value]) =>
      value && !isWaiting && !document?.suggestions.some((one) => one.field === field)
        ? [namedSuggestion(field as 'title' | 'completedAt', value)]
        : [],
    )
    if (named.length === 0) return document
    const read = document ?? { suggestions: [], highlights: {}, courses: [] }
    return { ...read, suggestions: [...read.suggestions, ...named] }
  }, [document, isWaiting, title, completedAt])
}

/** The owner's name is never offered as the provider. */
function useWithoutOwnName(document: ReadFiles | null): ReadFiles | null {
  const { name } = useUser()
  return useMemo(() => {
    const isOwn = ({ field, value }: Suggestion) => field === 'provider' && isOwnName(value, name)
    if (!document?.suggestions.some(isOwn)) return document
    return { ...document, suggestions: document.suggestions.filter((one) => !isOwn(one)) }
  }, [document, name])
}

const namedSuggestion = (field: 'title' | 'completedAt', value: string): Suggestion => ({
  field,
  value,
  confidence: 'confident',
  printed: value,
  where: [],
})

/** Today is a good guess only without a certificate: its day is empty until it is read or typed. */
function useDoubtfulDay(form: EntryForm, document: ReadFiles | null) {
  const cleared = useRef<ReadFiles | null>(null)
  useEffect(() => {
    if (document === null || cleared.current === document) return
    cleared.current = document
    const read = document.suggestions.find(({ field }) => field === 'completedAt')
    const isDefault = !form.getFieldState('completedAt').isDirty
    if (read?.confidence !== 'confident' && isDefault) form.setValue('completedAt', null)
  }, [form, document])
}

function unitRead(document: ReadFiles | null): Unit {
  const read = document?.suggestions.find(({ field }) => field === 'unit')?.value
  return units.find((unit) => unit === read) ?? 'contact_hour'
}

/** The suggestion of a field by the field's name. */
export function suggestionOf(name: string | null): SuggestedField | null {
  if (name === 'hours' || name === 'amount') return 'amount'
  return textFields.find((field) => field === name) ?? null
}
