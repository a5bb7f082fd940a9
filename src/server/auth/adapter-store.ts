import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { users } from '#server/users/table.ts'
import { authRequestContext } from './request-context.ts'
import { halfOpen, isAlive, sessionKind, sessionLives, tokenDigest, touchSession } from './session-store.ts'
import { accounts, passkeys, sessions, verifications } from './table.ts'
import { hasSecondFactor } from './two-factor-store.ts'

type Row = Record<string, unknown>
type Adapter = DBAdapter<BetterAuthOptions>

/**
 * Better Auth's adapter with four things of ours between it and the tables: session tokens are kept only as hashes,
 * instants are those of our clock, sessions end by our rule, and whoever has a second factor gets a half-open session
 * by whatever way she came in. What providers could be asked with is not kept at all.
 */
export function authAdapter(db: Db, clock: Clock): (options: BetterAuthOptions) => Adapter {
  const schema = { users, sessions, accounts, verifications, passkeys }
  const plain = drizzleAdapter(db, { provider: 'pg', schema, usePlural: true, transaction: false })
  return (options) => wrap(plain(options), db, clock)
}

function wrap(inner: Adapter, db: Db, clock: Clock): Adapter {
  // Better Auth reads the machine's clock; this much later (or earlier) it is by ours.
  const offset = () => clock.now().getTime() - Date.now()
  const toOurs = (row: Row) => {
    // A new row was made "now", however long ago Better Auth looked at its clock.
    const made = row.createdAt instanceof Date ? clock.now().getTime() - row.createdAt.getTime() : offset()
    return shiftDates(row, made)
  }
  const toTheirs = <T>(row: T): T => shiftDates(row as Row, -offset()) as T

  const where = <W extends Where[] | undefined>(model: string, conditions: W): W =>
    conditions?.map((condition) => {
      const value = shiftDates(condition.value, offset())
      const isToken = model === 'session' && condition.field === 'token'
      return { ...condition, value: isToken ? digestOf(value) : value }
    }) as W

  /** Gives the clear token back to the one caller who named it. */
  const outward = <T>(model: string, row: T, conditions: Where[] | undefined): T => {
    if (row === null || model !== 'session') return toTheirs(row)
    const asked = conditions?.filter(({ field }) => field === 'token').flatMap(({ value }) => value as string)
    const token = asked?.find((clear) => tokenDigest(clear) === (row as Row).token)
    return toTheirs(token === undefined ? row : { ...row, token })
  }

  const adapter: Adapter = {
    ...inner,
    create: async <T extends Row, R = T>(call: Parameters<Adapter['create']>[0]) => {
      const { model } = call
      const data = toOurs(call.data as Row)
      // Better Auth looks at its clock twice: a row would be changed a moment after it was made.
      if (data.createdAt instanceof Date && 'updatedAt' in data) data.updatedAt = data.createdAt
      if (model === 'session') return (await createSession(call, data)) as R
      if (model === 'user' || model === 'account') refuseNewcomers()
      if (model === 'account') dropProviderTokens(data)
      const created = inner.create<Row, R>({ ...call, data: data as never })
      if (model === 'user') return toTheirs(await noting(created.catch(sameAnswerForTaken)))
      if (model === 'passkey') return toTheirs(await noting(created.catch(knownPasskey)))
      return toTheirs(await noting(created))
    },
    findOne: async <T>(call: Parameters<Adapter['findOne']>[0]) => {
      const row = await noting(inner.findOne<T>({ ...call, where: where(call.model, call.where) }))
      if (call.model === 'session' && row !== null && !(await isInUse(row as Row))) return null
      return outward(call.model, row, call.where)
    },
    findMany: async <T>(call: Parameters<Adapter['findMany']>[0]) => {
      const rows = await noting(inner.findMany<T>({ ...call, where: where(call.model, call.where) }))
      return rows.map((row) => outward(call.model, row, call.where))
    },
    count: (call) => noting(inner.count({ ...call, where: where(call.model, call.where) })),
    update: async <T>(call: Parameters<Adapter['update']>[0]) => {
      const update = toOurs(call.update)
      if (call.model === 'account') dropProviderTokens(update)
      const row = await noting(inner.update<T>({ ...call, where: where(call.model, call.where), update }))
      return outward(call.model, row, call.where)
    },
    updateMany: (call) =>
      noting(
        inner.updateMany({ ...call, where: where(call.model, call.where), update: toOurs(call.update) }),
      ),
    delete: (call) => noting(inner.delete({ ...call, where: where(call.model, call.where) })),
    deleteMany: (call) => noting(inner.deleteMany({ ...call, where: where(call.model, call.where) })),
    consumeOne: async <T>(call: Parameters<Adapter['consumeOne']>[0]) => {
      const row = await noting(inner.consumeOne<T>({ ...call, where: where(call.model, call.where) }))
      return outward(call.model, row, call.where)
    },
    // One by one, and through this adapter: within a transaction the slow hash would hold the only connection.
    transaction: (work) => work(adapter),
  }
  return adapter

  async function createSession(call: Parameters<Adapter['create']>[0], data: Row): Promise<Row> {
    const scene = authRequestContext.getStore()
    const token = String(data.token)
    const userId = String(data.userId)
    if (scene?.onlyFor !== undefined && scene.onlyFor !== userId) refuseStranger()
    const created = data.createdAt as Date
    // Better Auth gives one day to a session that is not to be remembered.
    const asked = (data.expiresAt as Date).getTime() - created.getTime()
    const kind = scene?.kind ?? (asked < 2 * 86_400_000 ? 'brief' : 'remembered')
    const isHalfOpen = !scene?.isWhole && (await noting(hasSecondFactor(db, userId)))
    const life = isHalfOpen ? halfOpen.life : sessionLives[kind].life
    const provenAt = scene?.onlyFor === undefined ? null : created
    const expiresAt = new Date(created.getTime() + life)
    const row = { ...data, token: tokenDigest(token), kind, isHalfOpen, provenAt, expiresAt }
    const kept = await noting(inner.create<Row, Row>({ ...call, data: row as never }))
    return toTheirs({ ...kept, token })
  }

  async function isInUse(row: Row): Promise<boolean> {
    const kept = row as { id: string; updatedAt: Date; expiresAt: Date; isHalfOpen: boolean; kind: string }
    const session = { ...kept, kind: sessionKind(kept.kind) }
    if (!isAlive(session, clock.now())) return false
    await touchSession(db, session, clock.now())
    return true
  }
}

/** Who proves herself again at a provider with an account that nobody has linked is someone else. */
function refuseNewcomers(): void {
  if (authRequestContext.getStore()?.onlyFor !== undefined) refuseStranger()
}

function refuseStranger(): never {
  const scene = authRequestContext.getStore()
  if (scene) scene.isMismatch = true
  throw new APIError('FORBIDDEN', { code: 'USER_MISMATCH', message: 'This is another account.' })
}

/** They would let a thief of the database act at the provider, and we never ask it anything again. */
function dropProviderTokens(data: Row): void {
  for (const name of ['accessToken', 'refreshToken', 'idToken']) if (name in data) data[name] = null
}

/** Better Auth answers this refusal as it answers any known address: the race of two sign-ups tells nothing more. */
function sameAnswerForTaken(error: unknown): never {
  if (!isTaken(error)) throw error
  throw new APIError('FORBIDDEN', { code: 'USER_ALREADY_EXISTS', message: 'This address has an account.' })
}

function knownPasskey(error: unknown): never {
  if (!isTaken(error)) throw error
  throw new APIError('BAD_REQUEST', { code: 'PREVIOUSLY_REGISTERED', message: 'This passkey is known.' })
}

function isTaken(error: unknown): boolean {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return (cause as { code?: string }).code === '23505'
}

async function noting<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    const scene = authRequestContext.getStore()
    if (scene && !(error instanceof APIError)) scene.failure ??= error
    throw error
  }
}

function digestOf(value: unknown): Where['value'] {
  return Array.isArray(value) ? value.map((token) => tokenDigest(String(token))) : tokenDigest(String(value))
}

/** Moves every instant in a row, and in the rows joined to it. */
function shiftDates<T>(value: T, by: number): T {
  if (value instanceof Date) return new Date(value.getTime() + by) as T
  if (Array.isArray(value)) return value.map((item) => shiftDates(item, by)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftDates(item, by)])) as T
}
