import type { CeRule } from './rule.ts'
import { reviewDueOn } from './rule-review.ts'

/** Something about a rule that nobody has confirmed, or that has to be read again. */
export type RuleGap = {
  kind: 'doubt' | 'no source' | 'pending law' | 'review'
  what: string
  /** Where to look: the best source of the part, or the site of the board. */
  url: string
}

/**
 * What is not known about a rule: its doubts, its parts without a source, law whose date has passed, and sources that are
 * due for review (`rule-review.ts`) by `until`.
 */
export function findRuleGaps(rule: CeRule, today: string, until = today): RuleGap[] {
  const { boardUrl } = rule
  const dueOn = reviewDueOn(rule)
  return [
    ...rule.doubts.map(
      ({ part, why }): RuleGap => ({
        kind: 'doubt',
        what: `${part}: ${why}`,
        url: rule.evidence.find(({ supports }) => supports.includes(part))?.url ?? boardUrl,
      }),
    ),
    ...rule.uncited.map((what): RuleGap => ({ kind: 'no source', what, url: boardUrl })),
    ...rule.pending
      .filter(({ expected }) => expected !== null && expected < today.slice(0, expected.length))
      .map(
        ({ what, expected, source }): RuleGap => ({
          kind: 'pending law',
          what: `${what} (expected ${expected})`,
          url: source !== null && URL.canParse(source) ? source : boardUrl,
        }),
      ),
    ...(dueOn <= until
      ? [
          {
            kind: 'review' as const,
            what: `Read on ${rule.readOn}, due for review on ${dueOn}`,
            url: boardUrl,
          },
        ]
      : []),
  ]
}
