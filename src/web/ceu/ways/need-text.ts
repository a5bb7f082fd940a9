import { needName } from '#shared/ceu/ceu-text.ts'
import type { CycleNeed, HeldCertification } from '#shared/ceu/needs.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { english } from '#shared/i18n/translate.ts'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

const number = (value: number) => value.toLocaleString(t.locale)

/** Whether a rule names the need in its own words, which are in English. */
export const isInRuleWords = ({ kind, what }: CycleNeed) =>
  what !== null && kind !== 'practice_hours' && kind !== 'academic_credits'

/** The name of a need as a heading, in one language. */
export function needTitle(need: CycleNeed): string {
  const name = needName(need, isInRuleWords(need) ? english : t)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** "valid until Mar 31, 2027", "expired on Mar 31, 2026". */
export function certificationText({ expiresAt }: HeldCertification, { today, locale }: DateContext): string {
  if (expiresAt === null) return t`without an expiration date`
  const date = formatDate(expiresAt, locale)
  return expiresAt < today ? t`expired on ${date}` : t`valid until ${date}`
}

/** Why a chosen certification does not fulfill the need: the renewal requires one that is current at that time. */
export function notMetText({ expiresAt }: HeldCertification, { today }: DateContext): string {
  return expiresAt !== null && expiresAt < today
    ? t`It does not count while it is expired.`
    : t`It expires before this cycle ends. It counts once you renew it and enter the new date.`
}

/** "Met · 400 of 320 recorded", "Missing · 200 of 320 recorded, 120 left", "Missing". */
export function needStateText(need: CycleNeed, context: DateContext): string {
  const { isMet, amount, recorded, isDone } = need
  if (need.kind === 'certification') return certificationStateText(need, context)
  if (amount !== null && recorded !== null) {
    const left = (hundredths(amount) - hundredths(recorded)) / 100
    const count = t`${number(recorded)} of ${number(amount)} recorded`
    if (left <= 0) return isMet ? t`Met · ${count}` : t`Missing · ${count}`
    return isMet ? t`Met · ${count}, ${number(left)} left` : t`Missing · ${count}, ${number(left)} left`
  }
  if (!isMet) return t`Missing`
  return isDone ? t`Met · you said so` : t`Met · in your practice log`
}

function certificationStateText(need: CycleNeed, context: DateContext): string {
  const chosen = chosenCertification(need)
  if (!chosen) return t`Missing`
  const until = certificationText(chosen, context)
  return need.isMet ? t`Met · your ${chosen.title}, ${until}` : t`Missing · your ${chosen.title}, ${until}`
}

export const chosenCertification = ({ candidates, credentialId }: CycleNeed) =>
  candidates.find((one) => one.credentialId === credentialId) ?? null

/** Further notes about a need that is counted from the practice log. */
export function recordedNotes({ lastYearAmount, isProrated }: CycleNeed): string[] {
  return [
    ...(lastYearAmount === null
      ? []
      : [t`${number(lastYearAmount)} of them in the last twelve months of the cycle.`]),
    ...(isProrated
      ? [t`Part of a record lies outside the years that count: only its share is counted.`]
      : []),
  ]
}

/** Whether only the owner can say that the need is met. */
export const isByWord = ({ kind, amount }: CycleNeed) =>
  kind !== 'certification' && (kind === 'other' || amount === null)
