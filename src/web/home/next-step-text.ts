import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf, isSameCourse } from '#shared/ceu/duties.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import type { OpenMove } from '#shared/compact/practice-answer.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, type Look, lookOf } from '#shared/credentials/status.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { Notice } from '#shared/notices/notice.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { leftCount } from '#shared/requirements/left-count.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { cycleHeadline, cycleName, type DateContext, leftText, shortName } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { endText, warningText } from '#web/reminders/reminder-text.ts'

/** The screen on which the step is taken. */
export type StepTarget =
  | { kind: 'renew' | 'add_date'; credentialId: string }
  | { kind: 'cycle'; cycleId: string }
  | { kind: 'new_cycle'; credentialId: string }
  | { kind: 'reminder_settings' }
  | { kind: 'states' }
  | { kind: 'health'; recordId: string }
  | { kind: 'list'; listId: string }

export type NextStep = {
  id: string
  /** `YYYY-MM-DD`; null for what may matter any day: a missing date, a reminder that does not arrive. */
  due: string | null
  title: string
  detail: string
  /** Of a credential; null for everything else. */
  look: Look | null
  /** On the button. */
  label: string
  target: StepTarget
  /** What hides it, where it may be hidden. */
  notice: Notice | null
}

export type NextStepSources = {
  /** Current credentials, in any order; those that need nothing yet are left out. */
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  proposals: readonly CycleProposal[]
  /** The open renewal and the last finished one of each credential. */
  renewals: readonly RenewalOverview[]
  warnings: ReminderSummary['warnings']
  /** An application after a move that is not recorded yet. */
  move: OpenMove | null
  /** Health records that are due within 60 days. */
  health: readonly DueHealthRecord[]
  /** Of contracts, with what is left of each. */
  lists: readonly ListSummary[]
  /** The verdict's own action, which stands above the list. */
  above: Verdict['action']
}

/** Everything that is left to do in one list: what has passed first, then what may matter any day, then by date. */
export function nextSteps(sources: NextStepSources, context: DateContext): NextStep[] {
  const { credentials, cycles, proposals, renewals, warnings, move, health, lists, above } = sources
  const open = renewals.filter(({ state }) => state !== 'done')
  const isOpen = ({ id }: Credential) => open.some(({ credentialId }) => credentialId === id)
  const isAbove = (id: string) => above?.resourceId === id
  const duties = dutiesSoon(cycles, renewals, context.today)
  return [
    ...credentials
      // A renewal under way tells the date, too.
      .filter((each) => !isAbove(each.id) && (isDateMissing(each) || !isOpen(each)))
      .flatMap((each) => credentialSteps(each, context)),
    ...open
      .filter(({ credentialId }) => !(above?.kind === 'renew' && isAbove(credentialId)))
      .map((each) => renewalStep(each, credentials, context)),
    ...cycles.flatMap((cycle) => [
      ...duties.filter(({ cycleId }) => cycleId === cycle.id).map((duty) => dutyStep(duty, cycle, context)),
      ...cycleSteps(withoutDuties(cycle, duties), renewals, context),
    ]),
    ...proposals.flatMap((proposal) => proposalSteps(proposal)),
    ...(move ? [moveStep(move, context)] : []),
    ...health.map((record) => healthStep(record, context)),
    ...lists.flatMap((list) => listSteps(list, context)),
    ...warnings.map(warningStep),
  ].sort((a, b) => compareDue(a.due ?? context.today, b.due ?? context.today))
}

function compareDue(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function credentialSteps(credential: Credential, { today, locale }: DateContext): NextStep[] {
  const { id, expiresAt } = credential
  const isMissing = isDateMissing(credential)
  const isFar = expiresAt === null || expiresAt > addDays(today, RENEWAL_WINDOW_DAYS)
  if (!isMissing && isFar) return []
  return [
    {
      id,
      due: expiresAt,
      title: shortTitle(credential),
      detail: isMissing
        ? 'You get no warning until its date is here.'
        : expiryText(credential, today, locale),
      look: lookOf(credential, today),
      label: isMissing ? 'Add the date' : 'Renew',
      target: { kind: isMissing ? 'add_date' : 'renew', credentialId: id },
      notice: null,
    },
  ]
}

function renewalStep(
  renewal: RenewalOverview,
  credentials: readonly Credential[],
  { today, locale }: DateContext,
): NextStep {
  const { id, credentialId, title } = renewal
  const credential = credentials.find((each) => each.id === credentialId)
  const end = credential?.expiresAt ? `${expiryText(credential, today, locale)}. ` : ''
  return {
    id,
    due: credential?.expiresAt ?? null,
    title,
    detail: `${end}${underWayText(renewal, locale)}`,
    look: credential?.expiresAt ? lookOf(credential, today) : null,
    label: 'Continue renewal',
    target: { kind: 'renew', credentialId },
    notice: null,
  }
}

function underWayText({ kind, openedOn, submittedOn }: RenewalOverview, locale: string | null): string {
  if (submittedOn === null)
    return `Renewal under way since ${formatDate(openedOn, locale)}, not submitted yet.`
  const who = kind === 'license' ? 'board' : 'issuer'
  return `Renewal under way: submitted on ${formatDate(submittedOn, locale)}. Check with the ${who}.`
}

/** For so many days, hours that were missing at the end of a cycle may still matter. */
const DAYS_AFTER_END = 120

function cycleSteps(cycle: CeuCycle, renewals: readonly RenewalOverview[], context: DateContext): NextStep[] {
  const progress = progressOf(cycle, context.today)
  const isEnded = progress.state === 'ended'
  if (progress.state === 'done' || (isEnded && isOver(cycle, renewals, context.today))) return []
  return [
    {
      id: cycle.id,
      due: cycle.cycleEnd,
      title: `CE: ${shortName(cycleName(cycle))}`,
      detail: isEnded
        ? `Ended on ${formatDate(cycle.cycleEnd, context.locale)} with ${leftText(progress, cycle.rule)} missing.`
        : cycleHeadline(cycle, context),
      look: null,
      label: 'See what is missing',
      target: { kind: 'cycle', cycleId: cycle.id },
      notice: null,
    },
  ]
}

function isOver(cycle: CeuCycle, renewals: readonly RenewalOverview[], today: string): boolean {
  return cycle.cycleEnd < addDays(today, -DAYS_AFTER_END) || isRenewed(cycle, renewals)
}

/** The duties of the next 120 days, and those that have passed, for as long as they may matter. */
function dutiesSoon(
  cycles: readonly CeuCycle[],
  renewals: readonly RenewalOverview[],
  today: string,
): Duty[] {
  const over = new Set(cycles.filter((cycle) => isOver(cycle, renewals, today)).map(({ id }) => id))
  return dutiesOf(cycles).filter(
    ({ dueOn, cycleId }) =>
      dueOn <= addDays(today, RENEWAL_WINDOW_DAYS) &&
      (dueOn >= addDays(today, -DAYS_AFTER_END) || !over.has(cycleId)),
  )
}

function dutyStep(duty: Duty, cycle: CeuCycle, context: DateContext): NextStep {
  const { kind, subjectId, key, topic, dueOn } = duty
  return {
    id: `${kind} ${subjectId} ${key}`,
    due: dueOn,
    title: shortName(topic),
    detail: `${endText({ resourceType: kind, dueOn }, context)} · ${shortName(cycleName(cycle))}`,
    look: null,
    label: 'Open its CE cycle',
    target: { kind: 'cycle', cycleId: cycle.id },
    notice: null,
  }
}

/** The cycle without the topics that steps of their own are about. */
function withoutDuties(cycle: CeuCycle, duties: readonly Duty[]): CeuCycle {
  const isOther = (_topic: unknown, index: number) => !duties.some((duty) => isSameCourse(duty, cycle, index))
  return {
    ...cycle,
    topics: cycle.topics.filter(isOther),
    topicsCompleted: cycle.topicsCompleted.filter(isOther),
  }
}

/** Whether the term that asked for the hours of a cycle was ended by a renewal, or one was finished after the cycle. */
function isRenewed(
  { cycleEnd, licenseId, certificationId }: CeuCycle,
  renewals: readonly RenewalOverview[],
): boolean {
  return renewals.some(
    ({ credentialId, finishedAt, endedTerm }) =>
      credentialId === (licenseId ?? certificationId) &&
      finishedAt !== null &&
      ((endedTerm !== null && endedTerm >= cycleEnd) || finishedAt.slice(0, 10) > cycleEnd),
  )
}

function proposalSteps(proposal: CycleProposal): NextStep[] {
  if (proposal.hasCycle || !hasRequirements(proposal)) return []
  return [
    {
      id: `cycle of ${proposal.credentialId}`,
      due: proposal.cycleEnd,
      title: `CE: ${shortName(proposal.credentialTitle)}`,
      detail: 'Your hours for this renewal are not tracked yet.',
      look: null,
      label: 'Add its CE cycle',
      target: { kind: 'new_cycle', credentialId: proposal.credentialId },
      notice: null,
    },
  ]
}

function moveStep({ residenceId, state, applyBy }: OpenMove, context: DateContext): NextStep {
  return {
    id: `move ${residenceId}`,
    due: applyBy,
    title: `License application in ${state}`,
    detail: endText({ resourceType: 'moveDeadline', dueOn: applyBy }, context),
    look: null,
    label: 'See what to apply for',
    target: { kind: 'states' },
    notice: null,
  }
}

function healthStep({ id, title, dueOn }: DueHealthRecord, context: DateContext): NextStep {
  return {
    id,
    due: dueOn,
    title,
    detail: endText({ resourceType: 'healthRecord', dueOn }, context),
    look: null,
    label: 'Open it',
    target: { kind: 'health', recordId: id },
    notice: null,
  }
}

/** One step for each contract that has not ended, from 120 days before its first day. */
function listSteps(list: ListSummary, context: DateContext): NextStep[] {
  const { id, name, startsOn, endsOn, itemCount, counts, left } = list
  const count = leftCount({ itemCount, counts })
  const isSoon = startsOn !== null && startsOn <= addDays(context.today, RENEWAL_WINDOW_DAYS)
  if (!isSoon || count === 0 || (endsOn ?? startsOn) < context.today) return []
  const more = count > left.length ? ` and ${count - left.length} more` : ''
  return [
    {
      id: `list ${id}`,
      due: startsOn,
      title: `For ${name}`,
      detail: `${endText({ resourceType: 'requirementList', dueOn: startsOn }, context)} · ${left.join(', ')}${more}`,
      look: null,
      label: 'See what is left',
      target: { kind: 'list', listId: id },
      notice: null,
    },
  ]
}

function warningStep(warning: ReminderSummary['warnings'][number]): NextStep {
  const { title, advice } = warningText(warning)
  return {
    id: `${warning.code} ${warning.channel}`,
    due: null,
    title,
    detail: advice,
    look: null,
    label: 'Reminder settings',
    target: { kind: 'reminder_settings' },
    notice: warning.code === 'mail_not_set_up' ? 'mail_not_set_up' : null,
  }
}

/** Below an empty list: it knows only what was entered, and not what a board asks for without a rule. */
export function nothingText(proposals: readonly CycleProposal[], hasMoreAbove: boolean): string {
  const nothing = `Nothing ${hasMoreAbove ? 'else ' : ''}to do right now, by what you entered.`
  const names = proposals
    .filter(({ rule, hasCycle }) => rule === null && !hasCycle)
    .map(({ credentialTitle }) => shortName(credentialTitle))
  const [first, ...more] = names
  if (first === undefined) return `${nothing} Lanyard does not know every CE rule.`
  const what = more.length === 0 ? `your ${first}` : `${names.length} of your licenses`
  return `${nothing} Lanyard knows no CE rule for ${what}.`
}
