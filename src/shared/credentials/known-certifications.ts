import data from '#shared/data/certifications.json' with { type: 'json' }
import { addDays, addYears, endOfMonth } from '#shared/kernel/dates.ts'

export type EndDay =
  | 'day'
  | 'day-before'
  | 'month-end'
  | 'month-end-before'
  | 'year-end'
  | 'june-30'
  | 'february-end'
  | 'quarter-15'

export type KnownCertification = {
  code: string
  name: string
  aliases: string[]
  issuers: string[]
  category: string
  validityYears: number | null
  validUntil: EndDay | null
  validUntilByIssuer?: { issuer: string; validUntil: EndDay }[] | undefined
  termNote: string
  renewalNote: string
  renewUrl?: string | null | undefined
}

/** Certifications that nurses hold, ending with `OTHER` (Other/Custom). */
export const certifications = data.records as readonly KnownCertification[]

export function findCertification(code: string | null): KnownCertification | null {
  return certifications.find((known) => known.code === code) ?? null
}

/**
 * The usual expiration of a card that `issuer` issued on `issuedAt`, from the data file; `null` if only the card says
 * it. It is only a suggestion: the date printed on the card always wins.
 */
export function usualExpiry(
  code: string | null,
  issuedAt: string,
  issuer: string | null = null,
): string | null {
  const known = findCertification(code)
  const ofIssuer = known?.validUntilByIssuer?.find((each) => each.issuer === issuer)
  const validUntil = ofIssuer?.validUntil ?? known?.validUntil
  if (!known?.validityYears || !validUntil) return null
  return endOfTerm(addYears(issuedAt, known.validityYears), validUntil)
}

function endOfTerm(anniversary: string, validUntil: EndDay): string {
  const [year = '', month = ''] = anniversary.split('-')
  switch (validUntil) {
    case 'day':
      return anniversary
    case 'day-before':
      return addDays(anniversary, -1)
    case 'month-end':
      return endOfMonth(anniversary)
    case 'month-end-before':
      return addDays(`${year}-${month}-01`, -1)
    case 'year-end':
      return `${year}-12-31`
    case 'june-30':
      return `${month <= '06' ? year : Number(year) + 1}-06-30`
    case 'february-end':
      return endOfMonth(`${year}-02-01`)
    case 'quarter-15':
      return `${year}-${String(Math.ceil(Number(month) / 3) * 3).padStart(2, '0')}-15`
  }
}
