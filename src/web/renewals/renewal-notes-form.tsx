import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Renewal, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useStepSave } from './use-step-save.ts'

const schema = z.object({ notes: renewalSchema.shape.notes })

type NotesProps = { renewal: Renewal; onSave(notes: string | null): Promise<unknown> }

export function RenewalNotesForm({ renewal: { notes }, onSave }: NotesProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { notes } })
  const { submit, problem, isSaving } = useStepSave(form, (values) => onSave(values.notes))
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Controller
        name="notes"
        control={form.control}
        render={(c) => (
          <TextField {...fieldPropsOf(c)} value={c.field.value ?? ''} label={t`Notes`} multiline rows={3} />
        )}
      />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save notes`}</Button>
    </form>
  )
}
