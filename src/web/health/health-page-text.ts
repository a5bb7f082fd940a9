import { healthCatalog } from '#shared/health/catalog.ts'
import { type HealthDueState, healthDueState } from '#shared/health/due.ts'
import { healthKind } from '#shared/health/kinds.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { type DateContext, formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

export type ListedRecord = { record: HealthRecord; due: HealthDueState }

/** What is due first, soonest first; the others by kind in the order of the catalog. */
export function listRecords(records: readonly HealthRecord[], today: string): ListedRecord[] {
  const listed = records.map((record) => ({ record, due: healthDueState(record, records, today) }))
  const isDue = ({ due }: ListedRecord) => due === 'past' || due === 'soon'
  const byKind = ({ record }: ListedRecord) => healthKind.options.indexOf(record.kind)
  return [
    ...listed
      .filter(isDue)
      .toSorted((one, other) => ((one.record.dueOn ?? '') < (other.record.dueOn ?? '') ? -1 : 1)),
    ...listed.filter((one) => !isDue(one)).toSorted((one, other) => byKind(one) - byKind(other)),
  ]
}

/** "1 is past its date, 2 come up within 60 days." By the dates that were entered, and no more. */
export function healthHeadline(records: readonly HealthRecord[], today: string): string {
  const states = records.map((record) => healthDueState(record, records, today))
  const count = (state: HealthDueState) => states.filter((each) => each === state).length
  const [past, soon] = [count('past'), count('soon')]
  if (past > 0 && soon > 0)
    return t`${plural(past, { one: '# is past its date', other: '# are past their date' })}, and ${soon} will be within 60 days.`
  if (past > 0) return t`${plural(past, { one: '# is past its date.', other: '# are past their date.' })}`
  if (soon > 0) return t`${soon} due within 60 days.`
  const dated = states.some((state) => state === 'later')
  return dated ? t`No date you entered is within 60 days.` : t`No date is entered for what comes next.`
}

/** "Next due Mar 31, 2027 · in 130 days"; `null` without a date. */
export function dueText({ record, due }: ListedRecord, { today, locale }: DateContext): string | null {
  const { kind, dueOn } = record
  if (dueOn === null) return null
  const day = formatDate(dueOn, locale)
  if (due === 'replaced') return t`Was due ${day}. A newer one is recorded.`
  const isExpiry = healthCatalog[kind].dueLabel === msg`Expires on`
  const when = `${day} · ${formatDays(daysBetween(today, dueOn))}`
  if (due === 'past') return isExpiry ? t`Expired ${when}` : t`Was due ${when}`
  return isExpiry ? t`Expires ${when}` : t`Due ${when}`
}

/** "TB test, May 1, 2026"; without a date, what it is. */
export function datedTitle(record: HealthRecord, locale: string | null): string {
  const title = healthTitle(record, t)
  return record.performedOn === null ? title : `${title}, ${formatDate(record.performedOn, locale)}`
}

/** "Feb 14, 2026", or that there is no date. */
export function performedText(performedOn: string | null, locale: string | null): string {
  return performedOn === null ? t`No date recorded` : formatDate(performedOn, locale)
}
