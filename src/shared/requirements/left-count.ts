import type { ListSummary } from './list.ts'

// A separate module, because the dashboard needs nothing else from the matching rules.

/** How many items are not held. */
export function leftCount({ itemCount, counts }: Pick<ListSummary, 'itemCount' | 'counts'>): number {
  return itemCount - (counts.held ?? 0)
}
