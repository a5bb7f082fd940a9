import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { CycleValues } from './cycle-form-values.ts'

/** A proposal as form values; unknown values stay empty. */
export function valuesOfProposal(proposal: CycleProposal): CycleValues {
  const { credentialId, kind, rule } = proposal
  return {
    state: proposal.state,
    cycleStart: proposal.cycleStart ?? undefined,
    cycleEnd: proposal.cycleEnd ?? undefined,
    requiredHours: proposal.requiredHours,
    topics: proposal.topics,
    answers: proposal.answers,
    wayId: proposal.wayId,
    needAnswers: [],
    carriedOverHours: proposal.carriedOverHours,
    ruleId: rule?.id ?? null,
    licenseId: kind === 'license' ? credentialId : null,
    certificationId: kind === 'certification' ? credentialId : null,
    notes: null,
  }
}

/** Whether a cycle can be created from these values without asking the owner for a date. */
export function hasDates<T extends Partial<CycleValues>>(
  values: T,
): values is T & { cycleStart: string; cycleEnd: string } {
  return values.cycleStart !== undefined && values.cycleEnd !== undefined
}
