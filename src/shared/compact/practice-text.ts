import type { CompactRecord } from '#shared/credentials/compact.ts'
import { findState } from '#shared/credentials/states.ts'
import type { Finding } from './practice.ts'
import type { PracticeLook } from './practice-answer.ts'
import { type PracticeLicense, placeOf } from './practice-license.ts'

type Format = (date: string) => string
type Asked = { state: string; date: string }

/** The words beside the looks of the map. */
export const lookNames: Record<PracticeLook, string> = {
  licensed: 'Licensed',
  by_compact: 'By compact',
  pending: 'Pending',
  not: 'Not',
  unknown: 'Unknown',
}

/** The basis of every answer. */
export const practiceBasis =
  'By the dates you entered and public lists of the compact. This is not legal advice: the board and your employer decide.'

/** For a visit by phone or video. */
export const telehealthText =
  'For telehealth the patient’s state counts: look up the state in which the patient is at the time of the visit.'

/** Why, in a sentence. `place` is the name of the state that was asked about. */
export function reasonText(finding: Finding, { state: place, date }: Asked, formatDate: Format): string {
  const { license, record, move } = finding
  const title = license?.title ?? ''
  const home = stateName(placeOf(license?.state ?? ''))
  const to = stateName(move?.to ?? '')
  switch (finding.reason) {
    case 'licensed':
      return `${title}: ${validityText(finding, formatDate)}.`
    case 'compact':
      return `${title} is a multistate license, ${validityText(finding, formatDate)}, and ${countsText(place, record, formatDate)}.`
    case 'move_overdue':
      return `You moved to ${to} on ${formatDate(move?.from ?? date)}. An application there was due by ${formatDate(move?.applyBy ?? date)}, and none is recorded.`
    case 'multistate_unknown':
      return `${place} is in the compact. You have not said whether ${title} is multistate: look at the card or on Nursys.`
    case 'date_missing':
      return `${title} has no expiration date here.`
    case 'compact_pending':
      return `${place} has passed the compact, and no source says from when a multistate license counts there.`
    case 'state_unknown':
      return `The list of compact states says nothing about ${place}.`
    case 'compact_not_yet':
      return `The compact starts in ${place} on ${formatDate(record?.implementationDate ?? date)}.`
    case 'ended_by_move':
      return `When you moved away from ${home}, out of the compact, ${title} became a license for ${home} only.`
    case 'replaced':
      return `Your multistate license of ${to} has taken the place of ${title}.`
    case 'lapsed':
      return `${title} ${license?.expiresAt ? `ends on ${formatDate(license.expiresAt)}` : 'has ended'}, before that day.`
    case 'not_issued':
      return `${title} begins on ${formatDate(license?.issuedAt ?? date)}, after that day.`
    case 'single_state':
      return `${title} is a single-state license.`
    case 'home_not_member':
      return `${home} is not in the compact on that day, so ${title} counts there only.`
    case 'state_not_member':
      return `${place} is not in the compact. You need a license of ${place}.`
    case 'outside_compact':
      return `${license?.type} licenses are outside the Nurse Licensure Compact. You need a license of ${place}.`
    case 'no_license':
      return 'No license is recorded.'
  }
}

/** What to look at besides. */
export function warningTexts(finding: Finding, formatDate: Format): string[] {
  const { may, reason, record, license } = finding
  if (may !== true || license === null) return []
  const unsure =
    reason === 'compact' && record !== null && record.confidence !== 'high'
      ? `Confirm this with the board. ${record.note ?? ''}`.trim()
      : null
  return [moveWarning(finding, license, formatDate), unsure].filter((each) => each !== null)
}

function moveWarning({ reason, move }: Finding, license: PracticeLicense, formatDate: Format): string | null {
  const to = stateName(move?.to ?? '')
  const applyBy = formatDate(move?.applyBy ?? '1970-01-01')
  switch (move?.state) {
    case 'unrecorded':
      return reason === 'licensed'
        ? null
        : `This assumes that you live in ${stateName(placeOf(license.state))}. Record where you live to be sure.`
    case 'counting':
      return `You moved to ${to}. Apply there by ${applyBy}.`
    case 'applied':
      return `You moved to ${to} and applied in time. ${license.title} covers you until the new license is issued.`
    case 'overdue':
      return `You moved to ${to}. An application there was due by ${applyBy}.`
    case 'ended':
      return `You live in ${to}. Ask the board whether ${license.title} has become a single-state license.`
    default:
      return null
  }
}

/** "Florida"; what was typed, if it is no state. */
export function stateName(state: string): string {
  const territories: Partial<Record<string, string>> = { GU: 'Guam', VI: 'US Virgin Islands' }
  return findState(state)?.name ?? territories[state] ?? state
}

function validityText({ license }: Finding, formatDate: Format): string {
  return license?.expiresAt ? `valid until ${formatDate(license.expiresAt)}` : 'marked as never expiring'
}

function countsText(place: string, record: CompactRecord | null, formatDate: Format): string {
  return record?.implementationDate
    ? `${place} has been in the compact since ${formatDate(record.implementationDate)}`
    : `${place} counts multistate licenses of other states`
}
