import { Controller } from 'react-hook-form'
import { msg } from '#shared/i18n/translate.ts'
import { type OptionalChannel, optionalChannel } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { SettingsControl } from './reminder-time-field.tsx'

const texts: Record<OptionalChannel, { label: string; description: string }> = {
  email: { label: msg`Email`, description: msg`To the address you sign in with.` },
  push: { label: msg`Notifications`, description: msg`On the devices you turn them on for below.` },
  webhook: { label: msg`Webhook`, description: msg`To the URL you set below.` },
}

export function ReminderChannelField({ control }: { control: SettingsControl }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-muted">
        {t`Reminders always appear in Lanyard, under the bell. You can also get them by:`}
      </p>
      {optionalChannel.options.map((channel) => (
        <Controller
          key={channel}
          name={`channels.${channel}`}
          control={control}
          render={({ field }) => (
            <Switch
              label={t(texts[channel].label)}
              description={t(texts[channel].description)}
              name={field.name}
              isSelected={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      ))}
    </div>
  )
}
