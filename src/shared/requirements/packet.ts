import type { ListItem, RequirementItem } from './item.ts'
import type { ItemMatch, SharableRecord } from './match.ts'

/**
 * What a share of exactly the matched records shows, in the order of the list, each once. What is chosen for an item
 * about health is never in it: the owner adds that one by one.
 */
export function packetOf(
  items: readonly (RequirementItem | ListItem)[],
  matches: readonly ItemMatch[],
): SharableRecord[] {
  const isHealth = (index: number) => items[index]?.kind === 'health'
  const sharesOf = (wantsHealth: boolean) =>
    matches.flatMap(({ shares }, index) => (isHealth(index) === wantsHealth ? shares : []))
  const withheld = new Set(sharesOf(true).map(({ resourceId }) => resourceId))
  const found = new Map<string, SharableRecord>()
  for (const record of sharesOf(false))
    if (!withheld.has(record.resourceId)) found.set(record.resourceId, record)
  return [...found.values()]
}
