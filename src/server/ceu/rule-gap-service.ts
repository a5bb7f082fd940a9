import { countOwnersByCredential } from '#server/credentials/owner-count-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { RuleBook } from '#shared/ceu/rule-book.ts'
import { findRuleGaps, type RuleGap } from '#shared/ceu/rule-review.ts'
import { addDays } from '#shared/kernel/dates.ts'

export type RuleWithGaps = {
  ruleId: string
  board: string
  /** The owners who have a license or certification under this rule. */
  owners: number
  gaps: RuleGap[]
}

type GapServices = Pick<Services, 'clock' | 'db' | 'rules'>

/** The rules in use about which something is not known, or has to be read again within `days`: most owners first. */
export async function listRulesWithGaps(
  { clock, db, rules }: GapServices,
  days = 0,
): Promise<RuleWithGaps[]> {
  const today = clock.now().toISOString().slice(0, 10)
  const book = rules.current()
  const owners = await countOwners(db, book, today)
  return book.rules
    .map((rule) => ({
      ruleId: rule.id,
      board: rule.board,
      owners: owners.get(rule.id) ?? 0,
      gaps: findRuleGaps(rule, today, addDays(today, days)),
    }))
    .filter(({ gaps }) => gaps.length > 0)
    .sort((a, b) => b.owners - a.owners || a.ruleId.localeCompare(b.ruleId))
}

/** The number of owners by rule. An owner whose license type is written in two ways counts twice. */
async function countOwners(db: Db, book: RuleBook, today: string): Promise<Map<string, number>> {
  const byRule = new Map<string, number>()
  for (const row of await countOwnersByCredential(db)) {
    const rule =
      row.code === null
        ? book.forLicense({ state: row.state ?? '', type: row.type ?? '' }, today)
        : book.forCertification(row.code, today)
    if (rule) byRule.set(rule.id, (byRule.get(rule.id) ?? 0) + row.owners)
  }
  return byRule
}
