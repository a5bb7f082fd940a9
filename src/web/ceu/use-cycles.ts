import { useQuery } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { cyclesQuery, proposalsQuery } from './api.ts'

export const useCycles = () => useQuery(cyclesQuery())
export const useProposals = () => useQuery(proposalsQuery)

/** The cycles in which an entry counts. `shown` is already loaded. The others are fetched only if there are any. */
export function useCyclesOf(entry: CeuEntry, shown: CeuCycle): CeuCycle[] {
  const { data } = useQuery({ ...cyclesQuery(), enabled: entry.counts.length > 1 })
  const others = (data?.items ?? []).filter(
    ({ id }) => id !== shown.id && entry.counts.some(({ cycleId }) => cycleId === id),
  )
  return [shown, ...others]
}
