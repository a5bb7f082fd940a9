import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Renewal, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'

const schema = z.object({ notes: renewalSchema.shape.notes })

type NotesProps = { renewal: Renewal; onSave(notes: string | null): Promise<unknown> }

export function RenewalNotesForm({ renewal: { notes }, onSave }: NotesProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { notes } })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: ({ notes }) => onSave(notes),
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field control={form.control} name="notes" as={TextField} label={t`Notes`} multiline rows={3} />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save notes`}</Button>
    </form>
  )
}
