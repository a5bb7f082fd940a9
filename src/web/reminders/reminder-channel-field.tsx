import { Controller } from 'react-hook-form'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { SettingsControl } from './reminder-time-field.tsx'

const channels = [
  { id: 'email', label: 'Email', description: 'To the address you sign in with.' },
  { id: 'push', label: 'Notifications', description: 'On the devices you turn them on for below.' },
  { id: 'webhook', label: 'Webhook', description: 'To the URL you set below.' },
] as const

export function ReminderChannelField({ control }: { control: SettingsControl }) {
  return (
    <section aria-labelledby="channels-title" className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id="channels-title" className="text-lg">
        Channels
      </h3>
      <p className="text-muted">
        Reminders always appear in Lanyard, under the bell. You can also get them by:
      </p>
      {channels.map(({ id, label, description }) => (
        <Controller
          key={id}
          name={`channels.${id}`}
          control={control}
          render={({ field }) => (
            <Switch
              label={label}
              description={description}
              name={field.name}
              isSelected={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      ))}
    </section>
  )
}
