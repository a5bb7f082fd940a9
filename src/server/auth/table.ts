import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { TokenScope } from '#shared/auth/access-token.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's token, so that a stolen database gives access to no session. */
    token: text().notNull().unique(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** `remembered`, `brief`, `shared` or `app`: see `sessionLives`. */
    kind: text().notNull().default('remembered'),
    /** Waits for the two-factor code; until then it authorizes nothing. */
    isPendingTwoFactor: boolean('is_half_open').notNull().default(false),
    /** Two-factor codes tried so far. */
    wrongCodes: integer().notNull().default(0),
    /** When the owner last reauthenticated; `null` if they have only signed in. */
    reauthenticatedAt: instant('proven_at'),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.userId)],
)

/** Sign-in methods: a password as an Argon2id hash, or a provider's account id. Provider tokens are not stored. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [uniqueIndex().on(t.providerId, t.accountId), index().on(t.userId)],
)

/** Single-use codes that were emailed, stored as hashes. */
export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    /** Additional data of the code, such as the new email address. */
    detail: text(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.identifier), index().on(t.value), index().on(t.expiresAt)],
)

/** The authenticator app of an owner: one at most. It is on since `confirmedAt`. */
export const twoFactors = pgTable('second_factors', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the installation's secret. */
  secret: text().notNull(),
  createdAt: instant().notNull(),
  confirmedAt: instant(),
  /** What the owner calls the authenticator app in a Firebase client. */
  name: text(),
  /** The newest 30-second step (since 1970) whose code was used. That code and older ones no longer work. */
  usedStep: bigint({ mode: 'number' }),
})

/** Ten for each owner with two-factor authentication, stored as hashes. A used code is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text(),
    publicKey: text().notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index().on(t.userId)],
)

/** Browsers that an owner signed in with, by the hash of the random id in their cookie. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
)

/**
 * The networks from which an owner has signed in, as keyed hashes, so that a copy of the database does not tell where
 * anyone was.
 */
export const knownNetworks = pgTable(
  'known_networks',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
)

/** Tokens for an owner's programs, which send them in the Authorization header. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 of the token. The token has 256 random bits, so a slower hash would add nothing. */
    digest: text().notNull().unique(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [index().on(t.userId)],
)
