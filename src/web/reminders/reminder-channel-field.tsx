import { Controller } from 'react-hook-form'
import { type OptionalChannel, optionalChannel } from '#shared/reminders/reminder.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { SettingsControl } from './reminder-time-field.tsx'

const texts: Record<OptionalChannel, { label: string; description: string }> = {
  email: { label: 'Email', description: 'To the address you sign in with.' },
  push: { label: 'Notifications', description: 'On the devices you turn them on for below.' },
  webhook: { label: 'Webhook', description: 'To the URL you set below.' },
}

export function ReminderChannelField({ control }: { control: SettingsControl }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-muted">
        Reminders always appear in Lanyard, under the bell. You can also get them by:
      </p>
      {optionalChannel.options.map((channel) => (
        <Controller
          key={channel}
          name={`channels.${channel}`}
          control={control}
          render={({ field }) => (
            <Switch
              {...texts[channel]}
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
