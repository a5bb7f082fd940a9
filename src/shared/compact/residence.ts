import { z } from 'zod'
import { findState } from '#shared/credentials/states.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, instant, uuid } from '#shared/kernel/fields.ts'

/** Most residences of one owner. */
export const MAX_RESIDENCES = 50

/** Two letters: a state, the District of Columbia, or a territory in the compact. */
const stateCode = z
  .string()
  .transform((typed) => findState(typed)?.code ?? typed.trim().toUpperCase())
  .refine((code) => findState(code) !== null || code === 'GU' || code === 'VI', msg`Choose a state`)
  .meta({ minLength: 2, maxLength: 50 })

const entered = {
  state: stateCode.describe('Primary state of residence: its code or name, answered as its code'),
  from: calendarDate.describe('The first day of living there'),
  appliedOn: calendarDate
    .nullable()
    .describe('When you applied for a license of this state because of the move'),
}
export const residenceKeys = Object.keys(entered)

/** POST `/api/residences`. */
export const residenceInput = z.strictObject({ ...entered, appliedOn: entered.appliedOn.default(null) })
export type ResidenceInput = z.infer<typeof residenceInput>

/** PATCH `/api/residences/{id}`: absent means unchanged, `null` clears. */
export const residencePatch = z.strictObject(entered).partial()
export type ResidencePatch = z.infer<typeof residencePatch>

export const residence = z.object({
  id: uuid,
  state: z.string(),
  from: z.string(),
  appliedOn: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Residence = z.infer<typeof residence>

export const residenceItems = z.object({ items: z.array(residence).describe('Latest first') })

/** The fields of a residence that the rules use. */
export type Stay = Pick<Residence, 'state' | 'from' | 'appliedOn'>

/**
 * The stays that had begun by `date` (`YYYY-MM-DD`), earliest first. Two in a row in one state are one stay from its
 * first day; the later application counts.
 */
export function staysUntil(residences: readonly Stay[], date: string): Stay[] {
  const begun = residences
    .filter(({ from }) => from <= date)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const stays: Stay[] = []
  for (const each of begun) {
    const last = stays.at(-1)
    if (last?.state !== each.state) stays.push({ ...each })
    else last.appliedOn = each.appliedOn ?? last.appliedOn
  }
  return stays
}
