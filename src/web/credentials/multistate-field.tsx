import { useQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { canBeMultistate } from '#shared/credentials/compact-rules.ts'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { findState } from '#shared/credentials/states.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { compactMembersQuery } from './api.ts'

const answers = [
  { id: 'yes', label: msg`Yes` },
  { id: 'no', label: msg`No, this state only` },
  { id: 'unknown', label: msg`I don’t know` },
] as const
type Answer = (typeof answers)[number]['id']
const values: Record<Answer, boolean | null> = { yes: true, no: false, unknown: null }

type LicenseControl = Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>

/** Shown if the state is in the compact and the license type can be multistate, or if there is an answer already. */
export function MultistateField({ control }: { control: LicenseControl }) {
  const [type, state] = useWatch({ control, name: ['type', 'state'] })
  const { field } = useController({ name: 'multistate', control })
  const isPossible = canBeMultistate(type) && state.trim() !== ''
  const { data } = useQuery({ ...compactMembersQuery, enabled: isPossible })
  const isMember = data?.members.includes(findState(state)?.code ?? state) ?? false
  if (!(isPossible && isMember) && field.value !== true) return null
  const value = field.value ?? null
  return (
    <RadioField
      label={t`Is it a multistate (compact) license?`}
      description={t`A multistate license also counts in other compact states. The card or Nursys says so.`}
      items={answers.map(({ id, label }) => ({ id, label: t(label) }))}
      value={answers.find(({ id }) => values[id] === value)?.id ?? 'unknown'}
      onChange={(id) => field.onChange(values[id])}
    />
  )
}
