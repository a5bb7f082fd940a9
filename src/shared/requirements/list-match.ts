import { z } from 'zod'
import type { Translate } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { VaultFacts } from './facts.ts'
import type { ListSummary, RequirementList } from './list.ts'
import { type ItemMatch, type MatchState, matchList, matchState } from './match.ts'
import { askedText, matchText } from './match-text.ts'
import { packetOf } from './packet.ts'

const sharable = z.object({ resourceType: z.enum(['license', 'certification', 'file']), resourceId: uuid })

/** GET `/api/requirement-lists/{id}/match`. */
export const listMatch = z.object({
  today: z.string(),
  items: z.array(
    z.object({
      title: z.string(),
      asks: z.string(),
      state: matchState,
      reason: z.string(),
      advice: z.string().nullable(),
      resources: z.array(sharable),
    }),
  ),
  packet: z.array(sharable).describe('What a share of exactly the matched records shows'),
})
export type ListMatch = z.infer<typeof listMatch>

type Context = { today: string; locale: string | null }

export function presentMatch(
  list: RequirementList,
  facts: VaultFacts,
  { today, locale }: Context,
  t: Translate,
): ListMatch {
  const matches = matchList(list, facts, today)
  const format = (date: string) => formatDate(date, locale)
  return {
    today,
    items: list.items.flatMap((item, index) => {
      const match = matches[index]
      if (!match) return []
      const texts = { asks: askedText(item, format, t), ...matchText(item, match, format, t) }
      return [{ title: item.title, state: match.state, ...texts, resources: match.shares }]
    }),
    packet: packetOf(list.items, matches),
  }
}

const SHOWN = 3

/** A list in short. */
export function summarizeList(
  { items, ...list }: RequirementList,
  facts: VaultFacts,
  today: string,
): ListSummary {
  const matches = matchList({ ...list, items }, facts, today)
  return {
    ...list,
    itemCount: items.length,
    counts: countStates(matches),
    left: items
      .filter((_item, index) => matches[index]?.state !== 'held')
      .slice(0, SHOWN)
      .map(({ title }) => title),
  }
}

export function countStates(matches: readonly ItemMatch[]): Partial<Record<MatchState, number>> {
  const counts: Partial<Record<MatchState, number>> = {}
  for (const { state } of matches) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
