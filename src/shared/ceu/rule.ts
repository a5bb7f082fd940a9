import { z } from 'zod'
import { addDays, addYears, endOfMonth, isCalendarDate } from '#shared/kernel/dates.ts'
import { text } from '#shared/kernel/fields.ts'
import { entryKind } from './kinds.ts'
import { conversions, hundredths } from './units.ts'

/** `2 cycles` means every second cycle. */
const frequency = z.string().regex(/^(cycle|once|first-renewal|[2-9] cycles)$/)

export const ruleTopic = z.strictObject({
  topic: z.string().min(1).max(200),
  /** `null`: the rule requires the course without a number of hours. */
  hours: z.number().positive().nullable(),
  every: frequency,
  /** Names an entry may use; the interface offers the first. */
  tags: z.array(z.string().min(1).max(50)).min(1).max(10),
  /** Required in addition to the rule's hours, not as part of them. */
  onTop: z.boolean(),
  /** Who must take it, unless everybody. */
  onlyIf: z.string().nullable(),
  note: z.string().nullable(),
  /** Not required at the first renewal. */
  notAtFirst: z.literal(true).optional(),
})
export type RuleTopic = z.infer<typeof ruleTopic>

export const confidence = z.enum(['high', 'medium', 'low'])

/** What a board or certifying body requires in one period, dated and with sources. */
export const ceRule = z.strictObject({
  /** `TX-RN`, or `CERT-CCRN`. */
  id: z.string().regex(/^([A-Z]{2}-(RN|LPN|APRN)|CERT-[A-Z0-9-]+)$/),
  /** The date on which this record was last corrected. */
  version: z.iso.date(),
  jurisdiction: z.string().nullable(),
  license: z.enum(['RN', 'LPN', 'APRN']).nullable(),
  certification: z.string().nullable(),
  /** The years in which hours are counted, usually those between two renewals. */
  periodYears: z.number().positive().max(10),
  /** Total hours in one period; 0 if there is no total. */
  hours: z.number().min(0),
  /** What they are called: "contact hours" by a board, "CERPs" by a certifying body. */
  hoursName: z.string(),
  hoursNote: z.string().nullable(),
  /** Other ways to renew, if CE is only one of them. */
  alternatives: z.string().nullable(),
  /** Hours at the first renewal, if different. */
  firstRenewalHours: z.number().min(0).nullable(),
  /** The condition for `firstRenewalHours`, if any: "The license was issued by examination". */
  firstRenewalIf: z.string().optional(),
  topics: z.array(ruleTopic),
  /** At most `hours` of these kinds (of any kind if empty) count in a cycle or on one day. */
  caps: z.array(
    z.strictObject({
      kinds: z.array(entryKind),
      hours: z.number().positive(),
      per: z.enum(['cycle', 'day']),
      note: z.string(),
    }),
  ),
  refusedKinds: z.array(entryKind),
  conversions: conversions.partial(),
  renewal: z.strictObject({
    text: z.string().nullable(),
    /** Years between two renewals of the license, if fewer than `periodYears`. */
    years: z.number().positive().optional(),
    /** Fixed days on which a period can end; empty if that depends on birth or issue. */
    dates: z.array(
      z.strictObject({
        month: z.int().min(1).max(12),
        day: z.int().min(1).max(31),
        years: z.enum(['every', 'even', 'odd']),
      }),
    ),
  }),
  board: z.string(),
  boardUrl: z.url(),
  sources: z.array(z.url()).min(1),
  /** The date of the most relevant source, to the year, month or day; `null` if undated. */
  asOf: z
    .string()
    .regex(/^\d{4}(-\d{2}){0,2}$/)
    .nullable(),
  /** The date on which we read the sources. */
  readOn: z.iso.date(),
  confidence,
})
export type CeRule = z.infer<typeof ceRule>

export const topicAnswer = z.enum(['due', 'done', 'exempt'])
export type TopicAnswer = z.infer<typeof topicAnswer>

/** The owner's answers about a rule. A topic without an answer counts as required, so that nothing is missed. */
export const ruleAnswers = z.strictObject({
  firstRenewal: z.boolean().nullable().default(null),
  topics: z
    .array(z.strictObject({ topic: text(200), answer: topicAnswer }))
    .max(30)
    .default([]),
})
export type RuleAnswers = z.infer<typeof ruleAnswers>
export const noAnswers: RuleAnswers = { firstRenewal: null, topics: [] }

export type RequiredTopic = { topic: string; hours: number | null; tags: string[] }

/** What a rule requires of an owner with these answers; `requiredHours` is `null` if there is no total. */
export function requirementsOf(
  rule: CeRule,
  answers: RuleAnswers,
): { requiredHours: number | null; topics: RequiredTopic[] } {
  const topics = rule.topics.filter((topic) => isRequired(topic, answers))
  const isReduced = answers.firstRenewal === true && rule.firstRenewalHours !== null
  const total =
    hundredths(isReduced ? (rule.firstRenewalHours ?? 0) : rule.hours) +
    topics.reduce((sum, topic) => sum + (topic.onTop ? hundredths(topic.hours ?? 0) : 0), 0)
  return {
    requiredHours: total === 0 ? null : total / 100,
    topics: topics.map(({ topic, hours, tags }) => ({ topic, hours, tags })),
  }
}

function isRequired(topic: RuleTopic, answers: RuleAnswers): boolean {
  const given = answers.topics.find((answer) => answer.topic === topic.topic)?.answer
  if (given !== undefined) return given === 'due'
  if (topic.notAtFirst && answers.firstRenewal === true) return false
  return topic.every !== 'first-renewal' || answers.firstRenewal === true
}

/** The topics that are not required of everybody, or not every time, so that the owner is asked. */
export function topicsToAsk(rule: CeRule): RuleTopic[] {
  return rule.topics.filter(
    ({ every, onlyIf }) => onlyIf !== null || (every !== 'cycle' && every !== 'first-renewal'),
  )
}

/** Whether the requirements differ at the first renewal. */
export function asksAboutFirstRenewal(rule: CeRule): boolean {
  return rule.firstRenewalHours !== null || rule.topics.some(({ every }) => every === 'first-renewal')
}

export type Period = { cycleStart: string; cycleEnd: string }

/**
 * The period that ends when the license expires or, without an expiration date, on the rule's one fixed day; `null`
 * without both. The fixed day wins if the license is renewed more often than the period ends. At the first renewal the
 * period begins when the license was issued.
 */
export function proposePeriod(
  rule: CeRule,
  credential: { issuedAt: string | null; expiresAt: string | null },
  answers: RuleAnswers,
  today: string,
): Period | null {
  const fixed = nextFixedEnd(rule, today)
  const cycleEnd = rule.renewal.years ? (fixed ?? credential.expiresAt) : (credential.expiresAt ?? fixed)
  if (cycleEnd === null) return null
  const fullStart = periodStart(cycleEnd, rule.periodYears)
  const { issuedAt } = credential
  const isShorter =
    answers.firstRenewal === true && issuedAt !== null && issuedAt > fullStart && issuedAt < cycleEnd
  return { cycleStart: isShorter ? issuedAt : fullStart, cycleEnd }
}

/** The day after the previous period ended; the last day of a month stays the last, also in a leap year. */
export function periodStart(cycleEnd: string, years: number): string {
  const previous = addYears(cycleEnd, -years)
  return addDays(cycleEnd === endOfMonth(cycleEnd) ? endOfMonth(previous) : previous, 1)
}

function nextFixedEnd(rule: CeRule, today: string): string | null {
  const [only, ...others] = rule.renewal.dates
  if (!only || others.length > 0) return null
  const year = Number(today.slice(0, 4))
  for (let later = 0; later <= 2; later++) {
    const candidate = fixedDay(year + later, only.month, only.day)
    const fits = only.years === 'every' || (only.years === 'even') === ((year + later) % 2 === 0)
    if (fits && candidate >= today) return candidate
  }
  return null
}

/** February 29 means the last day of February. */
function fixedDay(year: number, month: number, day: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return isCalendarDate(date) ? date : endOfMonth(`${year}-${twoDigits(month)}-01`)
}

export type RuleWarning = 'several_ways' | 'medium_confidence' | 'low_confidence' | 'undated' | 'old'

/** Warnings to show with a rule everywhere. `old`: its source is more than a year old. */
export function ruleWarningsOf(rule: CeRule, today: string): RuleWarning[] {
  const warnings: RuleWarning[] = []
  if (rule.alternatives !== null) warnings.push('several_ways')
  if (rule.confidence === 'low') warnings.push('low_confidence')
  if (rule.confidence === 'medium') warnings.push('medium_confidence')
  if (rule.asOf === null) warnings.push('undated')
  else if (lastDayOf(rule.asOf) < addYears(today, -1)) warnings.push('old')
  return warnings
}

function lastDayOf(asOf: string): string {
  if (asOf.length === 4) return `${asOf}-12-31`
  return asOf.length === 7 ? endOfMonth(`${asOf}-01`) : asOf
}
