import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Renewal, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'

/** Entered in dollars, stored in cents. */
const schema = z.object({
  fee: z
    .number()
    .nullable()
    .transform((dollars) => (dollars === null ? null : Math.round(dollars * 100)))
    .pipe(renewalSchema.shape.fee),
})

type FeeProps = { renewal: Renewal; onSave(fee: number | null): Promise<unknown> }

export function RenewalFeeForm({ renewal: { fee }, onSave }: FeeProps) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { fee: fee === null ? null : fee / 100 },
  })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: ({ fee }) => onSave(fee),
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
      <Field
        control={form.control}
        name="fee"
        as={NumberField}
        label={t`Fee paid`}
        min={0}
        max={10_000}
        step={5}
        unit={t`dollars`}
      />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save the fee`}</Button>
    </form>
  )
}
