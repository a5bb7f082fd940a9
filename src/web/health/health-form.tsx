import { useWatch } from 'react-hook-form'
import { healthCatalog } from '#shared/health/catalog.ts'
import { offeredDueOn } from '#shared/health/due.ts'
import { type HealthField, type HealthKind, healthKind } from '#shared/health/kinds.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { FormEnd } from '#web/ui/save-bar.tsx'
import { HealthSeriesField } from './health-series-field.tsx'
import {
  emptyHealthRecord,
  type HealthFormState,
  useHealthForm,
  useHealthSave,
  valuesOf,
} from './use-health-form.ts'

const kinds = healthKind.options.map((id) => ({ id, label: healthCatalog[id].label }))

type HealthFormProps = {
  initial?: HealthRecord
  /** Preselected for a new record. */
  kind?: HealthKind | undefined
  files: Uploads
  onSaved(record: HealthRecord): void
}

/** The form of one record. The kind decides which fields there are; it stays once the record is saved. */
export function HealthForm({ initial, kind: preset = 'tb_test', files, onSaved }: HealthFormProps) {
  const form = useHealthForm(initial ? valuesOf(initial) : emptyHealthRecord(preset), useToday())
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const { submit, problem, isSaving, isDirty } = useHealthSave(form, initial, files, onSaved)
  const { fields, series, performedLabel } = healthCatalog[kind]
  return (
    <form noValidate onSubmit={submit} onKeyDown={continueOnEnter} className="grid grid-cols-1 gap-6">
      {!initial && <KindField form={form} />}
      {fields
        .filter(({ isRequired }) => isRequired)
        .map((field) => (
          <DetailField key={field.key} form={form} field={field} />
        ))}
      {series === null ? (
        <Field control={control} name="performedOn" as={DateField} label={t(performedLabel)} />
      ) : (
        <HealthSeriesField form={form} kind={kind} />
      )}
      <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
        {fields
          .filter(({ isRequired }) => !isRequired)
          .map((field) => (
            <DetailField key={`${kind} ${field.key}`} form={form} field={field} />
          ))}
      </div>
      <DueField form={form} kind={kind} />
      <Field
        control={control}
        name="notes"
        as={TextField}
        label={t`Notes`}
        description={t`For you: no share link shows them.`}
        multiline
        rows={3}
      />
      <FormEnd label={initial ? t`Save changes` : t`Save`} {...{ problem, isSaving, isDirty }} />
    </form>
  )
}

function KindField({ form }: { form: HealthFormState }) {
  return (
    <Field
      control={form.control}
      name="kind"
      as={SelectField}
      onChange={(kind) => {
        if (healthCatalog[kind].series !== null && form.getValues('doses').length === 0)
          form.setValue('doses', emptyHealthRecord(kind).doses)
        // A result of one kind is not valid for another.
        form.setValue('fields', {})
      }}
      label={t`What is it?`}
      items={kinds.map((one) => ({ ...one, label: t(one.label) }))}
    />
  )
}

function DetailField({ form, field }: { form: HealthFormState; field: HealthField }) {
  const { key, label, options, isRequired = false } = field
  return options ? (
    <Field
      control={form.control}
      name={`fields.${key}`}
      as={SelectField}
      from={(id) => id ?? null}
      to={(id) => id}
      label={t(label)}
      items={options.map((option) => ({ ...option, label: capital(t(option.label)) }))}
    />
  ) : (
    <Field
      control={form.control}
      name={`fields.${key}`}
      as={TextField}
      label={t(label)}
      isRequired={isRequired}
      mono={field.sharing === 'number' && key !== 'contact'}
    />
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The usual next date is offered, and never filled in automatically. */
function DueField({ form, kind }: { form: HealthFormState; kind: HealthKind }) {
  const { locale } = useUser()
  const { control } = form
  const [performedOn, doses, dueOn] = useWatch({ control, name: ['performedOn', 'doses', 'dueOn'] })
  const { series, interval, dueLabel } = healthCatalog[kind]
  const last =
    series === null
      ? performedOn
      : (doses
          .flatMap(({ givenOn }) => givenOn ?? [])
          .sort()
          .at(-1) ?? null)
  const offered = offeredDueOn(kind, last)
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        control={control}
        name="dueOn"
        as={DateField}
        today={useToday()}
        label={t(dueLabel)}
        description={t`You get a reminder before then.`}
      />
      {interval && (
        <p className="max-w-[62ch] text-muted text-sm">
          {t(interval.note)}{' '}
          {interval.source && (
            <Trans>
              Source:{' '}
              <a href={interval.source.url} target="_blank" rel="noopener noreferrer" className="underline">
                {[interval.source.name]}
              </a>
              .
            </Trans>
          )}
        </p>
      )}
      {offered !== null && offered !== dueOn && (
        <Button
          tone="quiet"
          className="w-fit"
          onPress={() => form.setValue('dueOn', offered, { shouldDirty: true, shouldValidate: true })}
        >
          {t`Use ${formatDate(offered, locale)}`}
        </Button>
      )}
    </div>
  )
}
