import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { notesDisplay, ownerDisplay } from '#shared/credentials/field-display.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FoldedFields, OpenOnError } from '#web/ui/fields/folded-fields.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TagField } from '#web/ui/fields/tag-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { credentialSummaryQuery } from './api.ts'
import type { CommonValues } from './use-credential-save.ts'

type CommonControl = Control<CommonValues>

/** The optional fields that both forms have. */
export function MoreCommonFields({ control }: { control: CommonControl }) {
  return (
    <>
      <OwnFields control={control} />
      <ReminderField control={control} />
      <OpenOnError control={control} />
    </>
  )
}

/** The same of a stored credential, in two parts with their values. */
export function FoldedCommonFields({ control }: { control: CommonControl }) {
  const [tags, notes, reminderDays = null] = useWatch({ control, name: ['tags', 'notes', 'reminderDays'] })
  const own = [...(tags ?? []), ...(notes ? [notes] : [])].join(' · ')
  return (
    <>
      <FoldedFields
        control={control}
        id="own-fields"
        title={t`Tags and notes`}
        summary={own === '' ? t`None` : own.slice(0, MAX_SUMMARY)}
        isSet={own !== ''}
      >
        <OwnFields control={control} />
      </FoldedFields>
      <FoldedFields
        control={control}
        id="reminder-fields"
        title={t`Reminders`}
        summary={
          reminderDays === null
            ? t`Your reminder schedule`
            : t`${plural(reminderDays, { one: '# day', other: '# days' })} before it expires`
        }
        isSet={reminderDays !== null}
      >
        <ReminderField control={control} />
      </FoldedFields>
    </>
  )
}

/** Of a line, in characters. */
const MAX_SUMMARY = 120

function OwnFields({ control }: { control: CommonControl }) {
  const { data: summary } = useQuery(credentialSummaryQuery)
  return (
    <>
      <Field
        control={control}
        name="tags"
        as={TagField}
        label={t(ownerDisplay.tags.label)}
        suggestions={(summary?.tags ?? []).map(({ tag }) => tag)}
      />
      <Field control={control} name="notes" as={TextField} label={t(notesDisplay.label)} multiline rows={3} />
    </>
  )
}

function ReminderField({ control }: { control: CommonControl }) {
  return (
    <Field
      control={control}
      name="reminderDays"
      as={NumberField}
      label={t(ownerDisplay.reminderDays.label)}
      description={t`Days before it expires. Leave blank to use your reminder schedule.`}
      min={0}
      max={365}
      unit={t`days`}
    />
  )
}
