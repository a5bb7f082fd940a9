import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { HealthKind } from '#shared/health/kinds.ts'
import { titerResults } from '#shared/health/record.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { emptyDose, emptyTiter, type HealthFormState } from './use-health-form.ts'

type SeriesProps = { form: HealthFormState; kind: HealthKind }

/** The doses in order and, where there are any, the titers. */
export function HealthSeriesField({ form, kind }: SeriesProps) {
  const { series } = healthCatalog[kind]
  if (series === null) return null
  return (
    <>
      <Doses form={form} kind={kind} />
      {series.hasTiters && <Titers form={form} kind={kind} />}
    </>
  )
}

const rowClass = 'flex items-start gap-2 border-line border-b pb-5'
const fieldsClass = 'grid min-w-0 flex-1 grid-cols-1 items-start gap-4 sm:grid-cols-2'

function Doses({ form: { control }, kind }: SeriesProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'doses' })
  const usual = healthCatalog[kind].series?.usualDoses
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-1 font-semibold text-lg">{t`Doses`}</legend>
      {usual && (
        <p className="text-muted text-sm">{t`A series usually has ${usual}. Boosters go here, too.`}</p>
      )}
      {fields.map(({ id }, index) => (
        <div key={id} className={rowClass}>
          <div className={fieldsClass}>
            <Field
              control={control}
              name={`doses.${index}.givenOn`}
              as={DateField}
              label={t`Dose ${index + 1}: date`}
            />
            <Field
              control={control}
              name={`doses.${index}.product`}
              as={TextField}
              label={t`Dose ${index + 1}: vaccine`}
              isRequired={false}
            />
          </div>
          <span className="pt-7">
            <IconButton
              icon={<X aria-hidden className="size-5" />}
              label={t`Remove dose ${index + 1}`}
              onPress={() => remove(index)}
            />
          </span>
        </div>
      ))}
      <Button tone="quiet" className="w-fit" onPress={() => append(emptyDose)}>
        <Plus aria-hidden className="size-5" />
        {t`Add a dose`}
      </Button>
    </fieldset>
  )
}

const results = Object.entries(titerResults).map(([id, label]) => ({ id, label }))

function Titers({ form: { control }, kind }: SeriesProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'titers' })
  const antigens = healthCatalog[kind].series?.antigens ?? []
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-1 font-semibold text-lg">{t`Titers`}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className={rowClass}>
          <div className={fieldsClass}>
            {antigens.length > 0 && (
              <Field
                control={control}
                name={`titers.${index}.antigen`}
                as={SelectField}
                label={t`Titer ${index + 1}: of`}
                items={antigens.map((one) => ({ ...one, label: t(one.label) }))}
              />
            )}
            <Field
              control={control}
              name={`titers.${index}.takenOn`}
              as={DateField}
              label={t`Titer ${index + 1}: date`}
            />
            <Field
              control={control}
              name={`titers.${index}.result`}
              as={SelectField}
              label={t`Titer ${index + 1}: result`}
              items={results.map((one) => ({ ...one, label: t(one.label) }))}
            />
          </div>
          <span className="pt-7">
            <IconButton
              icon={<X aria-hidden className="size-5" />}
              label={t`Remove titer ${index + 1}`}
              onPress={() => remove(index)}
            />
          </span>
        </div>
      ))}
      <Button tone="quiet" className="w-fit" onPress={() => append(emptyTiter)}>
        <Plus aria-hidden className="size-5" />
        {t`Add a titer`}
      </Button>
    </fieldset>
  )
}
