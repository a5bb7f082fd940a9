import { Controller, useWatch } from 'react-hook-form'
import type { ScheduledKind } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ReminderScheduleField } from './reminder-schedule-field.tsx'
import { kindNames } from './reminder-text.ts'
import type { SettingsControl } from './reminder-time-field.tsx'

/** For one kind of record: its own schedule, and whether it sends email. */
export function ReminderKindField({ kind, control }: { kind: ScheduledKind; control: SettingsControl }) {
  const sharedLeads = useWatch({ control, name: 'leads' })
  const isEmailOn = useWatch({ control, name: 'channels.email' })
  return (
    <section aria-labelledby={`kind-${kind}`} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id={`kind-${kind}`} className="text-lg">
        {t(kindNames[kind])}
      </h3>
      <Controller
        name={`kinds.${kind}.leads`}
        control={control}
        render={({ field, fieldState }) => (
          <>
            <Switch
              label={t`Custom schedule`}
              description={field.value === null ? t`Uses the schedule above.` : null}
              isSelected={field.value !== null}
              onChange={(isCustom) => field.onChange(isCustom ? [...sharedLeads] : null)}
            />
            {field.value !== null && (
              <ReminderScheduleField
                label={t`Days before the end: ${t(kindNames[kind])}`}
                value={field.value}
                onChange={field.onChange}
                errorMessage={fieldState.error?.message ? t(fieldState.error.message) : null}
              />
            )}
          </>
        )}
      />
      <Controller
        name={`kinds.${kind}.email`}
        control={control}
        render={({ field }) => (
          <Switch
            label={t`Email reminders`}
            description={isEmailOn ? null : t`Email is off for all reminders. Turn it on below.`}
            name={field.name}
            isSelected={field.value}
            isDisabled={!isEmailOn}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </section>
  )
}
