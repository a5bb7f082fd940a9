import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { suggestionsQuery } from '#web/ceu/api.ts'
import { ComboField } from '#web/ui/combo-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import type { EntryForm } from './entry-hours-field.tsx'

const LIKE = ['approvedBy', 'providerNumber'] as const

/** The last providers are offered; choosing one brings along who approved it and its number. */
export function ProviderField({ form }: { form: EntryForm }) {
  const { data } = useQuery(suggestionsQuery)
  const providers = data?.providers ?? []
  /** What came along with a choice, and may go with the next one. */
  const brought = useRef<Partial<Record<(typeof LIKE)[number], string | null>>>({})
  function choose(provider: string) {
    const known = providers.find((one) => one.provider === provider)
    for (const key of LIKE) {
      const now = form.getValues(key)
      const isHers = now !== null && now !== '' && now !== brought.current[key]
      if (isHers || (!known && brought.current[key] === undefined)) continue
      const next = known?.[key] ?? null
      brought.current[key] = next
      form.setValue(key, next, { shouldDirty: true })
    }
  }
  return (
    <Controller
      name="provider"
      control={form.control}
      render={(c) => (
        <ComboField
          {...fieldPropsOf(c)}
          onChange={(provider) => {
            c.field.onChange(provider)
            choose(provider)
          }}
          label="Provider"
          items={providers.map(({ provider, approvedBy }) => ({
            id: provider,
            label: provider,
            ...(approvedBy ? { description: `Approved by ${approvedBy}` } : {}),
          }))}
          allowsCustom
          isRequired
          placeholder="Who gave it"
        />
      )}
    />
  )
}
