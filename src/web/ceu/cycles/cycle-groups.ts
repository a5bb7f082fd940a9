import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { progressOf } from '#shared/ceu/progress.ts'

export type CycleGroups = { current: CeuCycle[]; past: CeuCycle[] }

/** Current cycles, soonest end first; past cycles, latest end first. */
export function groupCycles(cycles: readonly CeuCycle[], today: string): CycleGroups {
  const byEnd = [...cycles].sort((a, b) => (a.cycleEnd < b.cycleEnd ? -1 : a.cycleEnd > b.cycleEnd ? 1 : 0))
  return {
    current: byEnd.filter(({ cycleEnd }) => cycleEnd >= today),
    past: byEnd.filter(({ cycleEnd }) => cycleEnd < today).reverse(),
  }
}

/** Current cycles, the furthest behind an even pace first, then soonest end first. */
export function mostBehind(cycles: readonly CeuCycle[], today: string): CeuCycle[] {
  const lagOf = (cycle: CeuCycle) => {
    const { state, hoursNeededByToday } = progressOf(cycle, today)
    if (state === 'done') return Number.NEGATIVE_INFINITY
    return (hoursNeededByToday - cycle.hoursCounted) / (cycle.requiredHours ?? 1)
  }
  return groupCycles(cycles, today)
    .current.map((cycle) => ({ cycle, lag: lagOf(cycle) }))
    .sort((a, b) => (a.lag === b.lag ? 0 : b.lag > a.lag ? 1 : -1))
    .map(({ cycle }) => cycle)
}
