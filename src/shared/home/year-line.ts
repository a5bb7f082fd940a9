import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf } from '#shared/ceu/duties.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { timelineOf } from '#shared/credentials/overview.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { statusOf } from '#shared/credentials/status.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { dutyId, namedAfter } from './cycle-steps.ts'
import type { YearItem, YearMonth } from './home-answer.ts'

type Facts = Pick<CycleProposal, 'credentialId' | 'renewal'>
type YearSources = {
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  /** What is known about the renewal of each credential. */
  facts: readonly Facts[]
  renewals: readonly Pick<RenewalOverview, 'credentialId' | 'state'>[]
}

/**
 * The months of a year, with the credentials that expire, the last days to apply before that, and the CE topics that have
 * their own dates.
 */
export function yearLineOf(
  { credentials, cycles, facts, renewals }: YearSources,
  today: string,
): YearMonth[] {
  const submitted = new Set(
    renewals.filter(({ state }) => state === 'submitted').map(({ credentialId }) => credentialId),
  )
  const byId = new Map(cycles.map((cycle) => [cycle.id, cycle]))
  const items = [
    ...credentials.flatMap((each) => credentialItems(each, today)),
    ...credentials
      .filter(({ id }) => !submitted.has(id))
      .flatMap((each) =>
        applyItems(
          each,
          facts.find(({ credentialId }) => credentialId === each.id),
          today,
        ),
      ),
    ...dutiesOf(cycles).flatMap((duty) => dutyItems(duty, byId.get(duty.cycleId), today)),
  ]
  const dated = items.map((item) => ({ id: item.id, expiresAt: item.due, neverExpires: false, item }))
  return timelineOf(dated, today).map(({ month, credentials: found }) => ({
    month,
    items: found.map(({ item }) => item),
  }))
}

function credentialItems(credential: Credential, today: string): YearItem[] {
  const { id, expiresAt: due } = credential
  if (due === null) return []
  const names = { title: shortTitle(credential), mark: markOf(credential) }
  return [{ kind: 'credential', id, ...names, due, status: statusOf(due, today) }]
}

function applyItems(credential: Credential, facts: Facts | undefined, today: string): YearItem[] {
  const { applyBy: due = null, lateUntil = null } = facts?.renewal ?? {}
  if (due === null || due < today) return []
  const names = { title: shortTitle(credential), mark: markOf(credential) }
  const ids = { id: `apply ${credential.id}`, credentialId: credential.id }
  return [{ kind: 'apply', ...ids, ...names, due, status: statusOf(due, today), lateUntil }]
}

/** "TX RN", "BLS": short enough for a badge of 30 pixels. */
function markOf(credential: Credential): string {
  if (credential.kind === 'certification') return shortTitle(credential)
  return `${findState(credential.state)?.code ?? credential.state} ${credential.type}`
}

function dutyItems(duty: Duty, cycle: CeuCycle | undefined, today: string): YearItem[] {
  if (!cycle) return []
  const { topic, kind: dutyKind, cycleId, dueOn: due } = duty
  const about = { cycleId, ...namedAfter(cycle), topic, dutyKind }
  return [{ kind: 'topic', id: dutyId(duty), ...about, due, status: statusOf(due, today) }]
}
