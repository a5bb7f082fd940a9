import { type CertificateGap, certificateGapNames } from '#shared/ceu/certificate.ts'
import { amountText, reasonText, topicName } from '#shared/ceu/ceu-text.ts'
import { type CreditedActivity, countCycle } from '#shared/ceu/counting.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { toContactHours } from '#shared/ceu/units.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { countText, cycleName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { EntryValues } from './entry-values.ts'

/** "0.5 CEUs = 5 contact hours"; `null` while there is nothing to convert. */
export function conversionText({ amount, unit }: Pick<EntryValues, 'amount' | 'unit'>): string | null {
  if (amount === null || amount <= 0 || unit === 'contact_hour') return null
  return `${amountText(amount, unit, t)} = ${amountText(toContactHours(amount, unit), 'contact_hour', t)}`
}

/** The contact hours entered so far, or `null`. */
export function contactHoursIn({
  hours,
  amount,
  unit,
}: Pick<EntryValues, 'hours' | 'amount' | 'unit'>): number | null {
  if (unit === 'contact_hour') return hours
  return amount === null ? null : toContactHours(amount, unit)
}

/** How a cycle would count these values: "Counts 5 hours; 2 hours on Ethics.", then why not more. */
export function countPreview(
  cycle: CeuCycle,
  values: EntryValues,
  hasFile: boolean,
  locale: string | null,
): string[] {
  const activity = activityOf(cycle, values, hasFile)
  if (!activity) return []
  const { hoursCounted, topicsCompleted, entries } = countCycle({ ...cycle, carriedOverHours: null }, [
    activity,
  ])
  const amount = (hours: number) => ruleAmountText(hours, cycle.rule, t)
  const on = cycle.topics.flatMap((topic, at) => {
    const hours = topicsCompleted[at]?.hours ?? 0
    return hours > 0 ? [t`${amount(hours)} on ${topicName(topic, t)}`] : []
  })
  const counted = amount(hoursCounted)
  const summary = on.length > 0 ? t`Counts ${counted}; ${listText(on)}.` : t`Counts ${counted}.`
  const shown = (entries.get(activity.id)?.reasons ?? []).filter(
    ({ code, hours }) => hours > 0 !== (code === 'accepted') || code === 'topic_hours_missing',
  )
  const context = { cycle, entry: activity, date: (day: string) => formatDate(day, locale), t }
  return [
    summary,
    ...shown.filter(({ code }) => !hiddenReasons.includes(code)).map((reason) => reasonText(reason, context)),
  ]
}

const hiddenReasons: string[] = ['accepted', 'no_certificate', 'converted']

function activityOf(cycle: CeuCycle, values: EntryValues, hasFile: boolean): CreditedActivity | null {
  const hours = contactHoursIn(values)
  if (hours === null || hours <= 0 || values.completedAt === null) return null
  const { amount, unit, kind, completedAt, topicTags, topicHours, counts } = values
  const stated = topicHours.flatMap(({ topic, hours: part }) =>
    part !== null && topicTags.includes(topic) ? [{ topic, hours: part }] : [],
  )
  return {
    ...{ id: 'this', hours, unit, kind, completedAt, topicTags, topicHours: stated },
    amount: unit === 'contact_hour' ? null : amount,
    fileId: hasFile ? 'file' : null,
    acceptedHours: counts.find(({ cycleId }) => cycleId === cycle.id)?.acceptedHours ?? null,
  }
}

/** "a", "a and b", "a, b and c". */
export function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(t.locale).format(parts).replace(/, and (?=[^,]*$)/, ' and ')
}

/** "Texas RN license: 12 of 20 hours. Florida RN license: 9 of 24 hours." */
export function movedText(entries: readonly Pick<CeuEntry, 'counts'>[], cycles: readonly CeuCycle[]): string {
  const ids = new Set(entries.flatMap(({ counts }) => counts.map(({ cycleId }) => cycleId)))
  return [...ids]
    .flatMap((id) => cycles.find((cycle) => cycle.id === id) ?? [])
    .map((cycle) => `${cycleName(cycle)}: ${countText(cycle)}.`)
    .join(' ')
}

/** Details that an audit would still require; `null` if there are none. */
export function gapsText(gaps: readonly CertificateGap[]): string | null {
  if (gaps.length === 0) return null
  return t`An audit will also ask for ${listText(gaps.map((gap) => t(certificateGapNames[gap])))}. You can add it now or later.`
}

/** Names that apps give to their files; a date in them is that of the picture. */
const genericName =
  /^(?:screen ?shot|captura|whatsapp|signal|camscanner|adobe scan|tiny ?scan|genius scan|view ?certificate|gmail|download|untitled|new |print|image from|photo from|scan(?:ned)?(?: (?:from|document|doc|page)|[\s\d.-]*$)|combined, \d|combinado, \d)|^(?:img|image|imagen|photo|foto|dsc|pxl|mvimg|document|documento|doc|file|archivo|attachment|page|microsoft word)?[\s\d._-]*$/i

/** An unambiguous date in a file name that is not after today. */
export function dayOf(fileName: string, today: string): string | null {
  const day = fileName.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/)?.[0] ?? ''
  return isCalendarDate(day) && day <= today && titleOf(fileName) !== '' ? day : null
}

/** A title from a file name: "Pain Management" for "2026-02-14_Pain-Management (1).pdf"; may be empty. */
export function titleOf(fileName: string): string {
  const name = fileName
    .replace(/\.(?:aspx|php|html?|[a-z0-9]{2,5})(?=\.[a-z0-9]{2,5}$)/i, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[_+]+|%20/g, ' ')
  if (genericName.test(name)) return ''
  const title = name
    .replace(/\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[-.]\d{1,2}[-.]\d{2,4}\b|\b\d{8}\b/g, ' ')
    .replace(/\(\d+\)|\((?:adjusted|ajustada)\)|\bcopy\b/gi, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/\b(certificate|cert)( of (completion|attendance|achievement))?\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,-]+|[\s.,-]+$/g, '')
  if (genericName.test(title)) return ''
  return [...`${title.charAt(0).toUpperCase()}${title.slice(1)}`].slice(0, 200).join('')
}
