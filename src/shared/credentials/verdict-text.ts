import { daysBetween } from '#shared/kernel/dates.ts'
import type { Compact } from './compact.ts'
import { RENEWAL_WINDOW_DAYS } from './renewal-window.ts'
import { shortTitle } from './short-title.ts'
import {
  type Assessment,
  assess,
  type Requirement,
  type StateAssessment,
  type VerdictCredential,
} from './verdict.ts'
import type { Verdict, VerdictState } from './verdict-answer.ts'

type Format = (date: string) => string

/** `assess` in words; `formatDate` formats a calendar date for the owner. */
export function verdictOf(
  credentials: readonly VerdictCredential[],
  { today, compact }: { today: string; compact: Compact },
  formatDate: Format,
): Verdict {
  const assessment = assess(credentials, today, compact)
  const { verdict, until, states } = assessment
  return {
    verdict,
    until,
    headline: headlineOf(assessment, formatDate),
    action: actionOf(assessment, today),
    states: states.map((each) => ({
      state: each.state,
      verdict: each.verdict,
      until: each.until,
      reasons: requirementsOf(each).map((requirement) => ({
        resourceId: requirement.credential.id,
        title: titleOf(requirement),
        reason: reasonOf(requirement, formatDate),
      })),
    })),
  }
}

function headlineOf({ states, verdict, until }: Assessment, formatDate: Format): string {
  const [first] = states
  if (!first) return 'Add your license to see whether you are clear to work.'
  if (verdict === 'yes') return yesText(states.flatMap(requirementsOf), until, formatDate)
  if (states.length === 1) return stateHeadline(first, formatDate)
  if (verdict === 'no')
    return `No. Your licenses for ${listed(states.map(({ state }) => state))} have expired.`
  return (
    commonHeadline(states, formatDate) ??
    states.map((each) => `${each.state}: ${shortAnswer(each, formatDate)}.`).join(' ')
  )
}

/** If the licenses of all states hold and the same certifications do not, that is said once. */
function commonHeadline(states: StateAssessment[], formatDate: Format): string | null {
  const [first] = states
  const [failing, ...more] = first ? failuresOf(first) : []
  const isOnlyCommon = states.every(({ verdict, licenses }) => verdict === 'partly' && licenses.every(holds))
  if (!failing || !isOnlyCommon) return null
  const names = listed(states.map(({ state }) => state))
  return `${names}: your licenses are valid, but ${titleOf(failing)} ${standingText(failing, formatDate)}${rest(more.length)}.${noteOf(failing, formatDate)}`
}

function yesText(requirements: Requirement[], until: string | null, formatDate: Format): string {
  const first = requirements.find(({ end }) => end === until)
  if (until === null || !first) return 'Yes. Nothing that your work requires has an end date.'
  return `Yes, until ${formatDate(until)}. ${titleOf(first)} ends first.${noteOf(first, formatDate)}`
}

function stateHeadline(state: StateAssessment, formatDate: Format): string {
  const [failing, ...more] = failuresOf(state)
  if (!failing) return ''
  const reason = standingText(failing, formatDate)
  const note = noteOf(failing, formatDate)
  switch (state.verdict) {
    case 'unknown':
      return `We can’t tell yet: the ${titleOf(failing)} license ${reason}.${note}`
    case 'no':
      return `No. Your ${titleOf(failing)} license ${reason}.${note}`
    default:
      return `${state.state}: ${partlyText(state, formatDate)}, but ${titleOf(failing)} ${reason}${rest(more.length)}.${note}`
  }
}

function partlyText({ licenses }: StateAssessment, formatDate: Format): string {
  const valid = licenses.filter(holds)
  const ends = valid.flatMap(({ end }) => (end === null ? [] : [end])).sort()
  return ends[0] === undefined
    ? 'your license does not expire'
    : `your license is valid until ${formatDate(ends[0])}`
}

function rest(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', and 1 more does not hold' : `, and ${count} more do not hold`
}

const answers: Record<VerdictState, string> = {
  yes: 'yes',
  partly: 'not fully',
  unknown: 'we can’t tell yet',
  no: 'no',
}

function shortAnswer(state: StateAssessment, formatDate: Format): string {
  const answer = answers[state.verdict]
  if (state.verdict === 'yes')
    return state.until === null ? answer : `${answer}, until ${formatDate(state.until)}`
  const [failing] = failuresOf(state)
  if (state.verdict === 'no' || !failing) return answer
  return `${answer}, ${titleOf(failing)} ${standingText(failing, formatDate)}`
}

/** The most urgent state's first failure; if all holds, what ends first. */
function actionOf({ states, verdict, until }: Assessment, today: string): Verdict['action'] {
  if (verdict === 'no_license') return { kind: 'add_license', label: 'Add a license', resourceId: null }
  if (verdict === 'yes') {
    const first = states.flatMap(requirementsOf).find(({ end }) => end === until)
    if (until === null || !first) return null
    const isSoon = daysBetween(today, until) <= RENEWAL_WINDOW_DAYS
    return isSoon
      ? stepOf(first)
      : { kind: 'view', label: `See ${titleOf(first)}`, resourceId: first.credential.id }
  }
  const urgent = urgency.flatMap((wanted) => states.filter((state) => state.verdict === wanted))
  const [failing] = urgent.flatMap(failuresOf)
  return failing ? stepOf(failing) : null
}

const urgency: VerdictState[] = ['no', 'unknown', 'partly']

function stepOf({ credential, standing }: Requirement): NonNullable<Verdict['action']> {
  const { id: resourceId, submittedOn, hasOpenRenewal } = credential
  if (standing === 'date_missing') return { kind: 'add_date', label: 'Add the date', resourceId }
  const title = shortTitle(credential)
  const verb = submittedOn ? 'Check the renewal of' : hasOpenRenewal ? 'Continue the renewal of' : 'Renew'
  return { kind: 'renew', label: `${verb} ${title}`, resourceId }
}

function requirementsOf({ licenses, certifications }: StateAssessment): Requirement[] {
  return [...licenses, ...certifications]
}

/** What does not hold, as the verdict names it: for `unknown` what lacks a date, else what has lapsed comes first. */
function failuresOf(state: StateAssessment): Requirement[] {
  const failures = requirementsOf(state).filter((each) => !holds(each))
  const leading = state.verdict === 'unknown' ? 'date_missing' : 'lapsed'
  return [
    ...failures.filter(({ standing }) => standing === leading),
    ...failures.filter(({ standing }) => standing !== leading),
  ].sort(
    (a, b) => Number(a.credential.kind === 'certification') - Number(b.credential.kind === 'certification'),
  )
}

function holds({ standing }: Requirement): boolean {
  return standing === 'valid'
}

function titleOf({ credential }: Requirement): string {
  return shortTitle(credential)
}

function reasonOf(requirement: Requirement, formatDate: Format): string {
  const parts = [standingText(requirement, formatDate), submissionText(requirement, formatDate)]
  return parts.filter((part) => part !== '').join('. ')
}

function standingText({ standing, end }: Requirement, formatDate: Format): string {
  if (standing === 'date_missing') return 'has no expiration date'
  if (end === null) return 'does not expire'
  return `${standing === 'lapsed' ? 'expired on' : 'is valid until'} ${formatDate(end)}`
}

/** A sentence after the headline. */
function noteOf(requirement: Requirement, formatDate: Format): string {
  const submission = submissionText(requirement, formatDate)
  return submission && ` ${submission}.`
}

/** Stands beside the standing, never in its place: a submitted renewal makes nothing valid. */
function submissionText({ credential: { submittedOn, kind } }: Requirement, formatDate: Format): string {
  if (!submittedOn) return ''
  const who = kind === 'license' ? 'board' : 'issuer'
  return `Renewal submitted on ${formatDate(submittedOn)}; check with the ${who}`
}

function listed(names: string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
