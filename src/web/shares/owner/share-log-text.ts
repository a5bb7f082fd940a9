import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { Refusal, ShareEvent } from '#shared/shares/share.ts'
import { formatWeekday } from '#web/format/dates.ts'
import type { DateContext } from './share-list-text.ts'

const refusals: Record<Refusal, string> = {
  revoked: 'you had ended the link',
  expired: 'the link had expired',
  used_up: 'all views were used',
  gone: 'nothing was left to show',
  passcode: 'wrong passcode',
  download: 'downloads are off',
}

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(refusals))

/** "Opened", "Viewed BLS card front.jpg", "Refused: wrong passcode". */
export function eventText({ kind, what }: ShareEvent): string {
  switch (kind) {
    case 'opened':
      return 'Opened'
    case 'viewed':
      return `Viewed ${fileText(what)}`
    case 'downloaded':
      return `Downloaded ${fileText(what)}`
    case 'refused': {
      const reason = reasons.get(what ?? '')
      return reason ? `Refused: ${reason}` : 'Refused'
    }
  }
}

function fileText(what: string | null): string {
  return what === 'packet' ? 'the packet' : (what ?? 'a file')
}

/** "in Chrome on Windows, from network 3fa1c2". */
export function visitorText({ device, visitor }: ShareEvent): string {
  const network = `from network ${visitor}`
  if (device === null) return `on an unknown device, ${network}`
  // "in Chrome on Windows", but "on an iPhone".
  return `${/ on |^(Edge|Opera|Samsung Internet|Firefox|Chrome|Safari)$/.test(device) ? 'in' : 'on'} ${device}, ${network}`
}

export type LogDay = { day: string; name: string; events: { key: string; event: ShareEvent }[] }

/** Groups the log by days of the owner's calendar, in its order. */
export function byDay(events: readonly ShareEvent[], dates: DateContext): LogDay[] {
  const today = todayIn(dates.now, dates.timeZone)
  const days: LogDay[] = []
  const times = new Map<string, number>()
  for (const event of events) {
    const day = todayIn(new Date(event.at), dates.timeZone)
    // Two files can be viewed within the same millisecond.
    const nth = times.get(event.at) ?? 0
    times.set(event.at, nth + 1)
    if (days.at(-1)?.day !== day) days.push({ day, name: dayName(day, today, dates.locale), events: [] })
    days.at(-1)?.events.push({ key: `${event.at} ${nth}`, event })
  }
  return days
}

function dayName(day: string, today: string, locale: string | null): string {
  const name = formatWeekday(day, locale)
  if (day === today) return `Today, ${name}`
  return day === addDays(today, -1) ? `Yesterday, ${name}` : name
}
