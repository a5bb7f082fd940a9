import { msg, type Translate } from '#shared/i18n/translate.ts'
import type { CeRule } from './rule.ts'

/** A rule, or `null` for a cycle without one. Such a cycle counts hours. */
type Counted = Pick<CeRule, 'unit'> | null

/** Units that are ordinary words. Any other unit, such as "CERPs", is a name and keeps its issuer's spelling. */
const words: Readonly<Record<string, readonly [singular: string, plural: string]>> = {
  hours: [msg`hour`, msg`hours`],
  'contact hours': [msg`contact hour`, msg`contact hours`],
  points: [msg`point`, msg`points`],
  'CE points': [msg`CE point`, msg`CE points`],
  courses: [msg`course`, msg`courses`],
  credits: [msg`credit`, msg`credits`],
  tests: [msg`test`, msg`tests`],
  units: [msg`unit`, msg`units`],
  'recertification units': [msg`recertification unit`, msg`recertification units`],
  'infection prevention units': [msg`infection prevention unit`, msg`infection prevention units`],
}

/** A unit in the spelling of a rule: "contact hours"; "CERP" for one. `t` translates it, like the names below. */
export function ruleUnitName(unit: string, amount = 2): string {
  const [singular, plural] = words[unit] ?? [unit.replace(/s$/, ''), unit]
  return amount === 1 ? singular : plural
}

const unitOf = (rule: Counted) => (rule === null || rule.unit === 'contact hours' ? 'hours' : rule.unit)

/** The unit that a cycle counts: "hours", or the unit of its rule, such as "CERPs"; "CERP" for one. */
export function unitName(rule: Counted, amount = 2): string {
  return ruleUnitName(unitOf(rule), amount)
}

/** The last word of the unit, for narrow places: "units" for recertification units. */
export function shortUnitName(rule: Counted, amount = 2): string {
  return ruleUnitName(unitOf(rule).split(' ').at(-1) ?? '', amount)
}

/** "20 hours", "1 CERP", "300 points". */
export function ruleAmountText(amount: number, rule: Counted, t: Translate): string {
  return `${amount} ${t(unitName(rule, amount))}`
}
