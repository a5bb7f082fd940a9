import { monthNamesIn } from '#shared/kernel/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { useProfileSave } from './use-profile-save.ts'

/** Asks for the birth month if a date depends on it, and saves it in the profile. */
export function BirthMonthField({ description }: { description: string }) {
  const save = useProfileSave({ saved: t`Birth month saved in your profile` })
  return (
    <SelectField
      label={t`Which month were you born in?`}
      description={`${description} ${t`Only the month is kept.`}`}
      isRequired={false}
      items={monthNamesIn(t.locale).map((label, at) => ({ id: String(at + 1), label }))}
      value={save.variables?.birthMonth ? String(save.variables.birthMonth) : null}
      isDisabled={save.isPending}
      onChange={(id) =>
        save.mutate({ birthMonth: Number(id) }, { onError: showErrorToast(t`It was not saved`) })
      }
    />
  )
}
