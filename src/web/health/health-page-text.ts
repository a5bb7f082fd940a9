import { healthCatalog } from '#shared/health/catalog.ts'
import { type HealthDueState, healthDueState } from '#shared/health/due.ts'
import { type HealthKind, healthKind } from '#shared/health/kinds.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'

type DateContext = { today: string; locale: string | null }

export type ListedRecord = { record: HealthRecord; due: HealthDueState }
export type HealthGroup = { kind: HealthKind; label: string; records: ListedRecord[] }

/** By kind in the order of the catalog, newest first. */
export function groupRecords(records: readonly HealthRecord[], today: string): HealthGroup[] {
  return healthKind.options.flatMap((kind) => {
    const own = records.filter((record) => record.kind === kind)
    if (own.length === 0) return []
    const listed = own.map((record) => ({ record, due: healthDueState(record, records, today) }))
    return [{ kind, label: healthCatalog[kind].label, records: listed }]
  })
}

/** "1 is past its date, 2 come up within 60 days." By the dates that were entered, and no more. */
export function healthHeadline(records: readonly HealthRecord[], today: string): string {
  const states = records.map((record) => healthDueState(record, records, today))
  const count = (state: HealthDueState) => states.filter((each) => each === state).length
  const [past, soon] = [count('past'), count('soon')]
  if (past > 0)
    return `${past} ${past === 1 ? 'is' : 'are'} past ${past === 1 ? 'its' : 'their'} date${soon > 0 ? `, and ${soon} will be within 60 days` : ''}.`
  if (soon > 0) return `${soon} due within 60 days.`
  const dated = states.some((state) => state === 'later')
  return dated ? 'No date you entered is within 60 days.' : 'No date is entered for what comes next.'
}

/** "Next due Mar 31, 2027 · in 130 days"; `null` without a date. */
export function dueText({ record, due }: ListedRecord, { today, locale }: DateContext): string | null {
  const { kind, dueOn } = record
  if (dueOn === null) return null
  const day = formatDate(dueOn, locale)
  if (due === 'replaced') return `Was due ${day}. A newer one is recorded.`
  const { dueLabel } = healthCatalog[kind]
  const isExpiry = dueLabel === 'Expires on'
  const words = due === 'past' ? (isExpiry ? 'Expired' : 'Was due') : isExpiry ? 'Expires' : 'Due'
  return `${words} ${day} · ${formatDays(daysBetween(today, dueOn))}`
}

/** "Feb 14, 2026", or that there is no date. */
export function performedText({ performedOn }: HealthRecord, locale: string | null): string {
  return performedOn === null ? 'No date recorded' : formatDate(performedOn, locale)
}
