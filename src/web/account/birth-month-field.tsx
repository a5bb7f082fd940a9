import { monthNames } from '#shared/kernel/format-date.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { useProfileSave } from './use-profile-save.ts'

const months = monthNames.map((label, at) => ({ id: String(at + 1), label }))

/** Asks for the birth month where a date follows from it, and keeps it in the profile. */
export function BirthMonthField({ description }: { description: string }) {
  const save = useProfileSave('Birth month saved in your profile')
  return (
    <SelectField
      label="Which month were you born in?"
      description={`${description} Only the month is kept.`}
      isRequired={false}
      items={months}
      value={save.variables?.birthMonth ? String(save.variables.birthMonth) : null}
      isDisabled={save.isPending}
      onChange={(id) =>
        save.mutate({ birthMonth: Number(id) }, { onError: showErrorToast('It was not saved') })
      }
    />
  )
}
