import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf, isSameCourse } from '#shared/ceu/duties.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { askedBy, hasRequirements } from '#shared/ceu/proposal.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import type { NextStep, ProposedCycle } from './home-answer.ts'

/** Hours that were missing at the end of a cycle may still matter for this many days. */
const DAYS_AFTER_END = 120

type Cycles = readonly CeuCycle[]
type Renewals = readonly RenewalOverview[]

/** Topics with their own due dates, and for each cycle everything else that is missing. */
export function cycleSteps(cycles: Cycles, renewals: Renewals, today: string): NextStep[] {
  const duties = dutiesSoon(cycles, renewals, today)
  return cycles.flatMap((cycle) => [
    ...duties.filter(({ cycleId }) => cycleId === cycle.id).map((duty) => dutyStep(duty, cycle)),
    ...missingSteps(withoutDuties(cycle, duties), renewals, today),
  ])
}

function missingSteps(cycle: CeuCycle, renewals: Renewals, today: string): NextStep[] {
  const { state, hoursLeft, topicsLeft, needsLeft } = progressOf(cycle, today)
  if (state === 'done' || (state === 'ended' && isOver(cycle, renewals, today))) return []
  return [
    {
      ...{ kind: 'cycle', id: cycle.id, cycleId: cycle.id, ...namedAfter(cycle) },
      ...{ due: cycle.cycleEnd, startsOn: cycle.cycleStart, progress: state },
      ...{ unit: unitName(cycle.rule), hoursLeft },
      ...{ topicsLeft: topicsLeft.length, needsLeft: needsLeft.length },
    },
  ]
}

/** The name that a cycle goes by. */
export function namedAfter({ credentialTitle, state }: CeuCycle) {
  return { credentialTitle, state }
}

function isOver(cycle: CeuCycle, renewals: Renewals, today: string): boolean {
  return cycle.cycleEnd < addDays(today, -DAYS_AFTER_END) || isRenewed(cycle, renewals)
}

/** The duties of the next 120 days, and past duties for as long as they may matter. */
function dutiesSoon(cycles: Cycles, renewals: Renewals, today: string): Duty[] {
  const over = new Set(cycles.filter((cycle) => isOver(cycle, renewals, today)).map(({ id }) => id))
  return dutiesOf(cycles).filter(
    ({ dueOn, cycleId }) =>
      dueOn <= addDays(today, RENEWAL_WINDOW_DAYS) &&
      (dueOn >= addDays(today, -DAYS_AFTER_END) || !over.has(cycleId)),
  )
}

function dutyStep(duty: Duty, cycle: CeuCycle): NextStep {
  const { kind: dutyKind, topic, cycleId, dueOn: due } = duty
  return { kind: 'topic', id: dutyId(duty), cycleId, ...namedAfter(cycle), topic, dutyKind, due }
}

/** A credential has at most one duty per topic. */
export function dutyId({ kind, subjectId, key }: Duty): string {
  return `${kind} ${subjectId} ${key}`
}

/** The cycle without the topics that have their own steps. */
function withoutDuties(cycle: CeuCycle, duties: readonly Duty[]): CeuCycle {
  const isOther = (_topic: unknown, index: number) => !duties.some((duty) => isSameCourse(duty, cycle, index))
  return {
    ...cycle,
    topics: cycle.topics.filter(isOther),
    topicsCompleted: cycle.topicsCompleted.filter(isOther),
  }
}

/** Whether a renewal ended the term that required the hours of a cycle, or was finished after the cycle. */
function isRenewed({ cycleEnd, licenseId, certificationId }: CeuCycle, renewals: Renewals): boolean {
  return renewals.some(
    ({ credentialId, finishedAt, endedTerm }) =>
      credentialId === (licenseId ?? certificationId) &&
      finishedAt !== null &&
      ((endedTerm !== null && endedTerm >= cycleEnd) || finishedAt.slice(0, 10) > cycleEnd),
  )
}

/** Whether a rule requires something of this credential that no cycle tracks. */
export function isCycleMissing(proposal: CycleProposal): boolean {
  return !proposal.hasCycle && hasRequirements(proposal)
}

export function proposalStep(proposal: CycleProposal): NextStep {
  return { kind: 'add_cycle', id: `cycle of ${proposal.credentialId}`, ...proposedCycleOf(proposal) }
}

export function proposedCycleOf(proposal: CycleProposal): ProposedCycle {
  const { credentialId, credentialTitle: title, cycleEnd: due, rule } = proposal
  return { credentialId, title, due, unit: unitName(rule), ...askedBy(proposal) }
}
