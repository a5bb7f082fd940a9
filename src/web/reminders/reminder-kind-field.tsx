import { useWatch } from 'react-hook-form'
import type { ScheduledKind } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Field, useField } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ReminderScheduleField } from './reminder-schedule-field.tsx'
import { kindNames } from './reminder-text.ts'
import type { SettingsControl } from './reminder-time-field.tsx'

/** For one kind of record: its own schedule, and whether it sends email. */
export function ReminderKindField({ kind, control }: { kind: ScheduledKind; control: SettingsControl }) {
  const sharedLeads = useWatch({ control, name: 'leads' })
  const leads = useField(control, `kinds.${kind}.leads`)
  const isEmailOn = useWatch({ control, name: 'channels.email' })
  return (
    <section aria-labelledby={`kind-${kind}`} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id={`kind-${kind}`} className="text-lg">
        {t(kindNames[kind])}
      </h3>
      <Switch
        label={t`Custom schedule`}
        description={leads.value === null ? t`Uses the schedule above.` : null}
        value={leads.value !== null}
        onChange={(isCustom) => leads.onChange(isCustom ? [...sharedLeads] : null)}
      />
      {leads.value !== null && (
        <ReminderScheduleField
          label={t`Days before the end: ${t(kindNames[kind])}`}
          value={leads.value}
          onChange={leads.onChange}
          errorMessage={leads.errorMessage}
        />
      )}
      <Field
        control={control}
        name={`kinds.${kind}.email`}
        as={Switch}
        label={t`Email reminders`}
        description={isEmailOn ? null : t`Email is off for all reminders. Turn it on above.`}
        isDisabled={!isEmailOn}
      />
    </section>
  )
}
