import { z } from 'zod'
import { conversions, entryKind } from './entry-fields.ts'

/** `2 cycles`: every second cycle. `4 years`: within the four years before the end of each cycle, whatever the cycle. */
const frequency = z.string().regex(/^(cycle|once|first-renewal|[2-9] cycles|[1-9] years)$/)

const topicKey = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** A deadline of a topic other than the end of the cycle. The text says it in words. */
const topicDeadline = z.strictObject({
  date: z.iso.date().nullable(),
  /** Years after the license was first issued in this jurisdiction. */
  yearsAfterLicensure: z.int().positive().nullable(),
  text: z.string(),
})

export const ruleTopic = z.strictObject({
  /** The same duty has the same key in every record. */
  key: topicKey,
  topic: z.string().min(1).max(200),
  /** `null`: the rule requires the course without a number of hours. */
  hours: z.number().positive().nullable(),
  every: frequency,
  deadline: topicDeadline.nullable(),
  /** Applies to cycles that end on `from` or later, and on `until` or earlier. */
  effectiveFrom: z.iso.date().nullable(),
  effectiveUntil: z.iso.date().nullable(),
  /** Names that an entry may use. The interface offers the first one. */
  tags: z.array(z.string().min(1).max(50)).min(1).max(10),
  /** Required in addition to the rule's hours, not as part of them. */
  onTop: z.boolean(),
  /** Who must take the course, if not everybody. */
  onlyIf: z.string().nullable(),
  /** The key of an earlier duty that this one replaces. Completing the earlier duty does not complete this one. */
  replaces: topicKey.nullable(),
  note: z.string().nullable(),
})
export type RuleTopic = z.infer<typeof ruleTopic>

export const needKind = z.enum([
  'ce',
  'practice_hours',
  'certification',
  'academic_credits',
  'refresher',
  'exam',
  'course',
  'assessment',
  'publication',
  'portfolio',
  'other',
])

/** Part of the hours or points of a need: at least `min` and at most `max` of them in this category. */
const needCategory = z.strictObject({
  key: z.string().min(1).max(40),
  title: z.string().min(1).max(200),
  min: z.number().min(0).nullable(),
  max: z.number().positive().nullable(),
})

/** A requirement of a way to renew. */
export const ruleNeed = z.strictObject({
  kind: needKind,
  /**
   * Hours, credits or points, in the unit of the kind (for `ce`, the unit of the rule). `null`: no number is required,
   * or none is known.
   */
  amount: z.number().positive().nullable(),
  /** Only this many years count, if they differ from the rule's period. */
  years: z.number().positive().nullable(),
  /** How much of it must fall in the last twelve months. */
  lastYearAmount: z.number().positive().nullable(),
  /** The board tells each owner their own number, between this one and `amount`. */
  individualMin: z.number().positive().nullable(),
  /** The subject of a `ce` need that is about one subject, in words. */
  topic: z.string().nullable(),
  categories: z.array(needCategory),
  /** Any one of these is enough, in words. Empty: there is no choice. */
  options: z.array(z.string()),
  /** A description, if the kind is not specific. */
  what: z.string().nullable(),
  note: z.string().nullable(),
})
export type RuleNeed = z.infer<typeof ruleNeed>

/** One full way to renew: everything in `needs`. */
export const ruleWay = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1).max(200),
  needs: z.array(ruleNeed).min(1),
  /** The keys of the only topics that this way requires; `null`: all topics of the rule. */
  topicsDue: z.array(topicKey).nullable().default(null),
  note: z.string().nullable(),
})
export type RuleWay = z.infer<typeof ruleWay>

export const firstRenewal = z.strictObject({
  /** `unknown`: nothing was found about it, so the full requirements are shown. */
  rule: z.enum(['same', 'exempt', 'reduced', 'prorated', 'unknown']),
  /** The required hours, if `reduced`; `null` if the rule does not say how much. */
  hours: z.number().min(0).nullable(),
  /**
   * Hours for each calendar month left in the period when the license is issued. With `prorated`: for everybody. With
   * `exempt`: for owners who got the license in this period and do not meet the condition.
   */
  perMonth: z.number().positive().nullable(),
  /** The condition: "the license was issued by examination". */
  condition: z.string().nullable(),
  /** Keys of topics that are due even though the hours are not. */
  topicsStillDue: z.array(topicKey),
  /** Whether an `exempt` owner still needs the way's other requirements, such as practice hours. */
  needsStillDue: z.boolean().default(true),
  /** What ends the exemption, in words: "a late renewal". Then the full requirements apply. */
  endsExemption: z.string().nullable().default(null),
  note: z.string().nullable(),
})

/** The kind of source behind a part of a record. `none_found`: someone searched and found nothing. */
export const textKind = z.enum(['official', 'secondary', 'uncited', 'none_found'])
export type TextKind = z.infer<typeof textKind>

export const rulePart = z.enum([
  'hours',
  'renewal',
  'firstRenewal',
  'topics',
  'excludes',
  'ways',
  'carryOver',
])
export type RulePart = z.infer<typeof rulePart>

/** To the year, month or day. */
const partialDate = z.string().regex(/^\d{4}(-\d{2}){0,2}$/)

const evidence = z.strictObject({
  url: z.url(),
  kind: z.enum(['statute', 'regulation', 'board', 'issuer', 'association', 'law-firm', 'vendor', 'other']),
  /** The date that the text mentions; `null` if undated. */
  speaksOf: partialDate.nullable(),
  /** The parts that it supports, as named in the record: `hours`, `topic:implicit-bias`. */
  supports: z.array(z.string()),
})

const renewalDate = z.strictObject({
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
  years: z.enum(['every', 'even', 'odd']),
})

/** A day around the end of a term: counted from it, or a day of the calendar. */
export const renewalDay = z.union([
  z.strictObject({ daysBefore: z.int().positive().max(1000) }),
  z.strictObject({ daysAfter: z.int().positive().max(1000) }),
  renewalDate.extend({ years: renewalDate.shape.years.default('every') }),
])
export type RenewalDay = z.infer<typeof renewalDay>

/** What else the renewal needs besides hours, topics and practice. */
export const ruleDuty = z.strictObject({
  /** The same duty has the same key in every record. */
  key: topicKey,
  what: z.string().min(1).max(400),
  /** When it is due, in words: "with the renewal application". */
  when: z.string().min(1).max(300),
  /** The day, if it is not the last day to apply. */
  by: renewalDay.nullable(),
  /** Whom it concerns, if not everybody. */
  onlyIf: z.string().nullable(),
  /** Something to keep all the time, such as a license or an agreement. Nothing has to be sent. */
  isStanding: z.boolean(),
})
export type RuleDuty = z.infer<typeof ruleDuty>

/** The requirements of a board or certifying body in one period, dated and with sources. */
export const ceRule = z.strictObject({
  /** `TX-RN`, `OR-APRN-NP`, or `CERT-CCRN`. Records with the same id follow each other in time. */
  id: z.string().regex(/^([A-Z]{2}-(RN|LPN|APRN)(-(NP|CRNA|CNM|CNS))?|CERT-[A-Z0-9-]+)$/),
  /** The date on which this record was last corrected. */
  version: z.iso.date(),
  jurisdiction: z.string().nullable(),
  license: z.enum(['RN', 'LPN', 'APRN']).nullable(),
  /** The APRN roles that the rule applies to; `null`: all. */
  roles: z.array(z.enum(['NP', 'CRNA', 'CNM', 'CNS'])).nullable(),
  certification: z.string().nullable(),
  /** Applies to periods that end on `from` or later, and on `until` or earlier. */
  effectiveFrom: z.iso.date().nullable(),
  effectiveUntil: z.iso.date().nullable(),
  /** The years in which hours are counted, usually those between two renewals. */
  periodYears: z.number().positive().max(10),
  periodNote: z.string().nullable(),
  renewal: z.strictObject({
    basis: z.enum(['fixed', 'group', 'birth-month', 'birth-date', 'issue-date', 'unknown']),
    /** Years between two renewals of the license. */
    years: z.number().positive(),
    /** Days on which a period can end: one if `fixed`, several if it depends on the group. */
    dates: z.array(renewalDate),
    /**
     * For `birth-month`: the period ends on the last day of this many months after the birth month; `null` if unknown.
     */
    monthsAfterBirthMonth: z.int().min(-11).max(11).nullable(),
    /** For `birth-month`: the day of that month on which the period ends, if it is not the last day. */
    dayOfMonth: z.int().min(1).max(28).nullable().default(null),
    /**
     * The years in which the term ends, for `birth-month` and `birth-date`. `birth-year`: in even years for those born in
     * an even year, in odd years for the others.
     */
    inYears: z.enum(['every', 'even', 'odd', 'birth-year']).default('every'),
    /**
     * For `issue-date`: the term ends on the last day of the month of issue, or of the month before it. `null`: on the
     * day, or unknown.
     */
    monthEnd: z.enum(['issue-month', 'month-before']).nullable().default(null),
    /** The first day on which the renewal can be sent. */
    opens: renewalDay.nullable().default(null),
    /** The last day on which it is in time, if that is not the end of the term. */
    applyBy: renewalDay.nullable().default(null),
    /** The last day on which it is accepted late, usually for a fee. */
    lateUntil: renewalDay.nullable().default(null),
    note: z.string().nullable(),
  }),
  /** What else the renewal needs. */
  duties: z.array(ruleDuty).default([]),
  /** Parts that could not be confirmed, although someone read what there is. */
  doubts: z
    .array(
      z.strictObject({
        /** A part of the record as in `supports` of its sources, or a category of hours: `category:Accredited`. */
        part: z.string().min(1),
        /** It is required, and only its hours or its interval are in doubt. Otherwise it may not be required at all. */
        isRequired: z.boolean(),
        why: z.string().min(1),
      }),
    )
    .default([]),
  /** The unit of CE, in the plural: "contact hours", "CERPs". */
  unit: z.string().min(1),
  /** Contact hours per unit. `null`: the unit cannot be converted, and the owner enters the value of an activity. */
  hoursPerUnit: z.number().positive().nullable(),
  unitNote: z.string().nullable(),
  /** Each is one full way to renew, the usual one first. Empty: no hours are required. */
  ways: z.array(ruleWay),
  firstRenewal,
  topics: z.array(ruleTopic),
  /**
   * At most `hours` of these kinds (of any kind if empty) count in a cycle or on one day. Without `hours`, the limit is
   * in words only.
   */
  limits: z.array(
    z.strictObject({
      what: z.string(),
      kinds: z.array(entryKind),
      hours: z.number().positive().nullable(),
      per: z.enum(['cycle', 'day']),
      note: z.string().nullable(),
    }),
  ),
  /** Activities that do not count; `kinds` are the kinds of entries that are entirely excluded. */
  excludes: z.array(
    z.strictObject({ what: z.string(), kinds: z.array(entryKind), note: z.string().nullable() }),
  ),
  conversions: conversions.partial(),
  carryOver: z.strictObject({
    /** `null`: not known. */
    allowed: z.boolean().nullable(),
    hours: z.number().positive().nullable(),
    note: z.string().nullable(),
  }),
  /** Required approvers of a course, in words. */
  providers: z.string().nullable(),
  exemptions: z.array(z.string()),
  keepRecordsYears: z.number().positive().nullable(),
  /** When a renewal itself opens and closes, in words. */
  window: z.strictObject({
    applyFrom: z.string().nullable(),
    applyBy: z.string().nullable(),
    earnBy: z.string().nullable(),
    note: z.string().nullable(),
  }),
  /** Law that has not taken effect yet, or is only proposed. */
  pending: z.array(
    z.strictObject({ what: z.string(), expected: partialDate.nullable(), source: z.string().nullable() }),
  ),
  board: z.string(),
  boardUrl: z.url(),
  /** Empty if every part is in `uncited`. */
  evidence: z.array(evidence),
  /** Parts of the record without a source that can be cited. */
  uncited: z.array(z.string()),
  /** For each part, the kind of text behind it. */
  checked: z.record(rulePart, textKind),
  /** The date on which the sources were read. */
  readOn: z.iso.date(),
})
export type CeRule = z.infer<typeof ceRule>
