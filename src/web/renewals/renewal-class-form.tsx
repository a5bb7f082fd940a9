import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { calendarDate } from '#shared/kernel/fields.ts'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'

const schema = z.object({ classOn: calendarDate.nullable() })

type ClassProps = { renewal: Renewal; onSave(classOn: string | null): Promise<unknown> }

/** The day of the class; left blank, none is booked. */
export function RenewalClassForm({ renewal: { classOn }, onSave }: ClassProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { classOn } })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: ({ classOn }) => onSave(classOn),
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
      <Field control={form.control} name="classOn" as={DateField} label={t`Class on`} />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save the date`}</Button>
    </form>
  )
}
