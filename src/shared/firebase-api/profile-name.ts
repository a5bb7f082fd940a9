import { z } from 'zod'
import { optionalText } from '#shared/kernel/fields.ts'

const names = z.object({ firstName: optionalText(50), lastName: optionalText(50) })

/** A Firebase client has one name; the last word of it is the last name. */
export const profileName = z
  .string()
  .transform((displayName): z.input<typeof names> => {
    const words = displayName.split(/\s+/).filter(Boolean)
    const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
    return { firstName: (words.length > 1 ? words.slice(0, -1) : words).join(' '), lastName }
  })
  .pipe(names)
