import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createFairQueue, type FairKeys, type FairQueue } from '#server/kernel/fair-queue.ts'
import {
  type FirebaseHashParams,
  firebaseKeyStream,
  keyStreamOf,
  parseWrapped,
  wrappedHash,
} from './firebase/firebase-hash.ts'
import { authRequestContext } from './request-context.ts'

export type PasswordCost = { memoryKib: number; passes: number }

/** OWASP's parameters for Argon2id: 19 MiB and two passes, in one lane. */
export const passwordCost: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1

/** The schemas refuse more than 128 characters; this is the last check before the hash. */
const MAX_HASHED = 1000

const derive = promisify(argon2)

const waitingPer = { owner: 20, link: 20, network: 200 }

/**
 * Hashes off the main thread and two at a time, so that many sign-ins do not use all cores and 19 MiB each. Networks
 * take turns, so that one network that guesses passwords does not delay the others.
 */
const signInQueue = createFairQueue({
  limits: { running: 2, runningPer: { owner: 2, link: 2, network: 2 }, waiting: 1000, waitingPer },
})
/** Separate from sign-ins: anyone with a link can cause its passcode to be hashed. */
const passcodeQueue = createFairQueue({
  limits: { running: 1, runningPer: { owner: 1, link: 1, network: 1 }, waiting: 200, waitingPer },
})

type Turn = { queue: FairQueue; keys: FairKeys }

const signInTurn = (): Turn => {
  const network = authRequestContext.getStore()?.network
  return { queue: signInQueue, keys: network === undefined ? {} : { network } }
}

/** The queue keys for a share's passcode: its owner, or link and network. */
export const passcodeTurn = (keys: FairKeys): Turn => ({ queue: passcodeQueue, keys })

type Argon2Params = { memory: number; passes: number; parallelism: number }

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: the parameters are stored with the hash, so that they can be raised later. */
export function hashPassword(password: string, cost = passwordCost, turn = signInTurn()): Promise<string> {
  return hashMessage(password, cost, turn)
}

async function hashMessage(
  password: string | Buffer,
  { memoryKib, passes }: PasswordCost,
  turn: Turn,
): Promise<string> {
  const salt = randomBytes(16)
  const params = { memory: memoryKib, passes, parallelism: LANES }
  const hash = await digest(password, salt, 32, params, turn)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${bare(salt)}$${bare(hash)}`
}

/**
 * Wraps the hash of a Firebase account (its `passwordHash` and `salt`) for storage until its owner signs in: Argon2id
 * around the result of Firebase's scrypt. `isOutdated` is true for a wrapped hash, so the first sign-in replaces it.
 * Throws a `RangeError` unless the hash belongs to the project with these parameters.
 */
export async function wrapFirebaseHash(
  account: { passwordHash: Buffer; salt: Buffer },
  params: FirebaseHashParams,
  cost = passwordCost,
): Promise<string> {
  const { rounds, memCost, saltSeparator } = params
  const inner = await hashMessage(firebaseKeyStream(account.passwordHash, params), cost, signInTurn())
  return wrappedHash({ rounds, memCost, salt: Buffer.concat([account.salt, saltSeparator]), inner })
}

/** True if `password` is exactly the hashed one. Compares in constant time. */
export async function verifyPassword(
  { hash, password }: { hash: string; password: string },
  turn = signInTurn(),
): Promise<boolean> {
  const wrapped = parseWrapped(hash)
  const kept = parse(wrapped?.inner ?? hash)
  if (!kept) return false
  requireHashable(password)
  const { queue, keys } = turn
  const message = wrapped ? await queue.run(keys, () => keyStreamOf(password, wrapped)) : password
  const tried = await digest(message, kept.salt, kept.digest.length, kept.params, turn)
  return timingSafeEqual(tried, kept.digest)
}

/** True if the hash was made with weaker parameters than today's. The next sign-in replaces it. */
export function isOutdated(hash: string, { memoryKib, passes } = passwordCost): boolean {
  const kept = parse(hash)
  return kept === null || kept.params.memory < memoryKib || kept.params.passes < passes
}

function requireHashable(password: string | Buffer): void {
  if (password.length > MAX_HASHED) throw new RangeError('This password is too long to be hashed')
}

async function digest(
  password: string | Buffer,
  salt: Buffer,
  length: number,
  params: Argon2Params,
  { queue, keys }: Turn,
): Promise<Buffer> {
  requireHashable(password)
  const { memory, passes, parallelism } = params
  const message = typeof password === 'string' ? Buffer.from(password) : password
  return queue.run(keys, () =>
    derive('argon2id', { message, nonce: salt, parallelism, tagLength: length, memory, passes }),
  )
}

function parse(hash: string): { params: Argon2Params; salt: Buffer; digest: Buffer } | null {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!found) return null
  const [, memory, passes, parallelism, salt = '', digest = ''] = found
  return {
    params: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

/** Base64 without padding, as in PHC strings. */
function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
