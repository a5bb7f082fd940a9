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

const endDay = z.enum([
  'day',
  'day-before',
  'month-end',
  'month-end-before',
  'year-end',
  'june-30',
  'february-end',
  'quarter-15',
])
type EndDay = z.infer<typeof endDay>

const knownCertifications = z.object({
  $about: z.string(),
  asOf: z.string(),
  records: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      aliases: z.array(z.string()),
      issuers: z.array(z.string()),
      category: z.string(),
      validityYears: z.number().nullable(),
      validUntil: endDay.nullable(),
      validUntilByIssuer: z.array(z.object({ issuer: z.string(), validUntil: endDay })).optional(),
      termNote: z.string(),
      renewalNote: z.string(),
      renewUrl: z
        .url({ protocol: /^https?$/ })
        .nullable()
        .optional(),
    }),
  ),
})
export type KnownCertification = z.infer<typeof knownCertifications>['records'][number]

/** Certifications that nurses hold, ending with `OTHER` (Other/Custom). */
export const certifications: readonly KnownCertification[] = knownCertifications.parse(data).records

export function findCertification(code: string | null): KnownCertification | null {
  return certifications.find((known) => known.code === code) ?? null
}

/**
 * Whether the owner's job asks for a certification: as they said, else by default for life support only.
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
  return requiredForWork ?? isLifeSupport({ code, name })
}

/** Whether this is a life support card, by its code, or without one by its name. */
export function isLifeSupport({
  code,
  name,
}: {
  code?: string | null | undefined
  name?: string | null | undefined
}): boolean {
  const known = code && code !== OTHER ? code : name
  return lifeSupport.has((known ?? '').trim().toLowerCase())
}

const lifeSupport = new Set(
  certifications
    .filter(({ category }) => category === 'life support')
    .flatMap(({ code, name }) => [code.toLowerCase(), name.toLowerCase()]),
)

/**
 * The usual expiration of a card that `issuer` issued on `issuedAt`, from the data file; `null` if only the card says
 * it. Only a suggestion: the date printed on the card always wins.
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
