import type { CeRule, RulePart, TextKind } from './rule.ts'
import { reviewDueOn } from './rule-review.ts'

/** The caveats to show with a rule. */
export type RuleCaveat =
  /** CE is one of several ways to renew. */
  | { code: 'several_ways' }
  /** Its unit is not the hour, and hours cannot be converted to it. */
  | { code: 'not_hours' }
  /** No text of the board or certifying body was read for these parts. Only others describe them. */
  | { code: 'not_official'; parts: RulePart[] }
  /** Parts without a source to cite. */
  | { code: 'uncited'; parts: RulePart[] }
  /** Nothing was found about these parts. */
  | { code: 'unknown'; parts: RulePart[] }
  /** Parts other than topics that could not be confirmed, and why. */
  | { code: 'doubts'; why: string[] }
  /** Limits that the program cannot count. */
  | { code: 'limits_in_words' }
  | { code: 'pending_law' }
  /** Its sources should have been read again by now. */
  | { code: 'overdue' }

/**
 * The parts that decide what is missing. Other parts are shown with the rule's details. A certification has no topics.
 */
const decisiveOf = ({ certification }: CeRule): readonly RulePart[] =>
  certification === null ? ['hours', 'ways', 'topics', 'firstRenewal'] : ['hours', 'ways']

/** Facts about a rule that its owner must know before relying on it on the date `today`. */
export function caveatsOf(rule: CeRule, today: string): RuleCaveat[] {
  const isBehind = (kinds: readonly TextKind[]) => (part: RulePart) => kinds.includes(textBehind(rule, part))
  const decisive = decisiveOf(rule)
  const notOfficial = decisive.filter(isBehind(['secondary']))
  const uncited = decisive.filter(isBehind(['uncited']))
  const unknown = decisive.filter(isBehind(['none_found']))
  const doubts = rule.doubts.filter(({ part }) => !part.startsWith('topic:')).map(({ why }) => why)
  const caveats: (RuleCaveat | false)[] = [
    rule.ways.length > 1 && { code: 'several_ways' },
    rule.hoursPerUnit === null && rule.ways.some(asksForCe) && { code: 'not_hours' },
    notOfficial.length > 0 && { code: 'not_official', parts: notOfficial },
    uncited.length > 0 && { code: 'uncited', parts: uncited },
    unknown.length > 0 && { code: 'unknown', parts: unknown },
    doubts.length > 0 && { code: 'doubts', why: doubts },
    rule.limits.some(({ hours }) => hours === null) && { code: 'limits_in_words' },
    rule.pending.length > 0 && { code: 'pending_law' },
    isOverdue(rule, today) && { code: 'overdue' },
  ]
  return caveats.filter((caveat) => caveat !== false)
}

const asksForCe = ({ needs }: CeRule['ways'][number]) => needs.some(({ kind }) => kind === 'ce')

/** The kind of text behind a part. A first renewal with `unknown` in the record counts as not found. */
export function textBehind(rule: CeRule, part: RulePart): TextKind {
  return part === 'firstRenewal' && rule.firstRenewal.rule === 'unknown' ? 'none_found' : rule.checked[part]
}

/**
 * Whether every decisive part of the record is known and was read recently enough. Only then may a cycle without gaps
 * be called complete on the date `today`.
 */
export function isComplete(rule: CeRule, today: string): boolean {
  return unknownParts(rule).length === 0 && !isOverdue(rule, today)
}

const isOverdue = (rule: CeRule, today: string) => today >= reviewDueOn(rule)

/** The decisive parts for which no reliable source was found. */
export function unknownParts(rule: CeRule): RulePart[] {
  return decisiveOf(rule).filter((part) => ['uncited', 'none_found'].includes(textBehind(rule, part)))
}

export type RuleDoubt = CeRule['doubts'][number]

/** Why a part of the record could not be confirmed; `null` if it was, or if nobody noted a doubt. */
export function doubtAbout({ doubts }: Pick<CeRule, 'doubts'>, part: string): RuleDoubt | null {
  return doubts.find((doubt) => doubt.part === part) ?? null
}

/** The doubt about a topic of a cycle, by its key: a topic of the rule, or a category of its hours. */
export function doubtAboutTopic(rule: Pick<CeRule, 'doubts'>, key: string): RuleDoubt | null {
  const isAbout = (part: string) => {
    const [kind, name = ''] = part.split(':')
    return kind === 'topic' ? name === key : kind === 'category' && categoryKey(name) === key
  }
  return rule.doubts.find(({ part }) => isAbout(part)) ?? null
}

/** Whether a topic is listed only to be safe: it may not be required at all. */
export function isPerhapsRequired(rule: Pick<CeRule, 'doubts'>, topicKey: string): boolean {
  return doubtAbout(rule, `topic:${topicKey}`)?.isRequired === false
}

const official: readonly CeRule['evidence'][number]['kind'][] = ['statute', 'regulation', 'board', 'issuer']

const isOfficial = ({ kind }: CeRule['evidence'][number]) => official.includes(kind)

/** The sources of a part of the record (`hours`, `topic:implicit-bias`), official ones first. */
export function evidenceFor({ evidence }: CeRule, part: string): CeRule['evidence'] {
  const about = evidence.filter(({ supports }) => supports.includes(part))
  return [...about.filter(isOfficial), ...about.filter((one) => !isOfficial(one))]
}

/** Whether a text of the law, the board or the certifying body supports a part of the record. */
export function isFromOfficialText({ evidence }: CeRule, part: string): boolean {
  return evidence.some((one) => isOfficial(one) && one.supports.includes(part))
}

/** The rule's sources: the texts of the law, the board or the certifying body, and other texts about them. */
export function sourcesOf({ evidence }: CeRule): { official: string[]; others: string[] } {
  const urls = (list: CeRule['evidence']) => [...new Set(list.map(({ url }) => url))]
  return {
    official: urls(evidence.filter(isOfficial)),
    others: urls(evidence.filter((one) => !isOfficial(one))),
  }
}

/** The part of a name that a key can hold. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The key that a category of hours has as a topic of a cycle. */
export const categoryKey = (category: string) => `category-${slug(category)}`
