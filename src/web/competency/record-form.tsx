import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type CompetencyKind,
  type CompetencyRecord,
  type CompetencyRecordInput,
  competencyKind,
  competencyKindNames,
  kindsWithAmount,
} from '#shared/competency/record.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { FormEnd } from '#web/ui/save-bar.tsx'
import { type FormFiles, isSameFiles, useSave } from '#web/ui/use-save.ts'
import { createRecord, practiceLogQuery, recordQuery, updateRecord } from './api.ts'
import { fieldTexts } from './practice-text.ts'
import { emptyRecord, patchOf, type RecordValues, useRecordForm, valuesOf } from './use-record-form.ts'

type RecordFormProps = { initial?: CompetencyRecord; files: Uploads; onSaved(): void }

/** The form of one record, for adding and editing. The kind decides which fields there are. */
export function RecordForm({ initial, files, onSaved }: RecordFormProps) {
  const form = useRecordForm(initial ? valuesOf(initial) : emptyRecord, useToday())
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const texts = fieldTexts[kind]
  const { submit, problem, isSaving, isDirty } = useRecordSave(form, initial, files, onSaved)
  return (
    <form noValidate onSubmit={submit} onKeyDown={continueOnEnter} className="grid grid-cols-1 gap-6">
      <Field
        control={control}
        name="kind"
        as={SelectField}
        label={t`What is it?`}
        items={competencyKind.options.map((id) => ({ id, label: t(competencyKindNames[id]) }))}
      />
      <Field
        control={control}
        name="title"
        as={TextField}
        label={t`Title`}
        enterKeyHint="next"
        isRequired
        placeholder={t(texts.title)}
      />
      <DateFields form={form} kind={kind} />
      <AmountField form={form} kind={kind} />
      <OrganizationField form={form} label={t(texts.organization)} />
      <Field control={control} name="notes" as={TextField} label={t`Notes`} multiline rows={3} />
      {files.uploads.length === 0 && <p className="text-muted">{t(texts.proof)}</p>}
      <FormEnd label={initial ? t`Save changes` : t`Save`} {...{ problem, isSaving, isDirty }} />
    </form>
  )
}

type PartProps = { form: RecordFormState; kind: CompetencyKind }

function DateFields({ form, kind }: PartProps) {
  const { startDate, endDate } = fieldTexts[kind]
  return (
    <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
      {startDate !== null && (
        <Field
          control={form.control}
          name="startDate"
          as={DateField}
          label={t(startDate)}
          description={kind === 'practice_hours' ? t`Leave blank if it was one day.` : t`Optional.`}
        />
      )}
      <Field control={form.control} name="endDate" as={DateField} label={t(endDate)} isRequired />
    </div>
  )
}

const descriptions: Partial<Record<CompetencyKind, string>> = {
  practice_hours: msg`All hours between the two dates. A cycle that includes only some of the days gets its share.`,
  academic_credits: msg`Three quarter credits are two semester credits.`,
}

function AmountField({ form, kind }: PartProps) {
  const label = fieldTexts[kind].amount
  if (label === null) return null
  return (
    <Field
      control={form.control}
      name="amount"
      as={NumberField}
      label={t(label)}
      description={t(descriptions[kind] ?? msg`Leave blank if it has none.`)}
      step={kind === 'academic_credits' ? 0.5 : 1}
      min={0.01}
      max={20_000}
      isRequired={kindsWithAmount.includes(kind)}
    />
  )
}

/** Offers those of earlier records. */
function OrganizationField({ form, label }: { form: RecordFormState; label: string }) {
  const { data = [] } = useQuery(practiceLogQuery)
  const known = [...new Set(data.flatMap(({ organization }) => organization ?? []))]
  return (
    <Field
      control={form.control}
      name="organization"
      as={ComboField}
      label={label}
      items={known.map((name) => ({ id: name, label: name }))}
      allowsCustom
    />
  )
}

type RecordFormState = UseFormReturn<RecordValues, unknown, CompetencyRecordInput>

/** Submits a new record in full, an edited one as the changed fields. */
function useRecordSave(
  form: RecordFormState,
  initial: CompetencyRecord | undefined,
  files: FormFiles,
  onSaved: () => void,
) {
  return useSave(form, {
    ...{ initial, files, onSaved },
    send: (input, { fileIds, idempotencyKey }) =>
      initial
        ? updateRecord(initial.id, {
            ...patchOf(initial, form.getValues()),
            ...(isSameFiles(initial.fileIds, fileIds) ? {} : { fileIds }),
          })
        : createRecord({ ...input, fileIds }, idempotencyKey),
    queryOf: ({ id }) => recordQuery(id),
  })
}

export function BackToPracticeLogLink() {
  return <Link to="/credentials/practice" className="underline">{t`Practice log`}</Link>
}
