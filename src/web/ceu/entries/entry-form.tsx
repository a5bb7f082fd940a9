import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { entryLabels } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryInput } from '#shared/ceu/entry.ts'
import { type EntryKind, entryKindNames, entryKinds } from '#shared/ceu/kinds.ts'
import { groupCycles } from '#shared/ceu/progress.ts'
import { findingsIn } from '#shared/reading/findings.ts'
import { suggestionsQuery } from '#web/ceu/api.ts'
import { TopicOfferView } from '#web/ceu/topic-offer-view.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { SaveProblemView } from '#web/offline/save-problem-view.tsx'
import { ReadFieldsView, ReadingView } from '#web/reading/reading-view.tsx'
import type { DocumentReading } from '#web/reading/use-document-reading.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { lazyResolver } from '#web/ui/form-errors.ts'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import type { FormFiles } from '#web/ui/use-save.ts'
import { CertificateGapsView, EntryAuditDetailsView } from './entry-audit-details-view.tsx'
import { EntryCyclesField } from './entry-cycles-field.tsx'
import { contactHoursIn } from './entry-form-text.ts'
import { EntryHoursField, type EntryForm as Form } from './entry-hours-field.tsx'
import { EntryProviderField } from './entry-provider-field.tsx'
import { EntryTopicHoursField } from './entry-topic-hours-field.tsx'
import { offeredTopics } from './entry-topics.ts'
import { type EntryValues, emptyEntry, valuesOf } from './entry-values.ts'
import { SimilarEntriesView } from './similar-entries-view.tsx'
import { type CarriedOverFields, useCarriedOver } from './use-carried-over.ts'
import { useCycleChoice } from './use-cycle-choice.ts'
import { type SavedEntry, useEntrySave } from './use-entry-save.ts'
import { type NamedFields, suggestionOf, useReadEntry } from './use-read-entry.ts'
import { useDuplicateQuestion } from './use-similar-entries.ts'

type EntryFormProps = {
  initial?: CeuEntry | undefined
  start?: Partial<EntryValues>
  cycles: CeuCycle[]
  files: FormFiles
  onSaved(saved: SavedEntry): void
  /** Values to fill into fields that the user has not changed. */
  carriedOver?: CarriedOverFields
  /** What the name of the file may tell. */
  named?: NamedFields
  /** The values read from the file. */
  read?: DocumentReading | undefined
  /** If given, the caller guards against leaving with unsaved changes. */
  onDirty?(isDirty: boolean): void
  canLogAnother?: boolean
}

/** An entry from before life support was split keeps its kind until its owner changes it. */
const kindsFor = (kind: EntryKind | undefined) =>
  (kind === 'life_support' ? [...entryKinds, kind] : entryKinds).map((id) => ({
    id,
    label: t(entryKindNames[id]),
  }))

/** The form of one course, for adding and editing. */
export function EntryForm(props: EntryFormProps) {
  const { initial, start, cycles, files, onSaved, carriedOver, onDirty, canLogAnother = false, read } = props
  const today = useToday()
  const { locale, name } = useUser()
  const form = useForm<EntryValues, unknown, CeuEntryInput>({
    resolver: lazyResolver(async () => (await import('./entry-resolver.ts')).resolverFor(today)),
    defaultValues: initial ? valuesOf(initial) : { ...emptyEntry, ...start },
  })
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const choose = useCycleChoice(form, cycles, initial)
  useCarriedOver(form, carriedOver)
  const suggestions = useReadEntry(form, read?.reading, props.named ?? {})
  const findings = findingsIn({
    suggestions: read?.reading.document?.suggestions ?? [],
    ownerName: name,
    today,
    purpose: { kind: 'course', cycles },
    date: (date) => formatDate(date, locale),
    t,
  })
  const { submit, submitAndNext, problem, decide, isSaving, isDirty } = useEntrySave(
    form,
    initial,
    files,
    onSaved,
  )
  const { note, unlessLogged, onAnyway } = useDuplicateQuestion(form)
  const save = initial ? submit : unlessLogged(submit)
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const hasFile = files.ids.length > 0 || files.hasUnsent
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={continueOnEnter}
      className="grid grid-cols-1 gap-6"
    >
      <ReadFieldsView
        suggestions={suggestions}
        isList={(read?.reading.document?.courses.length ?? 0) > 0}
        onChoose={(field) => read?.show(suggestionOf(field))}
      >
        {read && <ReadingView reading={read.reading} findings={findings} />}
        <Field
          control={control}
          name="title"
          as={TextField}
          label={t(entryLabels.title)}
          enterKeyHint="next"
          isRequired
          placeholder={t`As on the certificate`}
        />
        <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
          <EntryProviderField form={form} />
          <Field
            control={control}
            name="completedAt"
            as={DateField}
            label={t(entryLabels.completedAt)}
            isRequired
          />
        </div>
        {/* It would find the entry itself once that is saved. */}
        {!isSaving && (
          <SimilarEntriesView {...{ form, locale, onAnyway }} exceptId={initial?.id} ref={note} />
        )}
        <EntryHoursField form={form} />
        <Topics form={form} cycles={cycles} today={today} />
        <Field
          control={control}
          name="kind"
          as={SelectField}
          label={t(entryLabels.kind)}
          items={kindsFor(initial?.kind)}
          description={
            kind === 'life_support'
              ? t`Choose which one it was: some rules treat them differently.`
              : undefined
          }
        />
        <EntryCyclesField form={form} cycles={cycles} onChoose={choose} hasFile={hasFile} locale={locale} />
        <EntryAuditDetailsView form={form} />
        <CertificateGapsView form={form} hasFile={hasFile} />
      </ReadFieldsView>
      <SaveProblemView {...{ problem, isSaving, decide }} />
      <SaveBar>
        <Button tone="primary" type="submit" isPending={isSaving}>
          {initial ? t`Save changes` : t`Save`}
        </Button>
        {canLogAnother && (
          <Button
            onPress={() => void unlessLogged(submitAndNext)()}
            isDisabled={isSaving}
          >{t`Save and log another`}</Button>
        )}
      </SaveBar>
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
  const chosen = cycles.filter(({ id }) => counts.some(({ cycleId }) => cycleId === id))
  const relevant = chosen.length > 0 ? chosen : groupCycles(cycles, today).current
  return (
    <div className="grid grid-cols-1 gap-3">
      <EntryTopicHoursField
        tags={tags}
        parts={parts}
        offered={offeredTopics(relevant, data?.topics ?? [])}
        creditedHours={contactHoursIn({ hours, amount, unit })}
        errorMessage={firstMessage(errors.topicHours) ?? firstMessage(errors.topicTags)}
        onChange={(nextTags, nextParts) => {
          form.clearErrors(['topicHours', 'topicTags'])
          form.setValue('topicTags', nextTags, { shouldDirty: true })
          form.setValue('topicHours', nextParts, { shouldDirty: true })
        }}
      />
      <TopicOfferView labels={tags} cycles={chosen} />
    </div>
  )
}

/** The first message in nested errors of a list. */
function firstMessage(error: unknown): string | null {
  if (error === null || typeof error !== 'object') return null
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const part of Object.values(error)) {
    const found = firstMessage(part)
    if (found !== null) return found
  }
  return null
}
