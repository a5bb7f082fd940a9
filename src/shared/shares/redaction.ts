import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'

const MAX_PAGES = 20
const part = z.number().min(0).max(1)

/** A black box, as fractions of the page: 0 is left and top, 1 is right and bottom. */
const box = z.strictObject({ x: part, y: part, width: part, height: part })
export type Box = z.infer<typeof box>

const covers = z.array(z.array(box).max(50, msg`At most 50 boxes on a page`)).max(MAX_PAGES)
/** The boxes of each page. The owner confirmed that a page without boxes shows no number. */
export type PageBoxes = z.infer<typeof covers>

export const redaction = z
  .strictObject({
    fileId: uuid,
    pictureIds: z
      .array(uuid)
      .min(1, msg`At least one picture`)
      .max(MAX_PAGES, msg`At most ${MAX_PAGES} pictures`),
    covers: covers
      .nullable()
      .optional()
      .describe('The boxes drawn on each page, offered again for another share of this file'),
  })
  .refine(({ pictureIds, covers }) => !covers || covers.length === pictureIds.length, {
    path: ['covers'],
    error: msg`List the boxes of every page`,
  })
/** Replaces a file that may show a hidden number: uploaded pictures of the file's pages with the number covered. */
export type Redaction = z.infer<typeof redaction>

/** The areas that the owner covered on a file for an earlier share. */
export const earlierBoxes = z.object({
  covers,
  recipient: z.string().nullable(),
  sharedAt: z.iso.datetime(),
})
export type EarlierBoxes = z.infer<typeof earlierBoxes>
