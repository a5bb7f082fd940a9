import type { CeRule } from './rule.ts'

/** A rule, or `null` for a cycle without one, which counts hours. */
type Counted = Pick<CeRule, 'unit'> | null

/** What a cycle counts: "hours", or the unit of its rule, such as "CERPs"; "CERP" for one. */
export function unitName(rule: Counted, amount = 2): string {
  const plural = rule === null || rule.unit === 'contact hours' ? 'hours' : rule.unit
  return amount === 1 ? plural.replace(/s$/, '') : plural
}

/** The last word of it, for narrow places: "units" for recertification units. */
export function shortUnitName(rule: Counted, amount = 2): string {
  return unitName(rule, amount).split(' ').at(-1) ?? ''
}

/** "20 hours", "1 CERP", "300 points". */
export function ruleAmountText(amount: number, rule: Counted): string {
  return `${amount} ${unitName(rule, amount)}`
}
