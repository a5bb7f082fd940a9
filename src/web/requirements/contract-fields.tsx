import type { Control } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { ListDraft } from './list-draft.ts'

/** The name of the job, and its first and last day. */
export function ContractFields<O>({ control }: { control: Control<ListDraft, unknown, O> }) {
  return (
    <>
      <Field
        control={control}
        name="name"
        as={TextField}
        label={t`Job or contract`}
        isRequired
        maxLength={200}
        placeholder={t`Unit, hospital and city`}
      />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field control={control} name="startsOn" as={DateField} label={t`First day`} isRequired={false} />
        <Field
          control={control}
          name="endsOn"
          as={DateField}
          label={t`Last day`}
          isRequired={false}
          description={t`Without it, Lanyard cannot tell whether a card stays valid long enough.`}
        />
      </div>
    </>
  )
}
