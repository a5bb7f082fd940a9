import type { ListItem, RequirementItem } from './item.ts'
import type { ItemMatch, SharableRecord } from './match.ts'

/**
 * The resources of a share of exactly the matched records, in the order of the list, each once. Choices for health
 * items are never included: the owner adds those one by one.
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
