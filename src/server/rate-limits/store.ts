import { createHash } from 'node:crypto'
import { getTableName, inArray, sql } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Db } from '#server/db/database.ts'
import { Problem } from '#shared/http/errors.ts'
import { limitCounters } from './table.ts'

/** Names of the limits; the values are in `defaultRateLimits`. */
export type LimitName =
  | 'signInAccount'
  | 'signInAnywhere'
  | 'signInNetwork'
  | 'secondFactor'
  | 'challenge'
  | 'signUpNetwork'
  | 'mailAddress'
  | 'mailNetwork'
  | 'mailIn'
  | 'upload'
  | 'packet'
  | 'export'
  | 'exportAtOnce'
  | 'import'
  | 'importAtOnce'
  | 'refusalNote'
  | 'reminderTest'
  | 'secondPersonOwner'
  | 'secondPersonAddress'
  | 'calendar'
  | 'shareNetwork'
  | 'sharePasscode'
  | 'sharePacket'
  | 'checkNetwork'
  | 'cspReport'
  | 'pass'
  | 'walletNetwork'
  | 'operator'
  | 'token'
  | 'tokenRefused'

/** `tries` per `seconds`; with `thenEvery`, one more every `thenEvery` seconds once they are used up. */
export type RateLimit = { tries: number; seconds: number; thenEvery?: number }
export type RateLimits = Record<LimitName, RateLimit>

export const defaultRateLimits: RateLimits = {
  // Of one account from one network, or in one browser that signed in before, or in one session.
  signInAccount: { tries: 10, seconds: 3600, thenEvery: 60 },
  // Of one account from all networks that are new to it, because many may guess together.
  signInAnywhere: { tries: 100, seconds: 3600, thenEvery: 60 },
  // A whole hospital may share one network, and someone there has always forgotten a password.
  signInNetwork: { tries: 300, seconds: 3600, thenEvery: 2 },
  // Someone with the password gets about 150 guesses a day at a million codes, one of which is valid at any time.
  secondFactor: { tries: 10, seconds: 3600, thenEvery: 600 },
  // Browsers request one before each passkey or provider sign-in: one row each, and a whole hospital shares a network.
  challenge: { tries: 600, seconds: 3600 },
  signUpNetwork: { tries: 20, seconds: 3600 },
  mailAddress: { tries: 3, seconds: 3600 },
  mailNetwork: { tries: 30, seconds: 3600 },
  // Mails to one owner's address; those that are held count apart, so that strangers cannot use it up.
  mailIn: { tries: 50, seconds: 86_400 },
  upload: { tries: 600, seconds: 3600 },
  packet: { tries: 600, seconds: 3600 },
  export: { tries: 30, seconds: 3600 },
  // Held as long as the request runs and released when it ends. The lease of a killed process expires on its own.
  exportAtOnce: { tries: 1, seconds: 60 },
  import: { tries: 30, seconds: 3600 },
  importAtOnce: { tries: 1, seconds: 60 },
  // Refusals are audited only once per interval, so that a stranger cannot flood the owner's audit log.
  refusalNote: { tries: 1, seconds: 600 },
  reminderTest: { tries: 20, seconds: 3600 },
  // Invitations that one owner sends, and that one address gets from all owners together.
  secondPersonOwner: { tries: 5, seconds: 86_400 },
  secondPersonAddress: { tries: 3, seconds: 86_400 },
  // For all of an owner's devices together: each request renders the whole calendar.
  calendar: { tries: 120, seconds: 3600 },
  // Tokens cannot be guessed; this limits what attempts cost the server.
  shareNetwork: { tries: 50, seconds: 3600, thenEvery: 1 },
  // For all visitors of one link together, because a passcode may be short.
  sharePasscode: { tries: 10, seconds: 3600, thenEvery: 60 },
  sharePacket: { tries: 120, seconds: 3600 },
  // Codes cannot be guessed; this limits what attempts cost. An employer may check the files of many nurses.
  checkNetwork: { tries: 300, seconds: 3600, thenEvery: 2 },
  // A page that breaks one rule ten times, and a whole hospital in one network.
  cspReport: { tries: 600, seconds: 3600 },
  // Each one is signed.
  pass: { tries: 60, seconds: 3600 },
  // The phones of a whole hospital may share one network.
  walletNetwork: { tries: 3000, seconds: 3600 },
  // Wrong tokens from one network.
  operator: { tries: 10, seconds: 3600, thenEvery: 60 },
  // Of one access token: a program that reads a whole vault record by record, and then steadily.
  token: { tries: 3600, seconds: 3600, thenEvery: 1 },
  // Access tokens from one network that are not valid. They cannot be guessed; this limits what attempts cost.
  tokenRefused: { tries: 60, seconds: 3600, thenEvery: 10 },
}

/** For evaluation and tests, where many nurses share one network. The limits per account stay. */
export const emulatorRateLimits: RateLimits = {
  ...defaultRateLimits,
  signInNetwork: { tries: 10_000, seconds: 3600 },
  signUpNetwork: { tries: 10_000, seconds: 3600 },
  mailNetwork: { tries: 10_000, seconds: 3600 },
  shareNetwork: { tries: 10_000, seconds: 3600 },
}

export type Limits = {
  /**
   * Takes one attempt of `key`; rejects with `Problem('too_many_requests')` if none is left. Resolves to a function
   * that gives this attempt back.
   */
  consume(name: LimitName, key: string): Promise<() => Promise<void>>
  /** Like `consume`, but the attempt does not expire until the returned function is called, which resets `key`. */
  lease(name: LimitName, key: string): Promise<() => Promise<void>>
  /** Gives all attempts of `key` back, for example after a correct password. */
  reset(name: LimitName, key: string): Promise<void>
}

/** Counters in the database: shared by all processes, kept across restarts, exact under concurrency. */
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
  const limitersNamed = (name: LimitName) => limiters.get(name) ?? []

  async function consume(name: LimitName, key: string) {
    let wait = 0
    for (const limiter of limitersNamed(name)) {
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
    for (const limiter of limitersNamed(name)) await limiter.delete(digest(key))
  }

  async function lease(name: LimitName, key: string) {
    await consume(name, key)
    const { tries, seconds } = rateLimits[name]
    const prolongNow = () =>
      Promise.all(limitersNamed(name).map((limiter) => limiter.set(digest(key), tries, seconds)))
    let prolonged: Promise<unknown> = Promise.resolve()
    const prolong = () => {
      // While the database is unreachable, no other process can take it either.
      prolonged = prolonged.then(prolongNow).catch(() => {})
    }
    const timer = setInterval(prolong, (seconds * 1000) / 3)
    timer.unref()
    return async () => {
      clearInterval(timer)
      // A pending extension would take it again.
      await prolonged
      await reset(name, key)
    }
  }

  return { consume, lease, reset }
}

/** Deletes the counters of these keys, for every limit. */
export async function forgetTries(tx: Db, keys: string[]): Promise<void> {
  const { key } = limitCounters
  await tx.delete(limitCounters).where(inArray(sql`split_part(${key}, ':', 2)`, keys.map(digest)))
}

/** The last limiter decides: first the attempts of the window, then the slow rate, if there is one. */
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
    // All limiters share the table, so it is enough if one of them sweeps it.
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
