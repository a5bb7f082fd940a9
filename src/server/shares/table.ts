import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type {
  Masks,
  Redaction,
  Shared,
  ShareEventKind,
  ShareInput,
  ShareMode,
  ShareType,
} from '#shared/shares/share.ts'
import type { ViewItem } from '#shared/shares/view.ts'

const ownerId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Links. What they show is named and looked up at each opening, so that a deleted thing is gone at the next one. */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    ownerId: ownerId(),
    resourceType: text().$type<ShareType>().notNull(),
    resourceId: uuid(),
    resources: jsonb().$type<Shared[]>().notNull(),
    masks: jsonb().$type<Masks>().notNull(),
    includeFiles: boolean().notNull(),
    allowDownloads: boolean().notNull(),
    mode: text().$type<ShareMode>().notNull(),
    recipient: text(),
    note: text(),
    redactions: jsonb().$type<Redaction[]>().notNull(),
    /** SHA-256 of the token, in base64url: the token itself is told once and kept nowhere. */
    tokenHash: text().notNull().unique(),
    /** Argon2id, as a password's. */
    passcodeHash: text(),
    viewLimit: integer(),
    viewsLeft: integer(),
    viewCount: integer().notNull().default(0),
    firstViewedAt: instant(),
    lastViewedAt: instant(),
    /** Of a frozen one: what it showed when it was made, masked already. */
    frozen: jsonb().$type<ViewItem[]>(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.ownerId, t.createdAt, t.id), index().on(t.expiresAt)],
)
export type ShareRow = typeof shares.$inferSelect

/** One opening by one browser, which may look again for a while and see the files. */
export const shareVisits = pgTable(
  'share_visits',
  {
    id: id(),
    shareId: uuid()
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    secretHash: text().notNull().unique(),
    expiresAt: instant().notNull(),
  },
  (t) => [index().on(t.shareId), index().on(t.expiresAt)],
)

/** The access log. */
export const shareEvents = pgTable(
  'share_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shareId: uuid()
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    ownerId: ownerId(),
    at: instant().notNull(),
    kind: text().$type<ShareEventKind>().notNull(),
    what: text(),
    device: text(),
    visitor: text().notNull(),
  },
  (t) => [index().on(t.shareId, t.id), index().on(t.ownerId, t.id)],
)
export type ShareEventRow = typeof shareEvents.$inferSelect

type WithoutColumn = Exclude<keyof ShareInput, keyof typeof shares.$inferInsert | 'passcode'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
