import { z } from 'zod'
import type { NeedAnswer } from './answers.ts'
import type { RequiredNeed } from './requirements.ts'
import { needKind } from './rule.ts'

/** A certification of the owner that may fulfill a need. */
export const heldCertification = z.object({
  credentialId: z.string(),
  title: z.string(),
  expiresAt: z.string().nullable(),
})
export type HeldCertification = z.infer<typeof heldCertification>

/** A requirement of the chosen way other than CE hours and topics, with the records that count for it. */
export const cycleNeed = z.object({
  id: z.string(),
  kind: needKind,
  amount: z.number().nullable(),
  years: z.number().nullable(),
  lastYearAmount: z.number().nullable(),
  what: z.string().nullable(),
  note: z.string().nullable(),
  options: z.array(z.string()),
  recorded: z
    .number()
    .nullable()
    .describe('How much of it the practice log holds; null if it is not counted'),
  isProrated: z.boolean().describe('Part of a record is outside the years that count'),
  isMet: z.boolean(),
  isDone: z.boolean().describe('The owner said that it is done'),
  credentialId: z.string().nullable().describe('The certification that the owner chose for it'),
  candidates: z.array(heldCertification).describe('Certifications of the owner that may fulfill it'),
})
export type CycleNeed = z.infer<typeof cycleNeed>

/** The total of one kind in the practice log between two dates. */
export type Recorded = { amount: number; records: number; isProrated: boolean }
export type RecordedWithin = (kind: CycleNeed['kind'], from: string, to: string) => Recorded

type NeedFacts = {
  answers: readonly NeedAnswer[]
  /** The owner's certifications that may fulfill a need. */
  certifications: readonly HeldCertification[]
  recorded: RecordedWithin
  /** The first day that counts for a need of this many years; `null` means the rule's period. */
  startOf(years: number | null): string
  /** The first day of the last twelve months. */
  lastYearStart: string
  cycleEnd: string
}

/**
 * The state of each need. Only the practice log meets a number. A certification need is met by a certification that the
 * owner chose and that does not expire before the cycle ends. A record of its kind or the owner's word meets any other
 * need. Nothing is met by default.
 */
export function assessNeeds(needs: readonly RequiredNeed[], facts: NeedFacts): CycleNeed[] {
  return needs.map((need) => {
    const answer = facts.answers.find((one) => one.need === need.id)
    const { id, kind, amount, years, lastYearAmount, what, note, options } = need
    const shown = { id, kind, amount, years, lastYearAmount, what, note, options }
    const isDone = answer?.isDone ?? false
    if (kind === 'certification') {
      const { certifications, cycleEnd } = facts
      const chosen = certifications.find(({ credentialId }) => credentialId === answer?.credentialId)
      const isHeld = chosen !== undefined && (chosen.expiresAt === null || chosen.expiresAt >= cycleEnd)
      return {
        ...{ ...shown, recorded: null, isProrated: false, isDone: false },
        ...{ isMet: isHeld, credentialId: chosen?.credentialId ?? null, candidates: [...certifications] },
      }
    }
    const within = facts.recorded(kind, facts.startOf(years), facts.cycleEnd)
    const isCounted = kind !== 'other'
    const lastYear =
      lastYearAmount === null ? null : facts.recorded(kind, facts.lastYearStart, facts.cycleEnd).amount
    const hasAmount = amount === null ? within.records > 0 : within.amount >= amount
    const hasLastYear = lastYearAmount === null || (lastYear ?? 0) >= lastYearAmount
    return {
      ...shown,
      recorded: isCounted && amount !== null ? within.amount : null,
      isProrated: isCounted && within.isProrated,
      isMet: isCounted && amount !== null ? hasAmount && hasLastYear : isDone || (isCounted && hasAmount),
      ...{ isDone, credentialId: null, candidates: [] },
    }
  })
}
