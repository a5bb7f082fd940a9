import { english } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { CeRule } from './rule.ts'
import { sourcesOf } from './rule-facts.ts'
import { firstRenewalText, renewalText, ruleTopicText, wayText, yearsText } from './rule-text.ts'

type Report = {
  rule: CeRule
  /** The rule in words, as the owner sees it. */
  shown: readonly string[]
  /** The owner's own words. */
  correction: string
  source: string
}

const MAX_SOURCES = 6

export const reportSubject = ({ id, version }: CeRule) => `CE rule ${id} of ${version} looks wrong`

/** A report about a rule as text, in English for its maintainers. It contains nothing about the owner. */
export function reportText({ rule, shown, correction, source }: Report): string {
  const { official, others } = sourcesOf(rule)
  return [
    `Rule: ${rule.id}`,
    `Version: ${rule.version}`,
    `About: ${rule.board}`,
    '',
    'What Lanyard says:',
    ...shown.map((line) => `- ${line}`),
    '',
    'What it should say:',
    correction.trim() || '(please fill in)',
    '',
    'Where that is written:',
    source.trim() || '(please fill in)',
    '',
    `Its sources, read on ${rule.readOn}:`,
    ...[...official, ...others].slice(0, MAX_SOURCES).map((url) => `- ${url}`),
  ].join('\n')
}

/** A rule in words. */
export function shownLines(rule: CeRule): string[] {
  const date = (value: string) => formatDate(value, null)
  return [
    `Hours are counted ${yearsText(rule.periodYears, english)}`,
    ...rule.ways.map((way) => wayText(rule, way, english)),
    `First renewal: ${firstRenewalText(rule, english)}`,
    `Renewal: ${renewalText(rule, english)}`,
    ...rule.topics.map((topic) => `${topic.topic}: ${ruleTopicText(topic, rule, date, english)}`),
  ]
}
