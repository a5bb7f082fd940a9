import { z } from 'zod'
import { addDays, addYears, endOfMonth, isCalendarDate } from '#shared/kernel/dates.ts'
import { text } from '#shared/kernel/fields.ts'
import { entryKind } from './kinds.ts'
import { conversions, hundredths } from './units.ts'

/** `2 cycles` means every second one. */
const frequency = z.string().regex(/^(cycle|once|first-renewal|[2-9] cycles)$/)

export const ruleTopic = z.strictObject({
  topic: z.string().min(1).max(200),
  /** `null`: the rule asks for the course and sets no number. */
  hours: z.number().positive().nullable(),
  every: frequency,
  /** What an entry may call it; the first is what is offered. */
  tags: z.array(z.string().min(1).max(50)).min(1).max(10),
  /** Owed on top of the rule's hours, and not as a part of them. */
  onTop: z.boolean(),
  /** Whom it concerns, when not everybody. */
  onlyIf: z.string().nullable(),
  note: z.string().nullable(),
  /** Falls away at the first renewal, with the hours that it is a part of. */
  notAtFirst: z.literal(true).optional(),
})
export type RuleTopic = z.infer<typeof ruleTopic>

export const confidence = z.enum(['high', 'medium', 'low'])

/** One dated, cited record of what a board or a certifying body asks for in one period. */
export const ceRule = z.strictObject({
  /** `TX-RN`, or `CERT-CCRN`. */
  id: z.string().regex(/^([A-Z]{2}-(RN|LPN|APRN)|CERT-[A-Z0-9-]+)$/),
  /** The day on which this record was last corrected. */
  version: z.iso.date(),
  jurisdiction: z.string().nullable(),
  license: z.enum(['RN', 'LPN', 'APRN']).nullable(),
  certification: z.string().nullable(),
  /** The years in which the hours are counted; mostly those between two renewals. */
  periodYears: z.number().positive().max(10),
  /** In all, in one period; 0 where no number is owed. */
  hours: z.number().min(0),
  /** What the certifying body calls them: "CERPs"; "contact hours" for a board. */
  hoursName: z.string(),
  hoursNote: z.string().nullable(),
  /** The other ways to renew, where CE is one of several. */
  alternatives: z.string().nullable(),
  /** Owed at the first renewal, where that differs. */
  firstRenewalHours: z.number().min(0).nullable(),
  /** When `firstRenewalHours` holds, if not for every license: "The license was issued by examination". */
  firstRenewalIf: z.string().optional(),
  topics: z.array(ruleTopic),
  /** No more than `hours` count of these kinds (of all, when none is named), in a cycle or on one day. */
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
    /** Years between two renewals of the license, where they are fewer than the period's. */
    years: z.number().positive().optional(),
    /** Fixed days on which a period can end; empty where it depends on birth or issue. */
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
  /** What the most telling source speaks of: a year, a month or a day; `null` if undated. */
  asOf: z
    .string()
    .regex(/^\d{4}(-\d{2}){0,2}$/)
    .nullable(),
  /** The day on which we read the sources. */
  readOn: z.iso.date(),
  confidence,
})
export type CeRule = z.infer<typeof ceRule>

export const topicAnswer = z.enum(['due', 'done', 'exempt'])
export type TopicAnswer = z.infer<typeof topicAnswer>

/** What only the owner can know. An unanswered question counts as due: nothing is forgotten by default. */
export const ruleAnswers = z.strictObject({
  firstRenewal: z.boolean().nullable().default(null),
  topics: z
    .array(z.strictObject({ topic: text(200), answer: topicAnswer }))
    .max(30)
    .default([]),
})
export type RuleAnswers = z.infer<typeof ruleAnswers>
export const noAnswers: RuleAnswers = { firstRenewal: null, topics: [] }

export type DueTopic = { topic: string; hours: number | null; tags: string[] }

/** What a rule asks of an owner who gave these answers; `requiredHours` is `null` where no total is owed. */
export function dueUnder(
  rule: CeRule,
  answers: RuleAnswers,
): { requiredHours: number | null; topics: DueTopic[] } {
  const due = rule.topics.filter((topic) => isDue(topic, answers))
  const isReduced = answers.firstRenewal === true && rule.firstRenewalHours !== null
  const total =
    hundredths(isReduced ? (rule.firstRenewalHours ?? 0) : rule.hours) +
    due.reduce((sum, topic) => sum + (topic.onTop ? hundredths(topic.hours ?? 0) : 0), 0)
  return {
    requiredHours: total === 0 ? null : total / 100,
    topics: due.map(({ topic, hours, tags }) => ({ topic, hours, tags })),
  }
}

function isDue(topic: RuleTopic, answers: RuleAnswers): boolean {
  const given = answers.topics.find((answer) => answer.topic === topic.topic)?.answer
  if (given !== undefined) return given === 'due'
  if (topic.notAtFirst && answers.firstRenewal === true) return false
  return topic.every !== 'first-renewal' || answers.firstRenewal === true
}

/** The topics about which the owner has to be asked: not everybody's, or not every time. */
export function openTopics(rule: CeRule): RuleTopic[] {
  return rule.topics.filter(
    ({ every, onlyIf }) => onlyIf !== null || (every !== 'cycle' && every !== 'first-renewal'),
  )
}

/** Whether it matters that this is the first renewal. */
export function asksFirstRenewal(rule: CeRule): boolean {
  return rule.firstRenewalHours !== null || rule.topics.some(({ every }) => every === 'first-renewal')
}

export type Period = { cycleStart: string; cycleEnd: string }

/**
 * The period that ends with the license, or, when its end is not known, on the one day that the rule fixes. `null` where
 * neither says; the fixed day comes first where the license ends more often than the period. At the first renewal it
 * begins with the license.
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
  const usual = periodStart(cycleEnd, rule.periodYears)
  const { issuedAt } = credential
  const isShorter =
    answers.firstRenewal === true && issuedAt !== null && issuedAt > usual && issuedAt < cycleEnd
  return { cycleStart: isShorter ? issuedAt : usual, cycleEnd }
}

/** The day after the period before ended; a month's last day stays one, also across a leap year. */
export function periodStart(cycleEnd: string, years: number): string {
  const before = addYears(cycleEnd, -years)
  return addDays(cycleEnd === endOfMonth(cycleEnd) ? endOfMonth(before) : before, 1)
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

/** February 29 stands for the last day of February. */
function fixedDay(year: number, month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  return isCalendarDate(date) ? date : endOfMonth(`${year}-${two(month)}-01`)
}

export type Caution = 'several_ways' | 'medium_confidence' | 'low_confidence' | 'undated' | 'old'

/** What has to stand beside a rule wherever it is shown. `old`: its source speaks of more than a year ago. */
export function cautionsOf(rule: CeRule, today: string): Caution[] {
  const cautions: Caution[] = []
  if (rule.alternatives !== null) cautions.push('several_ways')
  if (rule.confidence === 'low') cautions.push('low_confidence')
  if (rule.confidence === 'medium') cautions.push('medium_confidence')
  if (rule.asOf === null) cautions.push('undated')
  else if (lastDayOf(rule.asOf) < addYears(today, -1)) cautions.push('old')
  return cautions
}

function lastDayOf(asOf: string): string {
  if (asOf.length === 4) return `${asOf}-12-31`
  return asOf.length === 7 ? endOfMonth(`${asOf}-01`) : asOf
}
