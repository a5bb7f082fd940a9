import { isTimeZone } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

type Option = { id: string; label: string; description?: string }

const offered = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'es-US',
  'es-MX',
  'fr-CA',
  'fil-PH',
  'vi-VN',
  'ko-KR',
  'zh-CN',
  'de-DE',
]

/** The formats for dates and numbers; contains `own` even when it is not a common one. */
export function localeOptions(own: string | null): Option[] {
  const names = new Intl.DisplayNames(t.locale, { type: 'language' })
  const ids = own && !offered.includes(own) ? [own, ...offered] : offered
  return ids.map((id) => ({ id, label: names.of(id) ?? id }))
}

/** One evening in every format, with a day over 12 so that day and month can be told apart. */
export function dateSample(locale: string): string {
  const style = { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' } as const
  const date = new Intl.DateTimeFormat(locale, style).format(Date.UTC(2027, 2, 31, 18, 30))
  return `${date} · ${new Intl.NumberFormat(locale).format(1234.5)}`
}

/** "1:05 PM CST" in the zone. */
export function clockIn(zone: string, now: Date, locale: string | null = 'en-US'): string {
  if (!isTimeZone(zone)) return ''
  const clock = new Intl.DateTimeFormat(locale ?? 'en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return clock.format(now)
}

let zones: Option[] | undefined

/** The zones that Americans call by a name. Others are known by their city. */
const american = new Set([
  ...[
    'New_York',
    'Detroit',
    'Chicago',
    'Denver',
    'Boise',
    'Phoenix',
    'Los_Angeles',
    'Anchorage',
    'Puerto_Rico',
  ].map((city) => `America/${city}`),
  ...['Pacific/Honolulu', 'Pacific/Guam'],
])

/** "Central Time (Chicago)", "Tokyo (Asia)". */
export function zoneName(id: string): string {
  const [area, ...places] = id.replaceAll('_', ' ').split('/')
  const place = places.reverse().join(', ')
  if (!place || !isTimeZone(id)) return id
  if (!american.has(id)) return `${place} (${area})`
  const format = new Intl.DateTimeFormat(t.locale, { timeZone: id, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? area
  return `${name?.replace(/^./, (first) => first.toUpperCase())} (${place})`
}

/** Every zone that this browser knows; typing its city or a country's part ("Europe") finds it too. */
export function zoneOptions(own: string | null): Option[] {
  zones ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((id) =>
    zoneOption(id),
  )
  if (!own || zones.some(({ id }) => id === own) || !isTimeZone(own)) return zones
  return [zoneOption(own), ...zones]
}

function zoneOption(id: string): Option {
  const label = zoneName(id)
  return label === id ? { id, label } : { id, label, description: id }
}
