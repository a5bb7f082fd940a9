import { z } from 'zod'

/** The kinds of health and onboarding records. */
export const healthKind = z.enum([
  'tb_test',
  'mmr',
  'varicella',
  'hepatitis_b',
  'tdap',
  'influenza',
  'covid_19',
  'physical',
  'fit_test',
  'drug_screen',
  'background_check',
  'skills_checklist',
  'references',
  'identity',
  'insurance',
  'drivers_license',
  'other',
])
export type HealthKind = z.infer<typeof healthKind>

/**
 * Whether a share link shows a field, or hides it unless the owner includes numbers (and the contact details of a
 * reference) or results.
 */
export type HealthFieldSharing = 'shown' | 'number' | 'result'

export type HealthField = {
  key: string
  label: string
  sharing: HealthFieldSharing
  /** Fixed answers; without them it is free text. */
  options?: readonly { id: string; label: string }[]
  isRequired?: true
}

export type HealthSource = { name: string; url: string }

/** How often it is usually required. This is common practice, never a rule: the owner decides about the next date. */
export type HealthInterval = { months: number | 'season'; note: string; source: HealthSource | null }

export type HealthSeries = {
  /** The usual number of doses of a series; `null` if that number varies. */
  usualDoses: number | null
  /** The antigens that a titer can be about, if there are several. */
  antigens: readonly { id: string; label: string }[]
  hasTiters: boolean
}

export type HealthKindFacts = {
  label: string
  /** Doses in order and titers; `null` for a kind that is done once. */
  series: HealthSeries | null
  /** The meaning of the first date. A series has doses instead. */
  performedLabel: string
  /** The meaning of the second date. */
  dueLabel: string
  interval: HealthInterval | null
  /** Its date ends with a newer record of the same kind, so that only the newest one is reminded of. */
  isReplacedByNewer: boolean
  fields: readonly HealthField[]
}
