import { z } from 'zod'
import data from '#shared/data/certifications.json' with { type: 'json' }
import { addDays, addYears, endOfMonth } from '#shared/kernel/dates.ts'
import { optionalText, text } from '#shared/kernel/fields.ts'
import { type Field, initialValuesOf } from './field.ts'
import { cardFields, notes, ownerFields } from './license.ts'
import { OTHER } from './short-title.ts'

export const certificationNames = {
  name: { schema: text(200), label: null, column: null, isSearched: true },
  code: { schema: optionalText(20), initial: null, label: 'Code', column: 'code', isSearched: true },
} as const satisfies Record<string, Field>

/** The fields of a certification, in display order. */
export const certificationFields = {
  ...certificationNames,
  issuer: { schema: text(200), label: 'Issued by', column: 'issuer', isSearched: true },
  ...cardFields,
  requiredForWork: {
    schema: z
      .boolean()
      .nullable()
      .describe('Whether the job asks for it; null means the default: life support is, others are not'),
    initial: null,
    label: 'Required for work',
    column: 'required_for_work',
    isSearched: false,
  },
  ...ownerFields,
  notes,
} as const satisfies Record<string, Field>

export const certificationDefaults = initialValuesOf(certificationFields)

const knownCertifications = z.object({
  $about: z.string(),
  asOf: z.string(),
  records: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      issuers: z.array(z.string()),
      validityYears: z.number().nullable(),
      validUntil: z.enum(['day', 'month-end', 'year-end', 'quarter-15']).nullable(),
      category: z.string(),
      renewalNote: z.string(),
      sources: z.array(z.string()).optional(),
      confidence: z.string().optional(),
    }),
  ),
})
export type KnownCertification = z.infer<typeof knownCertifications>['records'][number]

/** Certifications that nurses hold, ending with `OTHER` (Other / custom). */
export const certifications: readonly KnownCertification[] = knownCertifications.parse(data).records

export function findCertification(code: string | null): KnownCertification | null {
  return certifications.find((known) => known.code === code) ?? null
}

/**
 * Whether the owner's job asks for a certification: as they said, else by default for life support only, which is known
 * by its code, or without one by its name.
 */
export function isRequiredForWork({
  code,
  name,
  requiredForWork,
}: {
  code?: string | null | undefined
  name?: string | null | undefined
  requiredForWork?: boolean | null | undefined
}): boolean {
  const known = code && code !== OTHER ? code : name
  return requiredForWork ?? lifeSupport.has((known ?? '').trim().toLowerCase())
}

const lifeSupport = new Set(
  certifications
    .filter(({ category }) => category === 'life support')
    .flatMap(({ code, name }) => [code.toLowerCase(), name.toLowerCase()]),
)

/**
 * The usual expiration of a card issued on `issuedAt`, from the data file; `null` if it has none. Only a suggestion:
 * the date printed on the card always wins.
 */
export function usualExpiry(code: string | null, issuedAt: string): string | null {
  const known = findCertification(code)
  if (!known?.validityYears || !known.validUntil) return null
  const anniversary = addYears(issuedAt, known.validityYears)
  switch (known.validUntil) {
    case 'day':
      return anniversary
    case 'month-end':
      return endOfMonth(anniversary)
    case 'year-end':
      return `${anniversary.slice(0, 4)}-12-31`
    case 'quarter-15':
      return lastQuarterDay(anniversary)
  }
}

const quarterDays = ['03-15', '06-15', '09-15', '12-15']

/** The last 15th of March, June, September or December on or before `date`. */
function lastQuarterDay(date: string): string {
  let day = date
  while (!quarterDays.includes(day.slice(5))) day = addDays(day, -1)
  return day
}
