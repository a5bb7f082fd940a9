import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthStateText, healthTitle } from '#shared/health/record-text.ts'
import { msg } from '#shared/i18n/translate.ts'
import { MAX_RESOURCES } from '#shared/shares/share.ts'
import { healthRecordsQuery } from '#web/health/api.ts'
import { performedText } from '#web/health/health-page-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { healthChosenText } from './share-form-text.ts'
import type { ShareForm } from './share-values.ts'

/** Collapsed, with nothing selected. Health records are chosen one by one and never included with anything else. */
export function ShareHealthField({ form }: { form: ShareForm }) {
  const resources = useWatch({ control: form.control, name: 'resources' })
  const { errors } = useFormState({ control: form.control, name: 'mode' })
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const chosen = resources.filter(({ resourceType }) => resourceType === 'healthRecord')
  const error = errors.mode?.message
  useEffect(() => {
    if (error && details.current) details.current.open = true
  }, [error])
  return (
    <details
      ref={details}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-line border-y"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <Lock aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t`Health records (private)`}</span>
          <span className="block text-muted text-sm">{healthChosenText(chosen.length)}</span>
        </span>
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-6">
        {error && (
          <p role="alert" className="font-semibold text-expired text-sm">
            {t`${t(error)}. Turn off “Freeze as of today”, or leave out the health records.`}
          </p>
        )}
        {isOpen && <Choices form={form} chosen={new Set(chosen.map(({ resourceId }) => resourceId))} />}
        {chosen.length > 0 && <HealthMasks form={form} />}
      </div>
    </details>
  )
}

function Choices({ form, chosen }: { form: ShareForm; chosen: ReadonlySet<string> }) {
  const { data, error, refetch } = useQuery(healthRecordsQuery)
  const { locale } = useUser()
  if (error && !data) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  if (data.length === 0) return <p className="text-muted">{t`You have no health records yet.`}</p>
  const resources = form.getValues('resources')
  const isFull = resources.length >= MAX_RESOURCES
  function toggle(resourceId: string, isSelected: boolean) {
    const others = form.getValues('resources').filter((one) => one.resourceId !== resourceId)
    const one = { resourceType: 'healthRecord', resourceId } as const
    form.setValue('resources', isSelected ? [...others, one] : others, { shouldDirty: true })
    form.clearErrors('mode')
  }
  return (
    <ul aria-label={t`Health records`} className="divide-y divide-line">
      {data.map((record) => (
        <li key={record.id} className="py-1">
          <Checkbox
            label={<span className="[overflow-wrap:anywhere]">{healthTitle(record, t)}</span>}
            description={detailText(record, locale)}
            value={chosen.has(record.id)}
            isDisabled={isFull && !chosen.has(record.id)}
            onChange={(isSelected) => toggle(record.id, isSelected)}
          />
        </li>
      ))}
    </ul>
  )
}

function detailText(record: HealthRecord, locale: string | null): string {
  return [healthStateText(record, t), performedText(record.performedOn, locale)].filter(Boolean).join(' · ')
}

const masks = [
  {
    key: 'results',
    label: msg`Show results`,
    description: msg`Of tests, titers and checks. Otherwise they are hidden.`,
  },
  {
    key: 'numbers',
    label: msg`Show numbers and contacts`,
    description: msg`Policy, document and lot numbers, and how to reach a reference. Otherwise they are hidden.`,
  },
  {
    key: 'files',
    label: msg`Show their documents`,
    description: msg`A document shows everything that is on it. Never while your numbers are hidden.`,
  },
] as const

function HealthMasks({ form }: { form: ShareForm }) {
  return (
    <div className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      {masks.map(({ key, label, description }) => (
        <Field
          key={key}
          control={form.control}
          name={`masks.health.${key}`}
          as={Switch}
          label={t(label)}
          description={t(description)}
        />
      ))}
    </div>
  )
}
