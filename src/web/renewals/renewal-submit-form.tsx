import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { calendarDate } from '#shared/kernel/fields.ts'
import {
  type Renewal,
  type RenewalPatch,
  renewal as renewalSchema,
  submissionProblems,
} from '#shared/renewals/renewal.ts'
import { FilePicker } from '#web/files/file-picker.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'

type SubmitProps = { renewal: Renewal; onSave(patch: RenewalPatch): Promise<unknown> }

/** When it was sent, the confirmation number, and the receipt. */
export function RenewalSubmitForm({ renewal, onSave }: SubmitProps) {
  const today = useToday()
  const files = useUploads(renewal.fileIds)
  const form = useForm({
    resolver: zodResolver(schemaOn(today)),
    defaultValues: { submittedOn: renewal.submittedOn ?? today, confirmation: renewal.confirmation },
  })
  const { submit, problem, isSaving } = useSave(form, {
    ...{ files, stays: true },
    send: (values, { fileIds }) => onSave({ ...values, fileIds }),
  })
  const isSubmitted = renewal.state === 'submitted'
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field control={form.control} name="submittedOn" as={DateField} label={t`Submitted on`} isRequired />
        <Field
          control={form.control}
          name="confirmation"
          as={TextField}
          label={t`Confirmation number`}
          autoComplete="off"
          spellCheck={false}
          mono
        />
      </div>
      <section aria-label={t`Receipt`} className="grid grid-cols-1 gap-3">
        <h2 className="font-semibold text-base">{t`Receipt`}</h2>
        <FilePicker files={files} />
      </section>
      {problem && <ProblemNote problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone={isSubmitted ? 'secondary' : 'primary'} isPending={isSaving}>
          {isSubmitted ? t`Save` : t`Mark as submitted`}
        </Button>
        {isSubmitted && (
          <Button
            tone="quiet"
            onPress={() => void onSave({ state: 'planned' })}
          >{t`Not submitted after all`}</Button>
        )}
      </div>
    </form>
  )
}

function schemaOn(today: string) {
  return z
    .object({
      submittedOn: calendarDate.nullable(),
      confirmation: renewalSchema.shape.confirmation,
    })
    .superRefine(({ submittedOn }, context) => {
      const errors =
        submittedOn === null
          ? [{ path: 'submittedOn', message: t`Enter the day you applied.` }]
          : submissionProblems(submittedOn, today)
      for (const { path, message } of errors) context.addIssue({ code: 'custom', path: [path], message })
    })
}
