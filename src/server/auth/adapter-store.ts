import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { findDisabledUsers, findUserById, isUniqueViolation, lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { Problem } from '#shared/http/errors.ts'
import { findPasswordHash, hasLinkedAccount, hasPasswordHash } from './account-store.ts'
import { consumeCode, consumeCodeLocked, rememberUsedReset, removeAccessCodes } from './action-code-store.ts'
import { shiftDates } from './adapter-dates.ts'
import { AuthProblem } from './auth-problem.ts'
import { hasPasskey } from './passkeys/passkey-store.ts'
import { type AuthRequestContext, authRequestContext } from './request-context.ts'
import { asSessionKind, isAlive, pendingTwoFactor, sessionLives } from './sessions/session-life.ts'
import { lockLiveSession, tokenDigest, touchSession } from './sessions/session-store.ts'
import { accounts, passkeys, sessions, verifications } from './table.ts'
import { hasTwoFactor } from './two-factor/two-factor-store.ts'

type Row = Record<string, unknown>
type Adapter = DBAdapter<BetterAuthOptions>
type MailedCode = NonNullable<AuthRequestContext['mailedCode']>
type CreateCall = Parameters<Adapter['create']>[0]

/** Better Auth lets a session that is not remembered last one day. */
const BRIEF_MS = 2 * 86_400_000

/**
 * Better Auth's adapter with four additions between Better Auth and the tables. Session tokens are stored only as
 * hashes. Instants come from our clock. Sessions end by our rules. A user with two-factor authentication gets a pending
 * session from every sign-in method. Providers' tokens are not stored at all.
 */
export function authAdapter(db: Db, clock: Clock): (options: BetterAuthOptions) => Adapter {
  const schema = { users, sessions, accounts, verifications, passkeys }
  const adapterOn = (on: Db) =>
    drizzleAdapter(on, { provider: 'pg', schema, usePlural: true, transaction: false })
  return (options) => wrap((on) => adapterOn(on)(options), db, clock)
}

function wrap(innerOn: (on: Db) => Adapter, db: Db, clock: Clock): Adapter {
  const inner = innerOn(db)
  // Better Auth reads the machine's clock. Our clock is ahead of it (or behind it) by this much.
  const offset = () => clock.now().getTime() - Date.now()
  const toStored = (row: Row) => {
    // A new row was created "now", no matter when Better Auth read its clock.
    const shift = row.createdAt instanceof Date ? clock.now().getTime() - row.createdAt.getTime() : offset()
    return shiftDates(row, shift)
  }
  const fromStored = <T>(row: T): T => shiftDates(row, -offset())

  const whereOf = (model: string, conditions: Where[]): Where[] =>
    conditions.map((condition) => {
      const value = shiftDates(condition.value, offset())
      const isToken = model === 'session' && condition.field === 'token'
      return { ...condition, value: isToken ? digestOf(value) : value }
    })

  /** Returns the plain token to the caller who passed it. */
  const outward = <T>(model: string, row: T, conditions: Where[] = []): T => {
    if (!isRow(row) || model !== 'session') return fromStored(row)
    const asked = conditions.filter(({ field }) => field === 'token').flatMap(({ value }) => value)
    const token = asked.find((clear) => tokenDigest(String(clear)) === row.token)
    return fromStored(token === undefined ? row : { ...row, token })
  }

  async function create(call: CreateCall): Promise<Row> {
    const { model } = call
    const data = toStored(call.data)
    // Better Auth reads its clock twice, so the row would seem to be updated a moment after it was created.
    if (data.createdAt instanceof Date && 'updatedAt' in data) data.updatedAt = data.createdAt
    if (model === 'session') return createSession(call, data)
    if (model === 'user' || model === 'account') refuseNewAccountWhileReauthenticating()
    if (model === 'account') dropProviderTokens(data)
    const created = whileAllowed(model, (tx) => innerOn(tx).create<Row, Row>({ ...call, data }))
    if (model === 'user') return fromStored(await recordingErrors(created.catch(sameAnswerForTaken)))
    if (model === 'passkey') return fromStored(await recordingErrors(created.catch(knownPasskey)))
    return fromStored(await recordingErrors(created))
  }

  const adapter: Adapter = {
    ...inner,
    create: async <T extends Record<string, unknown>, R = T>(call: CreateCall) => (await create(call)) as R,
    findOne: async <T>(call: Parameters<Adapter['findOne']>[0]) => {
      const where = whereOf(call.model, call.where)
      const row = await recordingErrors(inner.findOne<T>({ ...call, where }))
      if (call.model === 'session' && isRow(row) && !(await isInUse(row))) return null
      return outward(call.model, row, call.where)
    },
    findMany: async <T>(call: Parameters<Adapter['findMany']>[0]) => {
      const where = call.where && whereOf(call.model, call.where)
      const rows = await recordingErrors(inner.findMany<T>({ ...call, ...(where && { where }) }))
      return rows.map((row) => outward(call.model, row, call.where))
    },
    count: (call) => {
      const where = call.where && whereOf(call.model, call.where)
      return recordingErrors(inner.count({ ...call, ...(where && { where }) }))
    },
    update: async <T>(call: Parameters<Adapter['update']>[0]) => {
      const update = toStored(call.update)
      if (call.model === 'account') dropProviderTokens(update)
      const where = whereOf(call.model, call.where)
      return outward(
        call.model,
        await recordingErrors(
          whileAllowed(call.model, (tx) => innerOn(tx).update<T>({ ...call, where, update })),
        ),
        call.where,
      )
    },
    updateMany: (call) => {
      const where = whereOf(call.model, call.where)
      const update = toStored(call.update)
      return recordingErrors(
        whileAllowed(call.model, (tx) => innerOn(tx).updateMany({ ...call, where, update })),
      )
    },
    delete: (call) => recordingErrors(inner.delete({ ...call, where: whereOf(call.model, call.where) })),
    deleteMany: (call) =>
      recordingErrors(inner.deleteMany({ ...call, where: whereOf(call.model, call.where) })),
    consumeOne: async <T>(call: Parameters<Adapter['consumeOne']>[0]) => {
      const where = whereOf(call.model, call.where)
      return outward(call.model, await recordingErrors(inner.consumeOne<T>({ ...call, where })), call.where)
    },
    // Not a real transaction, and through this adapter: in a real transaction, the slow hash would hold the only
    // connection.
    transaction: (work) => work(adapter),
  }
  return adapter

  /**
   * Runs `work` in a transaction. If the call names a session, that session must still exist. Also uses up the mailed
   * code that sets a password.
   */
  function whileAllowed<T>(model: string, work: (tx: Db) => Promise<T>): Promise<T> {
    const { ownSession, mailedCode } = authRequestContext.getStore() ?? {}
    const setsPassword = model === 'account' && mailedCode !== undefined
    if (!ownSession && !setsPassword) return work(db)
    return db.transaction(async (tx) => {
      if (ownSession) await lockLiveSession(tx, ownSession).catch(refuse)
      if (setsPassword) await setPasswordWith(tx, mailedCode).catch(refuse)
      return work(tx)
    })
  }

  /**
   * Other codes that give access are revoked here and not later, because a recovery may create one in the meantime.
   * Codes that restore an owner's access stay: they protect against a thief, who may be the person setting this
   * password.
   */
  async function setPasswordWith(tx: Db, { kind, code }: MailedCode): Promise<void> {
    const used = await consumeCodeLocked(tx, kind, code, clock.now())
    if (!used) throw new AuthProblem('INVALID_TOKEN')
    await removeAccessCodes(tx, used.userId)
    const user = kind === 'reset-password' ? await findUserById(tx, used.userId) : null
    if (user) await rememberUsedReset(tx, { code, userId: user.id, email: user.email }, clock.now())
  }

  async function createSession(call: CreateCall, data: Row): Promise<Row> {
    const context = authRequestContext.getStore()
    const token = String(data.token)
    const userId = String(data.userId)
    if (context?.onlyForUserId !== undefined && context.onlyForUserId !== userId) refuseOtherUser()
    if ((await recordingErrors(findDisabledUsers(db, [userId]))).size > 0) refuseDisabledUser()
    const createdAt = dateOf(data.createdAt)
    const asked = dateOf(data.expiresAt).getTime() - createdAt.getTime()
    const kind = context?.kind ?? (asked < BRIEF_MS ? 'brief' : 'remembered')
    const isPendingTwoFactor = !context?.skipsTwoFactor && (await recordingErrors(hasTwoFactor(db, userId)))
    const life = isPendingTwoFactor ? pendingTwoFactor.life : sessionLives[kind].life
    const row = {
      ...{ ...data, token: tokenDigest(token), kind, isPendingTwoFactor },
      reauthenticatedAt: context?.onlyForUserId === undefined ? null : createdAt,
      expiresAt: new Date(createdAt.getTime() + life),
    }
    const created = await recordingErrors(
      db.transaction(async (tx) => {
        await lockOwnerRow(tx, asOwnerId(userId))
        if (!(await isProofValid(tx, userId))) refuse(new Problem('not_authenticated'))
        if (context?.mailedCode && !(await isCodeUsed(tx, userId, context.mailedCode)))
          refuse(new AuthProblem('INVALID_TOKEN'))
        return innerOn(tx).create<Row, Row>({ ...call, data: row })
      }),
    )
    return fromStored({ ...created, token })
  }

  async function isCodeUsed(tx: Db, userId: string, { kind, code }: MailedCode): Promise<boolean> {
    return (await consumeCode(tx, kind, code, clock.now()))?.userId === userId
  }

  async function isInUse(row: Row): Promise<boolean> {
    const session = {
      id: String(row.id),
      kind: asSessionKind(row.kind),
      updatedAt: dateOf(row.updatedAt),
      expiresAt: dateOf(row.expiresAt),
      isPendingTwoFactor: row.isPendingTwoFactor === true,
    }
    if (!isAlive(session, clock.now())) return false
    await touchSession(db, session, clock.now())
    return true
  }
}

/** A user who reauthenticates with a provider's account that is not linked is someone else. */
function refuseNewAccountWhileReauthenticating(): void {
  if (authRequestContext.getStore()?.onlyForUserId !== undefined) refuseOtherUser()
}

function refuseOtherUser(): never {
  const context = authRequestContext.getStore()
  if (context) context.isUserMismatch = true
  throw new APIError('FORBIDDEN', { code: 'USER_MISMATCH', message: 'This is another account.' })
}

/**
 * Whether the password, passkey or linked account of this sign-in still exists: a recovery may have removed it in the
 * meantime. The owner's row must be locked.
 */
async function isProofValid(tx: Db, userId: string): Promise<boolean> {
  const { path, passkeyId, matchedHash, provider: named } = authRequestContext.getStore() ?? {}
  if (passkeyId !== undefined) return hasPasskey(tx, userId, passkeyId)
  if (path === '/change-password') return (await findPasswordHash(tx, userId)) !== null
  if (matchedHash !== undefined) return hasPasswordHash(tx, userId, matchedHash)
  const [, provider = named] = /^\/callback\/([^?]+)/.exec(path ?? '') ?? []
  return provider === undefined || hasLinkedAccount(tx, userId, provider)
}

/** Only a user who has authenticated gets this error. */
function refuseDisabledUser(): never {
  refuse(new Problem('account_disabled'))
}

/** Better Auth's own response would hide the reason. */
function refuse(refusal: unknown): never {
  if (!(refusal instanceof Problem)) throw refusal
  const context = authRequestContext.getStore()
  if (context) context.refusal = refusal
  throw new APIError('FORBIDDEN', { code: refusal.code, message: refusal.message })
}

/** Anyone who steals the database could act at the provider with these tokens, and we never use them again. */
function dropProviderTokens(data: Row): void {
  for (const name of ['accessToken', 'refreshToken', 'idToken']) if (name in data) data[name] = null
}

/** Better Auth responds as for any known address, so two concurrent sign-ups reveal nothing more. */
function sameAnswerForTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new APIError('FORBIDDEN', { code: 'USER_ALREADY_EXISTS', message: 'This address has an account.' })
}

function knownPasskey(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new APIError('BAD_REQUEST', { code: 'PREVIOUSLY_REGISTERED', message: 'This passkey is known.' })
}

async function recordingErrors<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    const context = authRequestContext.getStore()
    if (context && !(error instanceof APIError)) context.databaseError ??= error
    throw error
  }
}

function digestOf(value: unknown): Where['value'] {
  return Array.isArray(value) ? value.map((token) => tokenDigest(String(token))) : tokenDigest(String(value))
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value))
}
