import { z } from 'zod'
import { credentialInput } from '#shared/credentials/credential.ts'
import { msg } from '#shared/i18n/translate.ts'
import { instant, searchedText, text, uuid } from '#shared/kernel/fields.ts'
import { renewalFinish } from '#shared/renewals/renewal.ts'

/** The most credentials of one import. */
export const MAX_IMPORTED = 1000

/** What each column of a table was used for, by column names in order. */
const columns = z.array(z.strictObject({ name: searchedText(200), use: searchedText(40).nullable() })).max(60)
export type UsedColumns = z.infer<typeof columns>

/**
 * POST `/api/imports`: everything or nothing. Errors name a field as `credentials.{index}.{field}` or
 * `renewals.{index}.card.{field}`.
 */
export const importInput = z
  .strictObject({
    fileName: text(255),
    columns: columns
      .default([])
      .describe('How the columns were used, to be suggested for the next table with the same columns'),
    credentials: z.array(credentialInput).max(MAX_IMPORTED, msg`At most ${MAX_IMPORTED} credentials at once`),
    renewals: z
      .array(z.strictObject({ credentialId: uuid, card: renewalFinish }))
      .max(MAX_IMPORTED, msg`At most ${MAX_IMPORTED} credentials at once`)
      .default([])
      .describe(
        'Credentials of the vault that the table has with a later date: each is renewed with this card',
      ),
    duplicates: z
      .enum(['skip', 'keep'])
      .default('skip')
      .describe(
        'What becomes of credentials that are in the vault already, or twice in the list: a license with the same state, type and number, a certification with the same code and expiration date',
      ),
  })
  .superRefine(({ credentials, renewals }, context) => {
    if (credentials.length + renewals.length > 0) return
    context.addIssue({ code: 'custom', path: ['credentials'], message: msg`Nothing to import` })
  })
export type ImportInput = z.infer<typeof importInput>

const count = z.number().int()

export const importBatch = z.object({
  id: uuid,
  kind: z
    .enum(['credentials', 'courses', 'vault'])
    .describe('`vault`: everything that the ZIP of an export contained'),
  fileName: z.string().nullable().describe('Known for credentials only'),
  count: count.describe('How many records it made'),
  changed: count.describe('Of these, those that you changed since'),
  deleted: count.describe('Of these, those that are not in your vault anymore'),
  renewed: count.describe(
    'How many credentials of your vault it renewed, without those that were undone since',
  ),
  createdAt: instant,
  undoneAt: instant.nullable(),
  undoUntil: instant.describe('Until then it can be undone'),
})
export type ImportBatch = z.infer<typeof importBatch>

export const importMade = importBatch.extend({
  skipped: z.array(count).describe('Positions in `credentials` of the duplicates that were left out'),
})
export type ImportMade = z.infer<typeof importMade>

/** GET `/api/imports`: newest first. For courses and exports, only the last 30 days. */
export const importItems = z.object({
  items: z.array(importBatch),
  columns: z.array(columns).describe('How columns were used, latest import first'),
})
export type ImportItems = z.infer<typeof importItems>

/** DELETE `/api/imports/{id}`. */
export const undoQuery = z.strictObject({
  changed: z
    .enum(['keep', 'delete'])
    .default('keep')
    .describe('What becomes of records that you changed since the import'),
})
export const importUndone = z.object({
  deleted: count.describe('Moved to the trash'),
  kept: count.describe('Left in the vault, because you changed them since'),
  unrenewed: count.describe('Credentials whose renewal was undone: their previous term is current again'),
  stillRenewed: count.describe(
    'Credentials that stay renewed, because you changed them or began their next renewal since',
  ),
})
export type ImportUndone = z.infer<typeof importUndone>
