import { t } from '#web/i18n/t.ts'

type Option = { id: string; label: string; description?: string }

/** Such as "9:00 AM", in the owner's locale. */
export function hourOptions(locale: string | null): Option[] {
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  const clock = new Intl.DateTimeFormat(locale ?? 'en-US', style)
  return Array.from({ length: 24 }, (_none, hour) => ({
    id: String(hour),
    label: clock.format(Date.UTC(2027, 0, 1, hour)),
    ...(hour === 9 ? { description: t`Default` } : {}),
  }))
}

export const digestOptions = (): Option[] => [
  { id: 'each', label: t`One per reminder`, description: t`One email for each reminder when it is due` },
  { id: 'daily', label: t`Once a day`, description: t`One email with all reminders of the day` },
  {
    id: 'weekly',
    label: t`Once a week`,
    description: t`One email on Mondays; short-notice reminders can come late`,
  },
]
