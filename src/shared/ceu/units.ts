import { msg } from '#shared/i18n/translate.ts'

/** The unit of a certificate's amount. */
export const units = [
  'contact_hour',
  'ceu',
  'minute',
  'cme_credit',
  'semester_credit',
  'quarter_credit',
] as const
export type Unit = (typeof units)[number]

/** Singular and plural: "1 CEU", "60 minutes". */
export const unitNames: Record<Unit, readonly [singular: string, plural: string]> = {
  contact_hour: [msg`contact hour`, msg`contact hours`],
  ceu: [msg`CEU`, msg`CEUs`],
  minute: [msg`minute`, msg`minutes`],
  cme_credit: [msg`CME credit`, msg`CME credits`],
  semester_credit: [msg`semester credit`, msg`semester credits`],
  quarter_credit: [msg`quarter credit`, msg`quarter credits`],
}

/** Contact hours per unit. Minutes are inverted, because rules say "50 minutes are an hour". */
export type Conversions = Record<Exclude<Unit, 'contact_hour' | 'minute'> | 'minutesPerHour', number>

/**
 * Used unless the rule of a cycle says otherwise. IACET defines 1 CEU as 10 contact hours. A semester credit is 15 and
 * a quarter credit 10 hours of class. An hour of 60 minutes never counts too much.
 */
export const defaultConversions: Conversions = {
  ceu: 10,
  cme_credit: 1,
  semester_credit: 15,
  quarter_credit: 10,
  minutesPerHour: 60,
}

/** Hours are added as whole hundredths, so that 0.1 + 0.2 is 0.3. */
export const hundredths = (hours: number): number => Math.round(hours * 100)

/** Contact hours in `amount` of `from`, rounded half up to the hundredth. */
export function toContactHours(amount: number, from: Unit, rule: Partial<Conversions> = {}): number {
  const by = { ...defaultConversions, ...rule }
  switch (from) {
    case 'contact_hour':
      return amount
    case 'minute':
      return Math.round(hundredths(amount) / by.minutesPerHour) / 100
    default:
      return Math.round(hundredths(amount) * by[from]) / 100
  }
}

type Amount = {
  /** Contact hours. */
  hours?: number | null | undefined
  /** Of the certificate, in `unit`. */
  amount: number | null
  unit: Unit
}

/** Contact hours of an entry: as stated, or the certificate's amount by the default conversion. */
export function contactHoursOf({ hours = null, amount, unit }: Amount): number | null {
  return amount === null ? hours : toContactHours(amount, unit)
}
