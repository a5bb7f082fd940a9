import { t } from '#web/i18n/t.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { ListDraft } from './list-draft.ts'

type ContractFieldsProps = {
  draft: Pick<ListDraft, 'name' | 'startsOn' | 'endsOn'>
  errors: ReadonlyMap<string, string>
  onChange(fields: Partial<ListDraft>): void
}

/** The name of the job, and its first and last day. */
export function ContractFields({ draft, errors, onChange }: ContractFieldsProps) {
  return (
    <>
      <TextField
        name="name"
        label={t`Job or contract`}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        errorMessage={errors.get('name') ?? null}
        maxLength={200}
        placeholder={t`Unit, hospital and city`}
      />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <DateField
          name="startsOn"
          label={t`First day`}
          isRequired={false}
          value={draft.startsOn}
          onChange={(startsOn) => onChange({ startsOn })}
          errorMessage={errors.get('startsOn') ?? null}
        />
        <DateField
          name="endsOn"
          label={t`Last day`}
          isRequired={false}
          value={draft.endsOn}
          onChange={(endsOn) => onChange({ endsOn })}
          errorMessage={errors.get('endsOn') ?? null}
          description={t`Without it, Lanyard cannot tell whether a card stays valid long enough.`}
        />
      </div>
    </>
  )
}
