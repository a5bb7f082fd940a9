import { needName } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CycleNeed, HeldCertification } from '#shared/ceu/needs.ts'
import { hundredths } from '#shared/ceu/units.ts'
import type { DateContext } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** The name of a need as a heading. */
export function needTitle(need: CycleNeed): string {
  const name = needName(need)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** "valid until Mar 31, 2027", "expired on Mar 31, 2026". */
export function certificationText({ expiresAt }: HeldCertification, { today, locale }: DateContext): string {
  if (expiresAt === null) return 'without an expiration date'
  return `${expiresAt < today ? 'expired on' : 'valid until'} ${formatDate(expiresAt, locale)}`
}

/** Why a chosen certification does not fulfill the need: the renewal asks for one that is current then. */
export function notMetText({ expiresAt }: HeldCertification, { today }: DateContext): string {
  return expiresAt !== null && expiresAt < today
    ? 'It does not count while it is expired.'
    : 'It expires before this cycle ends. It counts once you renew it and enter the new date.'
}

/** "Met · 400 of 320 recorded", "Missing · 200 of 320 recorded, 120 left", "Missing". */
export function needStateText(need: CycleNeed, context: DateContext): string {
  const { isMet, amount, recorded, isDone } = need
  if (need.kind === 'certification') return certificationStateText(need, context)
  const state = isMet ? 'Met' : 'Missing'
  if (amount !== null && recorded !== null) {
    const left = (hundredths(amount) - hundredths(recorded)) / 100
    return `${state} · ${number(recorded)} of ${number(amount)} recorded${left > 0 ? `, ${number(left)} left` : ''}`
  }
  return isMet ? `Met · ${isDone ? 'you said so' : 'in your practice log'}` : state
}

function certificationStateText(need: CycleNeed, context: DateContext): string {
  const chosen = chosenCertification(need)
  if (!chosen) return 'Missing'
  return `${need.isMet ? 'Met' : 'Missing'} · your ${chosen.title}, ${certificationText(chosen, context)}`
}

export const chosenCertification = ({ candidates, credentialId }: CycleNeed) =>
  candidates.find((one) => one.credentialId === credentialId) ?? null

/** What else to know about a need that is counted from the practice log. */
export function recordedNotes({ lastYearAmount, isProrated }: CycleNeed): string[] {
  return [
    ...(lastYearAmount === null
      ? []
      : [`${number(lastYearAmount)} of them in the last twelve months of the cycle.`]),
    ...(isProrated ? ['Part of a record lies outside the years that count: only its share is counted.'] : []),
  ]
}

/** Whether only the owner can say that it is done. */
export const isByWord = ({ kind, amount }: CycleNeed) =>
  kind !== 'certification' && (kind === 'other' || amount === null)

/** "2 of 3 topics met". */
export function topicsMetText({ topics, topicsCompleted }: CeuCycle): string {
  const met = topicsCompleted.filter(({ isMet }) => isMet).length
  return `${met} of ${topics.length} met; see the list of topics`
}
