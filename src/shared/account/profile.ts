import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { instant, locale, optionalText, timeZone } from '#shared/kernel/fields.ts'

const settings = z.strictObject({ locale: locale.nullable(), timeZone: timeZone.nullable() })

const birthMonth = z.int(msg`A month from 1 to 12`).min(1).max(12)

/** PUT `/api/users/me`. Absent means unchanged, `null` or empty clears. */
export const profileInput = z
  .strictObject({
    firstName: optionalText(50),
    lastName: optionalText(50),
    organization: optionalText(100),
    jobTitle: optionalText(50),
    birthMonth: birthMonth.nullable(),
    settings: settings.partial(),
  })
  .partial()
export type ProfileInput = z.infer<typeof profileInput>

/** The owner's own record; `id` is the auth uid. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  organization: z.string().nullable(),
  jobTitle: z.string().nullable(),
  birthMonth: z.number().int().nullable().describe('1 to 12; some boards set the end of a license by it'),
  settings: z.object({ locale: z.string().nullable(), timeZone: z.string().nullable() }),
  createdAt: instant,
  updatedAt: instant,
})
export type User = z.infer<typeof user>
