import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf } from '#shared/ceu/duties.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { timelineOf } from '#shared/credentials/overview.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { statusOf } from '#shared/credentials/status.ts'
import { dutyId, namedAfter } from './cycle-steps.ts'
import type { YearItem, YearMonth } from './home-answer.ts'

/** The months of a year, with the credentials that expire and the CE topics that have their own dates. */
export function yearLineOf(
  credentials: readonly Credential[],
  cycles: readonly CeuCycle[],
  today: string,
): YearMonth[] {
  const byId = new Map(cycles.map((cycle) => [cycle.id, cycle]))
  const items = [
    ...credentials.flatMap((each) => credentialItems(each, today)),
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
