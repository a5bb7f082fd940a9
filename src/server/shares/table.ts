import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { webhooks } from '#server/reminders/table.ts'
import { users } from '#server/users/table.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { Redaction } from '#shared/shares/redaction.ts'
import type {
  Masks,
  SharedResource,
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

/** The content of a share is looked up for each view, so that a deleted record disappears with the next view. */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    ownerId: ownerId(),
    resourceType: text().$type<ShareType>().notNull(),
    resourceId: uuid(),
    resources: jsonb().$type<SharedResource[]>().notNull(),
    masks: jsonb().$type<Masks>().notNull(),
    includeFiles: boolean().notNull(),
    allowDownloads: boolean().notNull(),
    mode: text().$type<ShareMode>().notNull(),
    recipient: text(),
    note: text(),
    redactions: jsonb().$type<Redaction[]>().notNull(),
    /** SHA-256 of the token, base64url. The token itself is returned once and not stored. */
    tokenHash: text().notNull().unique(),
    /** Argon2id. */
    passcodeHash: text(),
    /** The language of the share's page; `null` for the language of the visitor's browser. */
    language: text().$type<Language>(),
    viewLimit: integer(),
    viewsLeft: integer(),
    viewCount: integer().notNull().default(0),
    firstViewedAt: instant(),
    lastViewedAt: instant(),
    /** The content of a frozen share when it was created, already masked. */
    frozen: jsonb().$type<ViewItem[]>(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.ownerId, t.createdAt, t.id), index().on(t.expiresAt)],
)
export type ShareRow = typeof shares.$inferSelect

/** A browser that opened a share may view it again and fetch its files until this session ends. */
export const shareSessions = pgTable(
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

/** Openings that have not been sent to the owner's webhook yet. Deleting the webhook deletes them. */
export const shareWebhookEvents = pgTable(
  'share_webhook_events',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => webhooks.ownerId, { onDelete: 'cascade' }),
    shareId: uuid()
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    openedAt: instant().notNull(),
    device: text(),
    /** The number of this opening of the share, from 1. */
    viewCount: integer().notNull(),
    attempts: integer().notNull().default(0),
    sendAfter: instant().notNull(),
    leaseUntil: instant(),
  },
  (t) => [index().on(t.ownerId), index().on(t.shareId), index().on(t.sendAfter)],
)
export type ShareWebhookEvent = typeof shareWebhookEvents.$inferSelect

type WithoutColumn = Exclude<keyof ShareInput, keyof typeof shares.$inferInsert | 'passcode'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
