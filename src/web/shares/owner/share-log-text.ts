import { deviceIn } from '#shared/auth/device.ts'
import { msg } from '#shared/i18n/translate.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { Refusal, ShareEvent } from '#shared/shares/share.ts'
import { formatWeekday } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { DateContext } from './share-list-text.ts'

const refusals: Record<Refusal, string> = {
  revoked: msg`you had ended the link`,
  expired: msg`the link had expired`,
  used_up: msg`all views were used`,
  gone: msg`nothing was left to show`,
  passcode: msg`wrong passcode`,
  download: msg`downloads are off`,
}

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(refusals))

/** "Opened", "Viewed BLS card front.jpg", "Refused: wrong passcode". */
export function eventText({ kind, what }: ShareEvent): string {
  switch (kind) {
    case 'opened':
      return t`Opened`
    case 'viewed':
      return t`Viewed ${fileText(what)}`
    case 'downloaded':
      return t`Downloaded ${fileText(what)}`
    case 'refused': {
      const reason = reasons.get(what ?? '')
      return reason ? t`Refused: ${t(reason)}` : t`Refused`
    }
  }
}

function fileText(what: string | null): string {
  if (what === 'packet') return t`the packet`
  return what === 'health document' ? t`a health document` : (what ?? t`a file`)
}

/** "in Chrome on Windows, from network 3fa1c2". */
export function visitorText({ device, visitor }: ShareEvent): string {
  if (device === null) return t`on an unknown device, from network ${visitor}`
  const name = deviceIn(device, t)
  // "in Chrome on Windows", but "on an iPhone".
  return / on |^(Edge|Opera|Samsung Internet|Firefox|Chrome|Safari)$/.test(device)
    ? t`in ${name}, from network ${visitor}`
    : t`on ${name}, from network ${visitor}`
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
  if (day === today) return t`Today, ${name}`
  return day === addDays(today, -1) ? t`Yesterday, ${name}` : name
}
