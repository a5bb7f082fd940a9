import { type UseFormReturn, useWatch } from 'react-hook-form'
import { entryLabels, hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuEntryInput } from '#shared/ceu/entry.ts'
import { type Unit, unitNames } from '#shared/ceu/units.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ChipButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { contactHoursIn, conversionText } from './entry-form-text.ts'
import type { EntryValues } from './entry-values.ts'

export type EntryForm = UseFormReturn<EntryValues, unknown, CeuEntryInput>

const quickHours = [0.5, 1, 2, 3, 5]
const otherUnits = Object.entries(unitNames)
  .filter(([id]) => id !== 'contact_hour')
  .map(([id, [, plural]]) => ({ id, label: plural }))

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Contact hours, or another amount from the certificate with its conversion. */
export function EntryHoursField({ form }: { form: EntryForm }) {
  const unit = useWatch({ control: form.control, name: 'unit' })
  return unit === 'contact_hour' ? <ContactHours form={form} /> : <OtherAmount form={form} />
}

function ContactHours({ form }: { form: EntryForm }) {
  const { control, setValue, clearErrors } = form
  const hours = useWatch({ control, name: 'hours' })
  return (
    <div className="grid gap-2">
      <Field
        control={control}
        name="hours"
        as={NumberField}
        label={t(entryLabels.hours)}
        step={0.25}
        min={0.01}
        max={500}
        isRequired
      />
      <div className="flex flex-wrap items-center gap-2">
        {quickHours.map((quick) => (
          <ChipButton
            key={quick}
            label={hoursText(quick, t)}
            isOn={hours === quick}
            onPress={() => {
              clearErrors('hours')
              setValue('hours', quick, { shouldDirty: true })
            }}
          >
            {quick}
          </ChipButton>
        ))}
      </div>
      <Button
        tone="quiet"
        onPress={() => {
          setValue('unit', 'ceu', { shouldDirty: true })
          clearErrors('hours')
        }}
        className="justify-self-start max-sm:whitespace-normal"
      >{t`The certificate uses another unit`}</Button>
    </div>
  )
}

function OtherAmount({ form }: { form: EntryForm }) {
  const { control, setValue, clearErrors } = form
  const [amount, unit] = useWatch({ control, name: ['amount', 'unit'] })
  const conversion = conversionText({ amount, unit })
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          control={control}
          name="amount"
          as={NumberField}
          label={t(entryLabels.amount)}
          step={stepOf(unit)}
          min={0.01}
          max={30_000}
          isRequired
        />
        <Field
          control={control}
          name="unit"
          as={SelectField}
          label={t(entryLabels.unit)}
          items={otherUnits.map(({ id, label }) => ({ id, label: capitalized(t(label)) }))}
        />
      </div>
      <p role="status" className={conversion ? 'font-semibold' : 'text-muted'}>
        {conversion ?? t`Lanyard converts it to contact hours and keeps the original amount.`}
      </p>
      <Button
        tone="quiet"
        onPress={() => {
          const hours = contactHoursIn({ hours: null, amount, unit })
          setValue('unit', 'contact_hour', { shouldDirty: true })
          setValue('amount', null)
          if (hours !== null) setValue('hours', hours, { shouldDirty: true })
          clearErrors(['amount', 'unit'])
        }}
        className="justify-self-start max-sm:whitespace-normal"
      >{t`Enter contact hours instead`}</Button>
    </div>
  )
}

const stepOf = (unit: Unit) => (unit === 'minute' ? 15 : unit === 'ceu' ? 0.1 : 0.25)
