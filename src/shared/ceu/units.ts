import { z } from 'zod'

/** What a certificate counts in. */
export const unit = z.enum([
  'contact_hour',
  'ceu',
  'minute',
  'cme_credit',
  'semester_credit',
  'quarter_credit',
])
export type Unit = z.infer<typeof unit>

/** For one and for several: "1 CEU", "60 minutes". */
export const unitNames: Record<Unit, readonly [one: string, several: string]> = {
  contact_hour: ['contact hour', 'contact hours'],
  ceu: ['CEU', 'CEUs'],
  minute: ['minute', 'minutes'],
  cme_credit: ['CME credit', 'CME credits'],
  semester_credit: ['semester credit', 'semester credits'],
  quarter_credit: ['quarter credit', 'quarter credits'],
}

/** Contact hours in one of each; `minutesPerHour` because a rule says "50 minutes are an hour" and never the inverse. */
export const conversions = z.strictObject({
  ceu: z.number().positive(),
  cme_credit: z.number().positive(),
  semester_credit: z.number().positive(),
  quarter_credit: z.number().positive(),
  minutesPerHour: z.number().positive(),
})
export type Conversions = z.infer<typeof conversions>

/**
 * Where a cycle's rule says nothing else. 1 CEU is 10 contact hours by the definition of its keeper (IACET); a
 * semester credit is 15 and a quarter credit 10 hours of class; the hour has 60 minutes, which is never too many hours.
 */
export const usualConversions: Conversions = {
  ceu: 10,
  cme_credit: 1,
  semester_credit: 15,
  quarter_credit: 10,
  minutesPerHour: 60,
}

/** Hours are added up as whole hundredths: 0.1 + 0.2 is then 0.3. */
export const hundredths = (hours: number): number => Math.round(hours * 100)

/** Contact hours in `amount` of `from`, to the nearest hundredth (half a hundredth counts as one). */
export function toContactHours(amount: number, from: Unit, rule: Partial<Conversions> = {}): number {
  const by = { ...usualConversions, ...rule }
  switch (from) {
    case 'contact_hour':
      return amount
    case 'minute':
      return Math.round(hundredths(amount) / by.minutesPerHour) / 100
    default:
      return Math.round(hundredths(amount) * by[from]) / 100
  }
}
