import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { entryLabels } from '#shared/ceu/ceu-text.ts'
import { suggestionsQuery } from '#web/ceu/api.ts'
import { t } from '#web/i18n/t.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { EntryForm } from './entry-hours-field.tsx'

const LINKED_KEYS = ['approvedBy', 'providerNumber'] as const

/** Offers recent providers. Choosing one also fills in who approved the provider and the provider number. */
export function EntryProviderField({ form }: { form: EntryForm }) {
  const { data } = useQuery(suggestionsQuery)
  const providers = data?.providers ?? []
  /** Values filled in by an earlier choice, which the next choice may replace. */
  const filled = useRef<Partial<Record<(typeof LINKED_KEYS)[number], string | null>>>({})
  function choose(provider: string) {
    const known = providers.find((one) => one.provider === provider)
    for (const key of LINKED_KEYS) {
      const now = form.getValues(key)
      const isOwn = now !== null && now !== '' && now !== filled.current[key]
      if (isOwn || (!known && filled.current[key] === undefined)) continue
      const next = known?.[key] ?? null
      filled.current[key] = next
      form.setValue(key, next, { shouldDirty: true })
    }
  }
  return (
    <Field
      control={form.control}
      name="provider"
      as={ComboField}
      onChange={choose}
      label={t(entryLabels.provider)}
      items={providers.map(({ provider, approvedBy }) => ({
        id: provider,
        label: provider,
        ...(approvedBy ? { description: t`Approved by ${approvedBy}` } : {}),
      }))}
      allowsCustom
      isRequired
      placeholder={t`Who offered the course`}
    />
  )
}
