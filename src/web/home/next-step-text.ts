import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { type DateContext, shortName } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { credentialSteps, renewalStep } from './credential-step-text.ts'
import { cycleSteps, dutiesSoon, dutyStep, proposalSteps, withoutDuties } from './cycle-step-text.ts'
import { healthStep, listSteps, moveStep, warningStep } from './due-step-text.ts'
import type { NextStep, NextStepSources } from './next-step-props.ts'

/** All open steps in one list: overdue ones first, then those without a date, then by date. */
export function nextSteps(sources: NextStepSources, context: DateContext): NextStep[] {
  const { credentials, cycles, proposals, renewals, warnings, move, health, lists, above } = sources
  const open = renewals.filter(({ state }) => state !== 'done')
  const isOpen = ({ id }: Credential) => open.some(({ credentialId }) => credentialId === id)
  const isAbove = (id: string) => above?.resourceId === id
  const duties = dutiesSoon(cycles, renewals, context.today)
  return [
    ...credentials
      // The step for a renewal under way contains the date, too.
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

/** Below an empty list: it covers only entered data, and no requirements of a board without a rule. */
export function nothingText(proposals: readonly CycleProposal[], hasMoreAbove: boolean): string {
  const nothing = hasMoreAbove
    ? t`Nothing else to do right now, based on what you entered.`
    : t`Nothing to do right now, based on what you entered.`
  return `${nothing} ${unknownRuleText(proposals)}`
}

function unknownRuleText(proposals: readonly CycleProposal[]): string {
  const names = proposals
    .filter(({ rule, hasCycle }) => rule === null && !hasCycle)
    .map(({ credentialTitle }) => shortName(credentialTitle))
  const [first, ...more] = names
  if (first === undefined) return t`Lanyard does not know every CE rule.`
  return more.length === 0
    ? t`Lanyard has no CE rule for your ${first}.`
    : t`Lanyard has no CE rule for ${names.length} of your credentials.`
}
