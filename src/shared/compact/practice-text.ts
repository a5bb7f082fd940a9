import { titleIn } from '#shared/credentials/short-title.ts'
import { territories } from '#shared/credentials/territories.ts'
import { stateText } from '#shared/credentials/title-text.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import type { Finding } from './practice.ts'
import type { PracticeLook } from './practice-answer.ts'
import { type PracticeLicense, placeOf } from './practice-license.ts'

type Format = (date: string) => string
type Asked = { state: string; date: string }

/** The names of the map's styles. */
export const lookNames: Record<PracticeLook, string> = {
  licensed: msg`Licensed`,
  by_compact: msg`By compact`,
  pending: msg`Pending`,
  not: msg`Not licensed`,
  unknown: msg`Not clear yet`,
}

/** The basis of every answer. */
export const practiceBasis = msg`Based on the dates you entered and public lists of the compact. Not legal advice: the board and your employer decide.`

/** For a visit by phone or video. */
export const telehealthText = msg`For telehealth, the patient’s state counts: look up the state where the patient is during the visit.`

/** How a sentence is worded for its owner. */
type Words = { t: Translate; formatDate: Format }

/** Why, in a sentence. `place` is the name of the state that was asked about. */
export function reasonText(finding: Finding, { state: place, date }: Asked, words: Words): string {
  const { t, formatDate } = words
  const { license, record, move } = finding
  const title = titleIn(license?.title ?? '', t)
  const home = stateName(placeOf(license?.state ?? ''), t)
  const to = stateName(move?.to ?? '', t)
  const validity = validityText(finding, words)
  switch (finding.reason) {
    case 'licensed':
      return `${title}: ${validity}.`
    case 'compact':
      return record?.implementationDate
        ? t`${title} is a multistate license, ${validity}, and ${place} has been in the compact since ${formatDate(record.implementationDate)}.`
        : t`${title} is a multistate license, ${validity}, and ${place} accepts multistate licenses of other states.`
    case 'move_overdue': {
      const applyBy = formatDate(move?.applyBy ?? date)
      return t`You moved to ${to} on ${formatDate(move?.from ?? date)}. An application there was due by ${applyBy}, and none is recorded.`
    }
    case 'multistate_unknown':
      return t`${place} is in the compact. You have not said whether ${title} is multistate: look at the card or on Nursys.`
    case 'date_missing':
      return t`${title} has no expiration date here.`
    case 'compact_pending':
      return t`${place} has passed the compact, and no source says when multistate licenses start to count there.`
    case 'state_unknown':
      return t`The list of compact states does not mention ${place}.`
    case 'compact_not_yet':
      return t`The compact starts in ${place} on ${formatDate(record?.implementationDate ?? date)}.`
    case 'ended_by_move':
      return t`When you moved away from ${home}, out of the compact, ${title} became a license for ${home} only.`
    case 'replaced':
      return t`Your multistate license of ${to} has replaced ${title}.`
    case 'lapsed':
      return license?.expiresAt
        ? t`${title} ends on ${formatDate(license.expiresAt)}, before that day.`
        : t`${title} has ended, before that day.`
    case 'not_issued':
      return t`${title} begins on ${formatDate(license?.issuedAt ?? date)}, after that day.`
    case 'single_state':
      return t`${title} is a single-state license.`
    case 'home_not_member':
      return t`${home} is not in the compact on that day, so ${title} counts there only.`
    case 'state_not_member':
      return t`${place} is not in the compact. You need a license of ${place}.`
    case 'outside_compact': {
      const type = license?.type ?? ''
      return t`${type} licenses are outside the Nurse Licensure Compact. You need a license of ${place}.`
    }
    case 'no_license':
      return t`No license is recorded.`
  }
}

/** Warnings to show with the answer. */
export function warningTexts(finding: Finding, words: Words): string[] {
  const { t } = words
  const { may, reason, record, license } = finding
  if (may !== true || license === null) return []
  // The note is a fact of the rule pack, in English.
  const unsure =
    reason === 'compact' && record !== null && record.confidence !== 'high'
      ? `${t`Confirm this with the board.`} ${record.note ?? ''}`.trim()
      : null
  return [moveWarning(finding, license, words), unsure].filter((each) => each !== null)
}

function moveWarning(
  { reason, move }: Finding,
  license: PracticeLicense,
  { t, formatDate }: Words,
): string | null {
  const to = stateName(move?.to ?? '', t)
  const applyBy = formatDate(move?.applyBy ?? '1970-01-01')
  const title = titleIn(license.title, t)
  switch (move?.state) {
    case 'unrecorded':
      return reason === 'licensed'
        ? null
        : t`This assumes that you live in ${stateName(placeOf(license.state), t)}. Record where you live to be sure.`
    case 'counting':
      return t`You moved to ${to}. Apply there by ${applyBy}.`
    case 'applied':
      return t`You moved to ${to} and applied in time. ${title} covers you until the new license is issued.`
    case 'overdue':
      return t`You moved to ${to}. An application there was due by ${applyBy}.`
    case 'ended':
      return t`You live in ${to}. Ask the board whether ${title} has become a single-state license.`
    default:
      return null
  }
}

/** "Florida"; the typed text, if it is not a state. */
export function stateName(state: string, t: Translate): string {
  const territory = territories.find(({ code }) => code === state)
  return territory?.name ?? stateText(state, t)
}

function validityText({ license }: Finding, { t, formatDate }: Words): string {
  return license?.expiresAt ? t`valid until ${formatDate(license.expiresAt)}` : t`marked as never expiring`
}
