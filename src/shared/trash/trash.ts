import { z } from 'zod'
import { instant, uuid } from '#shared/kernel/fields.ts'
import { keptProof } from '#shared/retention/kept-proof.ts'

export const trashKind = z.enum([
  'license',
  'certification',
  'lookup',
  'competencyRecord',
  'healthRecord',
  'requirementList',
  'ceuCycle',
  'ceuEntry',
  'renewal',
  'residence',
  'file',
])
export type TrashKind = z.infer<typeof trashKind>

/** GET `/api/trash`: everything deleted that can still be restored, most recently deleted first. */
export const trashQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1000).optional(),
})
export type TrashQuery = z.infer<typeof trashQuery>

/**
 * `goneAt`: it can be restored until then. `entryCount`: entries that were deleted with a cycle. `size`: bytes of a
 * file.
 */
export const trashItem = z.object({
  kind: trashKind,
  id: uuid,
  title: z.string(),
  entryCount: z.number().int().nullable(),
  size: z.number().int().nullable(),
  deletedAt: instant,
  goneAt: instant,
  keep: keptProof.nullable().describe('Proof of CE in it that must still be kept; `null` if there is none'),
})
export type TrashItem = z.infer<typeof trashItem>

/** `count`: all items in the trash. `size`: the bytes that emptying it would free. */
export const trashPage = z.object({
  items: z.array(trashItem),
  nextCursor: z.string().nullable(),
  count: z.number().int(),
  size: z.number().int(),
  keep: keptProof.nullable().describe('The same for everything in the trash'),
})
export type TrashPage = z.infer<typeof trashPage>

export const trashPlace = z.object({ kind: trashKind, id: z.string().max(100) })
export const trashEmptied = z.object({ deleted: z.number().int() })
