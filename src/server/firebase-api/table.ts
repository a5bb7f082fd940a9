import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { UploadMetadata } from '#shared/files/stored-object.ts'

/** A range of an unfinished upload, under its own storage key in the owner's folder. */
export type UploadPart = { key: string; size: number }

/** Resumable uploads of Firebase Storage clients. They last for some hours. */
export const storageUploads = pgTable(
  'storage_uploads',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    objectPath: text().notNull(),
    /** The whole size, if the client named it. */
    size: bigint({ mode: 'number' }),
    metadata: jsonb().$type<UploadMetadata>().notNull(),
    /** In order, without a gap. Empty once the upload is finished. */
    parts: jsonb().$type<UploadPart[]>().notNull(),
    /** The file created from the upload. */
    fileId: uuid(),
    createdAt: instant().notNull(),
    usedAt: instant().notNull(),
  },
  (t) => [index().on(t.ownerId, t.usedAt), index().on(t.createdAt)],
)
