import { z } from 'zod'
import { conversions, entryKind } from './entry-fields.ts'
import type { EntryKind } from './kinds.ts'
import { ceRule } from './rule.ts'
import { slug } from './rule-facts.ts'

/** The format of a rule that versions before 2026-11-22 stored with a cycle. Read only, never written. */
const earlierRule = z.object({
  id: z.string(),
  version: z.string(),
  jurisdiction: z.string().nullable(),
  license: z.enum(['RN', 'LPN', 'APRN']).nullable(),
  certification: z.string().nullable(),
  periodYears: z.number(),
  hours: z.number(),
  hoursName: z.string(),
  hoursNote: z.string().nullable(),
  alternatives: z.string().nullable(),
  firstRenewalHours: z.number().nullable(),
  firstRenewalIf: z.string().optional(),
  topics: z.array(
    z.object({
      topic: z.string(),
      hours: z.number().nullable(),
      every: z.string(),
      tags: z.array(z.string()),
      onTop: z.boolean(),
      onlyIf: z.string().nullable(),
      note: z.string().nullable(),
      notAtFirst: z.boolean().optional(),
    }),
  ),
  caps: z.array(
    z.object({
      kinds: z.array(entryKind),
      hours: z.number(),
      per: z.enum(['cycle', 'day']),
      note: z.string(),
    }),
  ),
  refusedKinds: z.array(entryKind),
  conversions: conversions.partial(),
  renewal: z.object({
    text: z.string().nullable(),
    years: z.number().optional(),
    dates: z.array(z.object({ month: z.number(), day: z.number(), years: z.enum(['every', 'even', 'odd']) })),
  }),
  board: z.string(),
  boardUrl: z.string(),
  sources: z.array(z.string()),
  asOf: z.string().nullable(),
  readOn: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
})
type EarlierRule = z.infer<typeof earlierRule>

/** A rule stored with a cycle, converted to today's format. Its requirements for the owner stay the same. */
export const storedRule = z.union([ceRule, earlierRule.transform(toRule).pipe(ceRule)])

function toRule(earlier: EarlierRule): z.input<typeof ceRule> {
  const { id, version, jurisdiction, license, certification, periodYears, board, boardUrl, readOn } = earlier
  const { renewal, confidence, hoursName, asOf } = earlier
  const behind = confidence === 'low' ? 'uncited' : 'secondary'
  return {
    ...{ id, version, jurisdiction, license, certification, periodYears, board, boardUrl, readOn },
    ...{ roles: null, effectiveFrom: null, effectiveUntil: null, periodNote: null },
    renewal: {
      basis: renewal.dates.length === 1 ? 'fixed' : renewal.dates.length > 1 ? 'group' : 'unknown',
      years: renewal.years ?? periodYears,
      dates: renewal.dates,
      monthsAfterBirthMonth: null,
      note: renewal.text,
    },
    ...{ unit: hoursName, hoursPerUnit: 1, unitNote: earlier.hoursNote },
    ways: waysOf(earlier),
    firstRenewal: firstRenewalOf(earlier),
    topics: earlier.topics.map(({ notAtFirst: _, ...topic }) => ({
      ...topic,
      key: slug(topic.topic),
      ...{ deadline: null, effectiveFrom: null, effectiveUntil: null, replaces: null },
    })),
    limits: earlier.caps.map(({ note, ...cap }) => ({
      ...cap,
      kinds: currentKinds(cap.kinds),
      what: note,
      note: null,
    })),
    excludes: earlier.refusedKinds.map((kind) => ({
      what: kind === 'life_support' ? 'Life support courses' : 'Activities of this kind',
      kinds: currentKinds([kind]),
      note: null,
    })),
    conversions: earlier.conversions,
    carryOver: { allowed: null, hours: null, note: null },
    ...{ providers: null, exemptions: [], keepRecordsYears: null, pending: [], uncited: [] },
    window: { applyFrom: null, applyBy: null, earnBy: null, note: null },
    evidence: earlier.sources.map((url) => ({ url, kind: 'other', speaksOf: asOf, supports: [] })),
    checked: {
      ...{ hours: behind, renewal: behind, topics: behind, ways: behind },
      ...{ firstRenewal: 'none_found', excludes: 'none_found', carryOver: 'none_found' },
    },
  }
}

const noNeed = {
  ...{ amount: null, years: null, lastYearAmount: null, individualMin: null, topic: null },
  ...{ categories: [], options: [], what: null, note: null },
}

function waysOf({ hours, hoursName, alternatives }: EarlierRule): z.input<typeof ceRule>['ways'] {
  const ce = {
    ...{ id: 'ce', title: `${hours} ${hoursName}`, note: null },
    needs: [{ ...noNeed, kind: 'ce' as const, amount: hours }],
  }
  const other = {
    ...{ id: 'other', title: 'Another way', note: null },
    needs: [{ ...noNeed, kind: 'other' as const, what: alternatives }],
  }
  return [...(hours > 0 ? [ce] : []), ...(alternatives === null || hours === 0 ? [] : [other])]
}

function firstRenewalOf({ hours, firstRenewalHours, firstRenewalIf, topics }: EarlierRule) {
  const isShorter = firstRenewalHours !== null || topics.some(({ notAtFirst }) => notAtFirst)
  return {
    rule: !isShorter ? 'unknown' : firstRenewalHours === 0 ? 'exempt' : 'reduced',
    hours: isShorter ? (firstRenewalHours ?? hours) : null,
    perMonth: null,
    condition: firstRenewalIf ?? null,
    topicsStillDue: topics.filter(({ notAtFirst }) => !notAtFirst).map(({ topic }) => slug(topic)),
    note: null,
  } as const
}

/** The former single kind for all life support courses. */
function currentKinds(kinds: readonly EntryKind[]): EntryKind[] {
  return kinds.flatMap((kind) => (kind === 'life_support' ? ['bls', 'advanced_life_support'] : [kind]))
}
