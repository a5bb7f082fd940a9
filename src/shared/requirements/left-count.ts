import type { ListSummary } from './list.ts'

// A module of its own, because the dashboard needs nothing else of the rule.

/** How many items are not held. */
export function leftCount({ itemCount, counts }: Pick<ListSummary, 'itemCount' | 'counts'>): number {
  return itemCount - (counts.held ?? 0)
}
