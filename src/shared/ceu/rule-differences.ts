import { keysOf } from '#shared/kernel/keys-of.ts'
import type { CeRule } from './rule.ts'

export type RuleDifferences = {
  added: string[]
  removed: string[]
  /** `fields` are the parts of the record that differ. */
  changed: { id: string; fields: string[] }[]
}

/** How `after` differs from `before`, by the ids of the records. */
export function compareRules(before: readonly CeRule[], after: readonly CeRule[]): RuleDifferences {
  const earlier = new Map(before.map((rule) => [nameOf(rule), rule]))
  const later = new Map(after.map((rule) => [nameOf(rule), rule]))
  return {
    added: [...later.keys()].filter((name) => !earlier.has(name)),
    removed: [...earlier.keys()].filter((name) => !later.has(name)),
    changed: [...later].flatMap(([id, rule]) => {
      const old = earlier.get(id)
      const fields = old ? differingFields(old, rule) : []
      return fields.length > 0 ? [{ id, fields }] : []
    }),
  }
}

/** Two records of one id follow each other in time. */
function nameOf({ id, effectiveFrom }: CeRule): string {
  return effectiveFrom === null ? id : `${id} from ${effectiveFrom}`
}

function differingFields(before: CeRule, after: CeRule): string[] {
  const fields = keysOf(after)
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}
