import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { Refusal, ShareEvent } from '#shared/shares/share.ts'
import { formatWeekday } from '#web/format/dates.ts'
import type { SeenAt } from './share-list-text.ts'

const refusals: Record<Refusal, string> = {
  revoked: 'you had ended the link',
  expired: 'the link had expired',
  used_up: 'all views were used',
  gone: 'nothing was left to show',
  passcode: 'wrong passcode',
  download: 'downloads are off',
}

/** What happened, as one would say it: "Opened", "Looked at BLS card front.jpg", "Turned away: wrong passcode". */
export function eventText({ kind, what }: ShareEvent): string {
  switch (kind) {
    case 'opened':
      return 'Opened'
    case 'viewed':
      return `Looked at ${thingText(what)}`
    case 'downloaded':
      return `Downloaded ${thingText(what)}`
    case 'refused': {
      const reason = what !== null && Object.hasOwn(refusals, what) ? refusals[what as Refusal] : null
      return reason ? `Turned away: ${reason}` : 'Turned away'
    }
  }
}

function thingText(what: string | null): string {
  return what === 'packet' ? 'the packet' : (what ?? 'a file')
}

/** "in Chrome on Windows, from network 3fa1c2". */
export function visitorText({ device, visitor }: ShareEvent): string {
  const network = `from network ${visitor}`
  if (device === null) return `on a device that did not say what it is, ${network}`
  // "Chrome on Windows" is a browser to be in; "an iPhone" alone is a device to be on.
  return `${/ on |^(Edge|Opera|Samsung Internet|Firefox|Chrome|Safari)$/.test(device) ? 'in' : 'on'} ${device}, ${network}`
}

export type LogDay = { day: string; name: string; events: { key: string; event: ShareEvent }[] }

/** The log by days of her calendar, in the order in which it came. */
export function byDay(events: readonly ShareEvent[], seen: SeenAt): LogDay[] {
  const today = todayIn(seen.now, seen.timeZone)
  const days: LogDay[] = []
  const times = new Map<string, number>()
  for (const event of events) {
    const day = todayIn(new Date(event.at), seen.timeZone)
    // Two files can be looked at within one thousandth of a second.
    const nth = times.get(event.at) ?? 0
    times.set(event.at, nth + 1)
    if (days.at(-1)?.day !== day) days.push({ day, name: dayName(day, today, seen.locale), events: [] })
    days.at(-1)?.events.push({ key: `${event.at} ${nth}`, event })
  }
  return days
}

function dayName(day: string, today: string, locale: string | null): string {
  const name = formatWeekday(day, locale)
  if (day === today) return `Today, ${name}`
  return day === addDays(today, -1) ? `Yesterday, ${name}` : name
}
