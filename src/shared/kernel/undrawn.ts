import { z } from 'zod'

export const MAX_UNDRAWN = 20

/** What a PDF cannot show of the texts in it. */
export const undrawn = z
  .array(z.string())
  .describe('Characters that the PDF leaves out because its fonts do not have them, at most 20')
