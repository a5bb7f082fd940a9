import type { CeuCycle, CycleProposal, RenewalFacts } from '#shared/ceu/cycle.ts'
import { groupCycles, progressOf } from '#shared/ceu/progress.ts'
import { hasRequirements, isRetaken } from '#shared/ceu/proposal.ts'
import { certificationLookup } from '#shared/credentials/certification-lookup.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isLifeSupport } from '#shared/credentials/life-support.ts'
import { findState } from '#shared/credentials/states.ts'
import { dutyAnswerOf } from '#shared/renewals/duties.ts'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { useCycles, useProposals } from '#web/ceu/api.ts'
import { useToday } from '#web/session/session.ts'
import type { Authority } from './renewal-text.ts'

export type StepName = 'education' | 'apply' | 'pay' | 'submit' | 'card'
export type StepState = 'done' | 'next' | 'todo'

/** The requirement of the first step: the hours of a cycle, a cycle to create, a class, or unknown. */
export type Education =
  | { ask: 'cycle'; cycle: CeuCycle; isDone: boolean }
  | { ask: 'new cycle'; proposal: CycleProposal }
  | { ask: 'class'; isDone: boolean }
  | { ask: 'nothing' }

type DutyStep = { duty: RenewalFacts['duties'][number]; state: StepState }

export type RenewalSteps = {
  states: Record<StepName, StepState>
  education: Education
  /** What the rule asks for besides hours, in the order of its steps. */
  duties: DutyStep[]
  /** When the renewal opens and closes, and what has to be kept in place; `null` without a rule. */
  facts: RenewalFacts | null
  authority: Authority
  /** Whether a class is all that the renewal takes: there is nothing to apply for, pay or submit. */
  isClassOnly: boolean
  /** Years between two ends, from the license or its rule. */
  years: number | null
}

/** The steps of an open renewal; `undefined` while the CE cycles load. */
export function useRenewalSteps(credential: Credential, renewal: Renewal | null): RenewalSteps | undefined {
  const today = useToday()
  const cycles = useCycles()
  const proposals = useProposals()
  if (cycles.isPending || proposals.isPending) return undefined
  const own = (cycles.data?.items ?? []).filter(
    ({ licenseId, certificationId }) => (licenseId ?? certificationId) === credential.id,
  )
  const { current, past } = groupCycles(own, today)
  const cycle = current[0] ?? past[0] ?? null
  const proposal = proposals.data?.items.find(({ credentialId }) => credentialId === credential.id) ?? null
  const rule = cycle?.rule ?? proposal?.rule ?? null
  const education = educationOf({ credential, renewal, cycle, proposal, today })
  const isClassOnly =
    education.ask === 'class' &&
    ((credential.kind === 'certification' && isLifeSupport(credential)) ||
      (proposal !== null && isRetaken(proposal))) &&
    (renewal === null || (renewal.submittedOn === null && renewal.fee === null))
  const facts = proposal?.renewal ?? null
  const duties = (facts?.duties ?? []).filter(({ isStanding }) => !isStanding)
  const ownYears = credential.kind === 'license' ? credential.renewalCycle : null
  const stateOf = statesOf([
    ['education', !('isDone' in education) ? education.ask === 'nothing' : education.isDone],
    ...duties.map(
      (duty): Step => [
        `duty ${duty.key}`,
        renewal !== null && dutyAnswerOf(renewal.duties ?? [], duty) !== null,
      ],
    ),
    ...(isClassOnly ? [] : applicationOf(renewal)),
    ['card', renewal?.state === 'done'],
  ])
  return {
    education,
    duties: duties.map((duty) => ({ duty, state: stateOf(`duty ${duty.key}`) })),
    facts,
    isClassOnly,
    states: {
      education: stateOf('education'),
      apply: stateOf('apply'),
      pay: stateOf('pay'),
      submit: stateOf('submit'),
      card: stateOf('card'),
    },
    authority: authorityOf(credential, rule?.boardUrl ?? null),
    years: ownYears ?? rule?.renewal.years ?? rule?.periodYears ?? null,
  }
}

function applicationOf(renewal: Renewal | null): Step[] {
  const isSubmitted = renewal !== null && renewal.submittedOn !== null
  return [
    ['apply', isSubmitted],
    ['pay', renewal !== null && renewal.fee !== null],
    ['submit', isSubmitted],
  ]
}

type Facts = {
  credential: Credential
  renewal: Renewal | null
  cycle: CeuCycle | null
  proposal: CycleProposal | null
  today: string
}

function educationOf({ credential, renewal, cycle, proposal, today }: Facts): Education {
  if (cycle) return { ask: 'cycle', cycle, isDone: progressOf(cycle, today).state === 'done' }
  if (proposal && hasRequirements(proposal)) return { ask: 'new cycle', proposal }
  if (credential.kind === 'certification')
    return { ask: 'class', isDone: renewal !== null && renewal.classOn !== null }
  return { ask: 'nothing' }
}

type Step = [name: string, isDone: boolean]

/** Next is the first open step after the last one that is done: after submitting, the owner waits for the card. */
function statesOf(steps: readonly Step[]): (name: string) => StepState {
  const last = steps.findLastIndex(([, isDone]) => isDone)
  const [next] =
    steps.slice(last + 1).find(([, isDone]) => !isDone) ?? steps.find(([, isDone]) => !isDone) ?? []
  const done = new Map(steps)
  return (name) => (done.get(name) ? 'done' : name === next ? 'next' : 'todo')
}

/** The board of a license, or the issuer of a certification, with its page; `ruleUrl` is that of the CE rule. */
function authorityOf(credential: Credential, ruleUrl: string | null): Authority {
  if (credential.kind === 'certification') {
    const url = ruleUrl ?? certificationLookup(credential)?.url ?? null
    return { who: 'issuer', name: credential.issuer, url }
  }
  const { issuer: name, type } = credential
  const state = findState(credential.state)
  const isLpn = /^(LPN|LVN)$/i.test(type)
  const boardUrl = (isLpn ? state?.lpnBoardUrl : null) ?? state?.boardUrl ?? null
  return { who: 'board', name, url: boardUrl ?? ruleUrl }
}
