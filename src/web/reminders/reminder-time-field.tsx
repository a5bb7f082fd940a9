import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import type { User } from '#shared/account/profile.ts'
import type { ReminderSettings, StoredReminderSettings } from '#shared/reminders/settings.ts'
import { clockIn, zoneName } from '#web/account/locale-options.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { digestOptions, hourOptions } from './reminder-schedule-field.tsx'

export type SettingsControl = Control<StoredReminderSettings, unknown, ReminderSettings>

/** The hour of reminders, in the owner's time zone. */
export function ReminderTimeField({ control, user }: { control: SettingsControl; user: User }) {
  const [now] = useState(() => new Date())
  const { timeZone, locale } = user.settings
  const zone = timeZone ?? 'UTC'
  return (
    <div className="grid gap-1">
      <Field
        control={control}
        name="hour"
        as={SelectField}
        label={t`Time of day`}
        items={hourOptions(locale)}
        from={String}
        to={Number}
      />
      <p className="text-muted text-sm">
        {t`In your time zone, ${zoneName(zone)}, where it is ${clockIn(zone, now, locale)} now.`}{' '}
        <Link
          to="/settings"
          search={{ section: 'language' }}
          className="inline-target underline"
        >{t`Change time zone`}</Link>
      </p>
    </div>
  )
}

/** How email is grouped. */
export function ReminderDigestField({ control }: { control: SettingsControl }) {
  return (
    <Field
      control={control}
      name="digest"
      as={SelectField}
      label={t`Email frequency`}
      items={digestOptions()}
      description={t`In Lanyard and on your devices you get each reminder separately.`}
    />
  )
}
