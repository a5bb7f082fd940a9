import { plural, type Translate } from '#shared/i18n/translate.ts'
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
import { mostInHeadline } from './verdict-basis.ts'

/** The language of the answer, and how it writes a calendar date for the owner. */
export type Words = { t: Translate; formatDate: (date: string) => string }

/** `assess` in words. */
export function verdictOf(
  credentials: readonly VerdictCredential[],
  { today, compact }: { today: string; compact: Compact },
  words: Words,
): Verdict {
  const assessment = assess(credentials, today, compact)
  const { verdict, until, states } = assessment
  return {
    verdict,
    until,
    headline: headlineOf(assessment, words),
    action: actionOf(assessment, today, words.t),
    ...(states.length > 1 && { answers: answersOf(states, words) }),
    states: states.map((each) => ({
      state: each.state,
      verdict: each.verdict,
      until: each.until,
      reasons: [
        ...each.replaced.map((replaced) => replacedReason(replaced, words)),
        ...requirementsOf(each).map((requirement) => presentReason(requirement, words)),
      ],
    })),
  }
}

function headlineOf({ states, verdict, until }: Assessment, words: Words): string {
  const { t } = words
  const [first] = states
  if (!first) return t`Add your license to see whether you are clear to work.`
  if (verdict === 'yes') return yesText(states.flatMap(requirementsOf), until, words)
  if (states.length === 1) return stateHeadline(first, words)
  if (verdict === 'no') return t`No. Your licenses for ${placeOf(states, t)} have expired.`
  const common = commonHeadline(states, words)
  if (common !== null) return common
  const answers = answerGroups(states, words)
  if (answers.length <= mostInHeadline.answers)
    return answers.map((group) => `${placeOf(group.states, t)}: ${shortText(group, t)}.`).join(' ')
  const clear = states.filter((each) => each.verdict === 'yes').length
  const total = states.length
  return clear === 0
    ? t`Not fully clear in any of your ${total} states.`
    : t`Clear in ${clear} of ${total} states.`
}

/** The names of a few states, or the number of many. */
function placeOf(states: StateAssessment[], t: Translate): string {
  const count = states.length
  return count > mostInHeadline.states ? t`${count} states` : listed(states, t)
}

type AnswerGroup = { verdict: VerdictState; text: string; states: StateAssessment[] }

/** States with the same answer are one group. */
function answerGroups(states: StateAssessment[], words: Words): AnswerGroup[] {
  const groups = Map.groupBy(states, (state) => answerText(state, words))
  return [...groups].flatMap(([text, those]) =>
    those[0] ? [{ verdict: those[0].verdict, text, states: those }] : [],
  )
}

/** The worst answer comes first, and an earlier end before a later one. */
function answersOf(states: StateAssessment[], words: Words): NonNullable<Verdict['answers']> {
  const sorted = states.toSorted(
    (a, b) =>
      severity.indexOf(a.verdict) - severity.indexOf(b.verdict) ||
      (a.until ?? '9999').localeCompare(b.until ?? '9999'),
  )
  return answerGroups(sorted, words).map((group) => ({
    ...group,
    states: group.states.map(({ state }) => state),
  }))
}

function shortText({ verdict, text }: AnswerGroup, t: Translate): string {
  return verdict === 'no' ? t`no` : text
}

/**
 * If the licenses of all states are valid and every state fails because of the same certifications, the headline says
 * so once.
 */
function commonHeadline(states: StateAssessment[], words: Words): string | null {
  const { t } = words
  const [first] = states
  const [failing, ...more] = first ? failuresOf(first) : []
  const isOnlyCommon = states.every(({ verdict, licenses }) => verdict === 'partly' && licenses.every(holds))
  if (!failing || !isOnlyCommon) return null
  const place = placeOf(states, t)
  return failureText({ place, license: t`your licenses are valid`, failing, more: more.length }, words)
}

function yesText(requirements: Requirement[], until: string | null, words: Words): string {
  const { t, formatDate } = words
  const first = requirements.find(({ end }) => end === until)
  if (until === null || !first) return t`Yes. Nothing you need for work has an expiration date.`
  const text = t`Yes, until ${formatDate(until)}. ${titleOf(first)} expires first.`
  return withSubmission(text, first, words)
}

function stateHeadline(state: StateAssessment, words: Words): string {
  const { t, formatDate } = words
  const [failing, ...more] = failuresOf(state)
  if (!failing) return ''
  if (state.verdict === 'partly') {
    const license = licenseClause(state, words)
    return failureText({ place: state.state, license, failing, more: more.length }, words)
  }
  const title = titleOf(failing)
  const text =
    failing.end === null
      ? t`We can’t tell yet: the ${title} license has no expiration date.`
      : t`No. Your ${title} license expired on ${formatDate(failing.end)}.`
  return withSubmission(text, failing, words)
}

/** `license` is a clause with its own subject, and so is the text of `failing`. This works in any language. */
type Failure = { place: string; license: string; failing: Requirement; more: number }

function failureText({ place, license, failing, more }: Failure, words: Words): string {
  const { t } = words
  const failure = failureClause(failing, words)
  const text =
    more === 0
      ? t`${place}: ${license}, but ${failure}.`
      : t`${place}: ${license}, but ${failure}, and ${plural(more, { one: '# more needs attention', other: '# more need attention' })}.`
  return withSubmission(text, failing, words)
}

function licenseClause({ licenses }: StateAssessment, { t, formatDate }: Words): string {
  const valid = licenses.filter(holds)
  const ends = valid.flatMap(({ end }) => (end === null ? [] : [end])).sort()
  return ends[0] === undefined
    ? t`your license does not expire`
    : t`your license is valid until ${formatDate(ends[0])}`
}

/** The answer of one state among several, without its name. */
function answerText(state: StateAssessment, words: Words): string {
  const { t, formatDate } = words
  const { verdict, until } = state
  if (verdict === 'yes') return until === null ? t`yes` : t`yes, until ${formatDate(until)}`
  const [failing] = failuresOf(state)
  if (verdict === 'no' || !failing) return t`no, your license has expired`
  const failure = failureClause(failing, words)
  return verdict === 'partly' ? t`not fully, ${failure}` : t`we can’t tell yet, ${failure}`
}

/** The first failure of the most urgent state; if everything is valid, the first thing to end. */
function actionOf({ states, verdict, until }: Assessment, today: string, t: Translate): Verdict['action'] {
  if (verdict === 'no_license') return { kind: 'add_license', label: t`Add a license`, resourceId: null }
  if (verdict === 'yes') {
    const first = states.flatMap(requirementsOf).find(({ end }) => end === until)
    if (until === null || !first) return null
    const isSoon = daysBetween(today, until) <= RENEWAL_WINDOW_DAYS
    return isSoon
      ? stepOf(first, t)
      : { kind: 'view', label: t`See ${titleOf(first)}`, resourceId: first.credential.id }
  }
  const urgent = severity.flatMap((wanted) => states.filter((state) => state.verdict === wanted))
  const [failing] = urgent.flatMap(failuresOf)
  return failing ? stepOf(failing, t) : null
}

/** Worst first. */
const severity: VerdictState[] = ['no', 'unknown', 'partly', 'yes']

function stepOf({ credential, standing }: Requirement, t: Translate): NonNullable<Verdict['action']> {
  const { id: resourceId } = credential
  if (standing === 'date_missing') return { kind: 'add_date', label: t`Add the date`, resourceId }
  return { kind: 'renew', label: renewalLabel(credential, t), resourceId }
}

function renewalLabel(credential: VerdictCredential, t: Translate): string {
  const title = shortTitle(credential)
  if (credential.submittedOn) return t`Check the renewal of ${title}`
  return credential.hasOpenRenewal ? t`Continue the renewal of ${title}` : t`Renew ${title}`
}

function requirementsOf({ licenses, certifications }: StateAssessment): Requirement[] {
  return [...licenses, ...certifications]
}

/** The failures that the verdict names: for `unknown` the records without a date, otherwise lapsed records first. */
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

function presentReason(requirement: Requirement, words: Words) {
  return {
    resourceId: requirement.credential.id,
    title: titleOf(requirement),
    reason: reasonOf(requirement, words),
  }
}

/** A license that is not needed, and the license that counts in its place. */
function replacedReason({ own, by }: StateAssessment['replaced'][number], words: Words) {
  const { t } = words
  const reason = presentReason(own, words)
  return { ...reason, reason: `${reason.reason}. ${t`${titleOf(by)} is multistate and counts here`}` }
}

/** The text that follows the title of a requirement. */
function reasonOf(requirement: Requirement, words: Words): string {
  const parts = [standingText(requirement, words), submissionText(requirement, words)]
  return parts.filter((part) => part !== '').join('. ')
}

function standingText({ standing, end }: Requirement, { t, formatDate }: Words): string {
  if (standing === 'date_missing') return t`has no expiration date`
  if (end === null) return t`does not expire`
  return standing === 'lapsed' ? t`expired on ${formatDate(end)}` : t`is valid until ${formatDate(end)}`
}

/** "BLS expired on Oct 31, 2026". */
function failureClause(requirement: Requirement, { t, formatDate }: Words): string {
  const { end } = requirement
  const title = titleOf(requirement)
  return end === null ? t`${title} has no expiration date` : t`${title} expired on ${formatDate(end)}`
}

/** Adds a sentence about a submitted renewal. */
function withSubmission(text: string, requirement: Requirement, words: Words): string {
  const submission = submissionText(requirement, words)
  return submission === '' ? text : `${text} ${submission}.`
}

/** Added to the status, and never instead of it: submitting a renewal makes nothing valid. */
function submissionText({ credential }: Requirement, { t, formatDate }: Words): string {
  const { submittedOn, kind } = credential
  if (!submittedOn) return ''
  const date = formatDate(submittedOn)
  return kind === 'license'
    ? t`Renewal submitted on ${date}; check with the board`
    : t`Renewal submitted on ${date}; check with the issuer`
}

function listed(states: StateAssessment[], t: Translate): string {
  return new Intl.ListFormat(t.locale).format(states.map(({ state }) => state))
}
