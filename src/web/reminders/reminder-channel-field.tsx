import { msg } from '#shared/i18n/translate.ts'
import { type OptionalChannel, optionalChannel } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
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
        <Field
          key={channel}
          control={control}
          name={`channels.${channel}`}
          as={Switch}
          label={t(texts[channel].label)}
          description={t(texts[channel].description)}
        />
      ))}
    </div>
  )
}
