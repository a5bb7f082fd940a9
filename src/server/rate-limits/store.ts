import { createHash } from 'node:crypto'
import { getTableName, inArray, sql } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Db } from '#server/db/database.ts'
import { Problem } from '#shared/http/errors.ts'
import { limitCounters } from './table.ts'

/** Names of the limits; the rateLimits are in `defaultRateLimits`. */
export type LimitName =
  | 'signInAccount'
  | 'signInNetwork'
  | 'secondFactor'
  | 'challenge'
  | 'signUpNetwork'
  | 'mailAddress'
  | 'mailNetwork'
  | 'upload'
  | 'packet'
  | 'export'
  | 'exportAtOnce'
  | 'import'
  | 'importAtOnce'
  | 'refusalNote'
  | 'reminderTest'
  | 'calendar'
  | 'shareNetwork'
  | 'sharePasscode'
  | 'sharePacket'
  | 'cspReport'

/** `tries` in `seconds`; where `thenEvery` is given, one more each `thenEvery` seconds once they are used up. */
export type RateLimit = { tries: number; seconds: number; thenEvery?: number }
export type RateLimits = Record<LimitName, RateLimit>

export const defaultRateLimits: RateLimits = {
  signInAccount: { tries: 10, seconds: 3600, thenEvery: 60 },
  signInNetwork: { tries: 10, seconds: 3600, thenEvery: 60 },
  // Who has the password and guesses codes: some 400 of a million in a day, three of which are right at any time.
  secondFactor: { tries: 10, seconds: 3600, thenEvery: 600 },
  // What a browser asks before it speaks to a passkey or a provider: a row each, and a whole hospital in one network.
  challenge: { tries: 600, seconds: 3600 },
  signUpNetwork: { tries: 20, seconds: 3600 },
  mailAddress: { tries: 3, seconds: 3600 },
  mailNetwork: { tries: 30, seconds: 3600 },
  upload: { tries: 600, seconds: 3600 },
  packet: { tries: 600, seconds: 3600 },
  export: { tries: 30, seconds: 3600 },
  // Held, however long it goes on, and given back when it ends. What a killed process held runs out by itself.
  exportAtOnce: { tries: 1, seconds: 60 },
  import: { tries: 30, seconds: 3600 },
  importAtOnce: { tries: 1, seconds: 60 },
  // A refusal is written to the owner's audit once in a while: a stranger must not fill it.
  refusalNote: { tries: 1, seconds: 600 },
  reminderTest: { tries: 20, seconds: 3600 },
  // For all of an owner's devices together: each request renders the whole calendar.
  calendar: { tries: 120, seconds: 3600 },
  // Tokens cannot be guessed: this keeps the cost of trying theirs and not ours.
  shareNetwork: { tries: 50, seconds: 3600, thenEvery: 1 },
  // All visitors of one link together, as a passcode may be short.
  sharePasscode: { tries: 10, seconds: 3600, thenEvery: 60 },
  sharePacket: { tries: 120, seconds: 3600 },
  // A page that breaks one rule ten times, and a whole hospital in one network.
  cspReport: { tries: 600, seconds: 3600 },
}

/** For trying and for tests, where many nurses share one network. The account's own rateLimits stay. */
export const emulatorRateLimits: RateLimits = {
  ...defaultRateLimits,
  signInNetwork: { tries: 10_000, seconds: 3600 },
  signUpNetwork: { tries: 10_000, seconds: 3600 },
  mailNetwork: { tries: 10_000, seconds: 3600 },
  shareNetwork: { tries: 10_000, seconds: 3600 },
}

export type Limits = {
  /**
   * Takes one try of `key`; rejects with `Problem('too_many_requests')` when none is left. What it resolves to gives
   * that one try back.
   */
  consume(name: LimitName, key: string): Promise<() => Promise<void>>
  /** Takes one try as `consume` does and keeps it from running out, until what it resolves to gives all of `key` back. */
  lease(name: LimitName, key: string): Promise<() => Promise<void>>
  /** Gives all tries of `key` back, after it proved itself. */
  reset(name: LimitName, key: string): Promise<void>
}

/** Counters in the database: shared by all processes, kept over a restart, exact under parallel tries. */
export function createLimits({
  database,
  rateLimits = defaultRateLimits,
}: {
  database: Pick<Database, 'pool'>
  rateLimits?: RateLimits
}): Limits {
  const limiters = new Map<string, RateLimiterPostgres[]>()
  for (const [name, rateLimit] of Object.entries(rateLimits)) {
    limiters.set(name, limitersOf(name, rateLimit, database))
  }
  const of = (name: LimitName) => limiters.get(name) ?? []

  async function consume(name: LimitName, key: string) {
    let wait = 0
    for (const limiter of of(name)) {
      try {
        await limiter.consume(digest(key))
        return async () => {
          await limiter.reward(digest(key))
        }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        wait = refusal.msBeforeNext
      }
    }
    throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
  }

  async function reset(name: LimitName, key: string) {
    for (const limiter of of(name)) await limiter.delete(digest(key))
  }

  async function lease(name: LimitName, key: string) {
    await consume(name, key)
    const { tries, seconds } = rateLimits[name]
    const prolongNow = () => Promise.all(of(name).map((limiter) => limiter.set(digest(key), tries, seconds)))
    let prolonged: Promise<unknown> = Promise.resolve()
    const prolong = () => {
      // Without a database there is nobody else either who could take it.
      prolonged = prolonged.then(prolongNow).catch(() => {})
    }
    const timer = setInterval(prolong, (seconds * 1000) / 3)
    timer.unref()
    return async () => {
      clearInterval(timer)
      // One that is under way would take it again.
      await prolonged
      await reset(name, key)
    }
  }

  return { consume, lease, reset }
}

/** Forgets what was counted under these keys, by whatever limit. */
export async function forgetTries(tx: Db, keys: string[]): Promise<void> {
  const { key } = limitCounters
  await tx.delete(limitCounters).where(inArray(sql`split_part(${key}, ':', 2)`, keys.map(digest)))
}

/** The last one decides: the tries of the window first, then, where there is one, the trickle. */
function limitersOf(
  name: string,
  rateLimit: RateLimit,
  { pool }: Pick<Database, 'pool'>,
): RateLimiterPostgres[] {
  const limiter = (prefix: string, points: number, duration: number, clearExpiredByTimeout = false) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: getTableName(limitCounters),
      tableCreated: true,
      clearExpiredByTimeout,
      keyPrefix: prefix,
      points,
      duration,
    })
  if (rateLimit.thenEvery === undefined) {
    // All limiters share the table: one of them sweeping it is enough.
    return [limiter(name, rateLimit.tries, rateLimit.seconds, name === 'upload')]
  }
  return [
    limiter(name, rateLimit.tries - 1, rateLimit.seconds),
    limiter(`${name}-then`, 1, rateLimit.thenEvery),
  ]
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
