import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { secondPersonInput } from '#shared/reminders/second-person.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { useSave } from '#web/ui/use-save.ts'
import { nameSecondPerson, secondPersonQuery } from './settings-api.ts'

export function SecondPersonForm() {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(secondPersonInput), defaultValues: { name: '', email: '' } })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: nameSecondPerson,
    onSaved: (person) => {
      queryClient.setQueryData(secondPersonQuery.queryKey, person)
      showToast({ title: t`Invitation sent` })
    },
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
      <Field control={form.control} name="name" as={TextField} label={t`Their name`} autoComplete="off" />
      <Field
        control={form.control}
        name="email"
        as={TextField}
        label={t`Their email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        description={t`Lanyard asks them first. They need no account and can end it at any time.`}
      />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" className="justify-self-start" isPending={isSaving}>{t`Ask this person`}</Button>
    </form>
  )
}
