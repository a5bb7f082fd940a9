import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { text, uuid } from '#shared/kernel/fields.ts'

/** The most credentials that change at once. */
export const MAX_SEVERAL = 200

const ids = z
  .array(uuid)
  .min(1)
  .max(MAX_SEVERAL, msg`At most ${MAX_SEVERAL} credentials`)
  .transform((list) => [...new Set(list)])

/** POST `/api/credentials/several`. */
export const severalChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['archive', 'unarchive']), ids }),
  z.strictObject({ action: z.literal('tag'), ids, tag: text(50).describe('Added to each') }),
])
export type SeveralChange = z.input<typeof severalChange>

export const severalChanged = z.object({
  changed: z.array(uuid).describe('Without those that were so already'),
})
