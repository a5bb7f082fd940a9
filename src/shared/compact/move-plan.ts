import type { CompactRecord } from '#shared/credentials/compact.ts'
import { canBeMultistate, isMemberOn } from '#shared/credentials/compact-rules.ts'
import { standingOf } from '#shared/credentials/status.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { findPractice, type PracticeFacts } from './practice.ts'
import type { MovePlan } from './practice-answer.ts'
import { type PracticeLicense, placeOf, typeOf } from './practice-license.ts'

type Move = { state: string; from: string }
type Plan = Pick<MovePlan, 'isMember' | 'apply' | 'stays' | 'applyBy'> & {
  /** Where the compact covered the owner on the day before, and no longer does. */
  ends: CompactRecord[]
}

/**
 * The changes on the day of a move to another state: what to apply for, where the compact no longer covers the owner,
 * and what stays. Nothing is due if the owner has a current license of that type and state. The days to apply
 * (`compact.move.days`) apply to a multistate licensee who moves to a member state.
 */
export function planMove({ state, from }: Move, facts: PracticeFacts): Plan {
  const { licenses, compact } = facts
  const to = placeOf(state)
  const isMember = isMemberOn(compact.find(to), from)
  const current = licenses.filter((license) => standingOf(license, from) === 'valid')
  const types = [...new Set(current.filter((each) => !isOfState(each, to)).map(typeOf))]
  const applyByOf = (type: string) => {
    const isMultistate = current.some((each) => typeOf(each) === type && each.multistate === true)
    return isMember && isMultistate && canBeMultistate(type) ? addDays(from, compact.move.days) : null
  }
  const apply = types
    .filter((type) => !current.some((each) => isOfState(each, to) && typeOf(each) === type))
    .map((as) => ({
      ...{ as, applyBy: applyByOf(as) },
      kind: isMember && canBeMultistate(as) ? ('multistate' as const) : ('single_state' as const),
    }))
  const moved: PracticeFacts = {
    ...facts,
    residences: [
      ...facts.residences.filter((each) => each.from < from),
      { state: to, from, appliedOn: null },
    ],
  }
  const before = addDays(from, -1)
  const ends = compact.records.filter(
    ({ jurisdiction }) => isByCompact(facts, jurisdiction, before) && !isByCompact(moved, jurisdiction, from),
  )
  return {
    ...{ isMember, apply, ends },
    stays: current.map(({ title }) => title),
    applyBy: apply.map(({ applyBy }) => applyBy).find((date) => date !== null) ?? null,
  }
}

function isOfState(license: PracticeLicense, state: string): boolean {
  return placeOf(license.state) === state
}

function isByCompact(facts: PracticeFacts, state: string, date: string): boolean {
  return findPractice({ state, date }, facts)[0]?.reason === 'compact'
}
