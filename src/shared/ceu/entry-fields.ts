import { z } from 'zod'
import { allEntryKinds } from './kinds.ts'
import { units } from './units.ts'

export const entryKind = z.enum(allEntryKinds)
export const unit = z.enum(units)

export const conversions = z.strictObject({
  ceu: z.number().positive(),
  cme_credit: z.number().positive(),
  semester_credit: z.number().positive(),
  quarter_credit: z.number().positive(),
  minutesPerHour: z.number().positive(),
})
