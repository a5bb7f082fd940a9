type Option = { id: string; label: string; description?: string }

/** Such as "9:00 AM", in the owner's locale. */
export function hourOptions(locale: string | null): Option[] {
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  const clock = new Intl.DateTimeFormat(locale ?? 'en-US', style)
  return Array.from({ length: 24 }, (_none, hour) => ({
    id: String(hour),
    label: clock.format(Date.UTC(2027, 0, 1, hour)),
    ...(hour === 9 ? { description: 'Default' } : {}),
  }))
}

export const digestOptions: Option[] = [
  { id: 'each', label: 'One per reminder', description: 'One email for each reminder when it is due' },
  { id: 'daily', label: 'Once a day', description: 'One email with all reminders of the day' },
  {
    id: 'weekly',
    label: 'Once a week',
    description: 'One email on Mondays; short-notice reminders can come late',
  },
]
