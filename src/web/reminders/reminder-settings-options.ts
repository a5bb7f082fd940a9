type Option = { id: string; label: string; description?: string }

/** "9:00 AM", as the owner's locale writes it; 9 is the usual one. */
export function hourOptions(locale: string | null): Option[] {
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  const clock = new Intl.DateTimeFormat(locale ?? 'en-US', style)
  return Array.from({ length: 24 }, (_none, hour) => ({
    id: String(hour),
    label: clock.format(Date.UTC(2027, 0, 1, hour)),
    ...(hour === 9 ? { description: 'The usual one' } : {}),
  }))
}

export const digestOptions: Option[] = [
  { id: 'each', label: 'Each by itself', description: 'One mail for each reminder, as it is due' },
  { id: 'daily', label: 'Once a day', description: 'One mail with all of that day' },
  { id: 'weekly', label: 'Once a week', description: 'One mail on Mondays; a short notice can come late' },
]
