import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf, isSameCourse } from '#shared/ceu/duties.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { cycleHeadline, cycleName, type DateContext, leftText, shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { endText } from '#web/reminders/reminder-text.ts'
import type { NextStep } from './next-step-props.ts'

/** For so many days, hours that were missing at the end of a cycle may still matter. */
const DAYS_AFTER_END = 120

export function cycleSteps(
  cycle: CeuCycle,
  renewals: readonly RenewalOverview[],
  context: DateContext,
): NextStep[] {
  const progress = progressOf(cycle, context.today)
  const isEnded = progress.state === 'ended'
  if (progress.state === 'done' || (isEnded && isOver(cycle, renewals, context.today))) return []
  return [
    {
      id: cycle.id,
      due: cycle.cycleEnd,
      title: t`CE: ${shortName(cycleName(cycle))}`,
      detail: isEnded
        ? t`Ended on ${formatDate(cycle.cycleEnd, context.locale)} with ${leftText(progress, cycle.rule)} missing.`
        : cycleHeadline(cycle, context),
      look: null,
      label: t`See what is missing`,
      target: { kind: 'cycle', cycleId: cycle.id },
      notice: null,
    },
  ]
}

function isOver(cycle: CeuCycle, renewals: readonly RenewalOverview[], today: string): boolean {
  return cycle.cycleEnd < addDays(today, -DAYS_AFTER_END) || isRenewed(cycle, renewals)
}

/** The duties of the next 120 days, and those that have passed, for as long as they may matter. */
export function dutiesSoon(
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

export function dutyStep(duty: Duty, cycle: CeuCycle, context: DateContext): NextStep {
  const { kind, subjectId, key, topic, dueOn } = duty
  return {
    id: `${kind} ${subjectId} ${key}`,
    due: dueOn,
    title: shortName(topic),
    detail: `${endText({ resourceType: kind, dueOn }, context)} · ${shortName(cycleName(cycle))}`,
    look: null,
    label: t`Open its CE cycle`,
    target: { kind: 'cycle', cycleId: cycle.id },
    notice: null,
  }
}

/** The cycle without the topics that have separate steps. */
export function withoutDuties(cycle: CeuCycle, duties: readonly Duty[]): CeuCycle {
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

export function proposalSteps(proposal: CycleProposal): NextStep[] {
  if (proposal.hasCycle || !hasRequirements(proposal)) return []
  return [
    {
      id: `cycle of ${proposal.credentialId}`,
      due: proposal.cycleEnd,
      title: t`CE: ${shortName(proposal.credentialTitle)}`,
      detail: t`Your hours for this renewal are not tracked yet.`,
      look: null,
      label: t`Add its CE cycle`,
      target: { kind: 'new_cycle', credentialId: proposal.credentialId },
      notice: null,
    },
  ]
}
