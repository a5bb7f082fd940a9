import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller, useFormState, useWatch } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { suggestionsQuery } from '#web/ceu/api.ts'
import { groupCycles } from '#web/ceu/cycle-text.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { GapsNote, MoreView } from './entry-audit-details-view.tsx'
import { CountsField } from './entry-cycles-field.tsx'
import { contactHoursIn } from './entry-form-text.ts'
import { type EntryForm as Form, HoursField } from './entry-hours-field.tsx'
import { ProviderField } from './entry-provider-field.tsx'
import { offeredTopics, TopicHoursField } from './entry-topic-hours-field.tsx'
import { SimilarNote } from './similar-entries-view.tsx'
import { countsFor, type EntryValues, emptyEntry, useEntryForm, valuesOf } from './use-entry-form.ts'
import { type Files, type Saved, useEntrySave } from './use-entry-save.ts'

export type Common = Partial<Pick<EntryValues, 'title' | 'provider' | 'completedAt'>>

type EntryFormProps = {
  initial?: CeuEntry | undefined
  start?: Partial<EntryValues>
  cycles: CeuCycle[]
  files: Files
  onSaved(saved: Saved): void
  /** Guessed, or shared with other drafts; what she typed here stays. */
  common?: Common
  /** Then somebody else asks before it is left. */
  onDirty?(isDirty: boolean): void
  canLogAnother?: boolean
  /** Stands at its head, such as the certificate. */
  children?: ReactNode
}

const kinds = Object.entries(entryKindNames).map(([id, label]) => ({ id, label }))

/** One activity, from its certificate; what can wait is folded away. */
export function EntryForm(props: EntryFormProps) {
  const { initial, start, cycles, files, onSaved, common, onDirty, canLogAnother = false, children } = props
  const today = useToday()
  const { locale } = useUser()
  const form = useEntryForm(initial ? valuesOf(initial) : { ...emptyEntry, ...start }, today)
  const { control } = form
  const choose = useCycleChoice(form, cycles, initial)
  useCommon(form, common)
  const { submit, submitAndNext, problem, isSaving, isDirty } = useEntrySave(form, initial, files, onSaved)
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const hasFile = files.ids.length > 0 || files.hasUnsent
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      {children}
      <Controller
        name="title"
        control={control}
        render={(c) => (
          <TextField {...fieldPropsOf(c)} label="Title" isRequired placeholder="As on the certificate" />
        )}
      />
      <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
        <ProviderField form={form} />
        <Controller
          name="completedAt"
          control={control}
          render={(c) => <DateField {...fieldPropsOf(c)} label="Completed on" isRequired />}
        />
      </div>
      <SimilarNote form={form} exceptId={initial?.id} locale={locale} />
      <HoursField form={form} />
      <Topics form={form} cycles={cycles} today={today} />
      <Controller
        name="kind"
        control={control}
        render={(c) => (
          <SelectField {...fieldPropsOf<string>(c as never)} label="What it was" items={kinds} />
        )}
      />
      <CountsField form={form} cycles={cycles} onChoose={choose} hasFile={hasFile} locale={locale} />
      <MoreView form={form} isOpen={false} />
      <GapsNote form={form} hasFile={hasFile} />
      {problem && <ProblemNote problem={problem} />}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="primary" type="submit" isPending={isSaving}>
          {initial ? 'Save changes' : 'Save'}
        </Button>
        {canLogAnother && (
          <Button onPress={() => void submitAndNext()} isDisabled={isSaving}>
            Save and log another
          </Button>
        )}
      </div>
      {!onDirty && <UnsavedChangesGuard isDirty={isDirty} />}
    </form>
  )
}

function Topics({ form, cycles, today }: { form: Form; cycles: CeuCycle[]; today: string }) {
  const { data } = useQuery(suggestionsQuery)
  const [tags, parts, counts, hours, amount, unit] = useWatch({
    control: form.control,
    name: ['topicTags', 'topicHours', 'counts', 'hours', 'amount', 'unit'],
  })
  const { errors } = useFormState({ control: form.control })
  const counted = cycles.filter(({ id }) => counts.some(({ cycleId }) => cycleId === id))
  const asking = counted.length > 0 ? counted : groupCycles(cycles, today).current
  const own = (errors.topicHours as { message?: string } | undefined)?.message
  return (
    <TopicHoursField
      tags={tags}
      parts={parts}
      offered={offeredTopics(asking, data?.topics ?? [])}
      worth={contactHoursIn({ hours, amount, unit })}
      errorMessage={own ?? deepMessage(errors.topicHours) ?? deepMessage(errors.topicTags)}
      onChange={(nextTags, nextParts) => {
        form.clearErrors(['topicHours', 'topicTags'])
        form.setValue('topicTags', nextTags, { shouldDirty: true })
        form.setValue('topicHours', nextParts, { shouldDirty: true })
      }}
    />
  )
}

/** The first sentence inside the errors of a list. */
function deepMessage(error: unknown): string | null {
  if (error === null || typeof error !== 'object') return null
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const part of Object.values(error)) {
    const found = deepMessage(part)
    if (found !== null) return found
  }
  return null
}

/** Follows the day, until she chooses for herself. */
function useCycleChoice(form: Form, cycles: CeuCycle[], initial: CeuEntry | undefined) {
  const [chosen, setChosen] = useState(() => choicesOf(form.getValues(), cycles, initial))
  const completedAt = useWatch({ control: form.control, name: 'completedAt' })
  useEffect(() => {
    const before = form.getValues('counts')
    const next = countsFor(cycles, completedAt, chosen, before)
    if (JSON.stringify(next) !== JSON.stringify(before)) form.setValue('counts', next)
  }, [form, cycles, completedAt, chosen])
  return (cycleId: string, isOn: boolean) => {
    form.clearErrors(['cycleId', 'counts'])
    setChosen(new Map(chosen).set(cycleId, isOn))
  }
}

/** An edited entry stays where it counts; a new one counts in the cycle that she came from. */
function choicesOf({ cycleId, counts }: EntryValues, cycles: CeuCycle[], initial: CeuEntry | undefined) {
  const chosen = new Map<string, boolean>()
  if (!initial) return cycleId === null ? chosen : chosen.set(cycleId, true)
  for (const { id } of countsFor(cycles, initial.completedAt, chosen, []).map((one) => ({ id: one.cycleId })))
    chosen.set(id, false)
  for (const one of counts) chosen.set(one.cycleId, true)
  return chosen
}

function useCommon(form: Form, common: Common | undefined) {
  const given = useRef<Common>({})
  const { dirtyFields, isSubmitted } = useFormState({ control: form.control })
  const { title, provider, completedAt } = common ?? {}
  useEffect(() => {
    const take = <K extends keyof Common>(key: K, next: EntryValues[K] | undefined) => {
      const now = form.getValues(key)
      const isHers = dirtyFields[key] && now !== '' && now !== null && now !== given.current[key]
      if (!next || isHers || now === next || given.current[key] === next) return
      given.current[key] = next as never
      form.setValue(key, next as never, { shouldValidate: isSubmitted })
    }
    take('title', title)
    take('provider', provider)
    take('completedAt', completedAt)
  }, [form, dirtyFields, isSubmitted, title, provider, completedAt])
}
