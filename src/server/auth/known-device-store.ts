import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/kernel/config.ts'
import { cookieName } from './cookies.ts'
import { tokenDigest } from './session-store.ts'
import { knownDevices } from './table.ts'

const YEAR_SECONDS = 31_536_000
const MAX_ACCOUNTS = 5
const shape = /^([\w-]{22})\.([\w-]{24})((?:\.[\w-]{24})*)$/

export type Devices = {
  /** The counter of this browser for this account, if someone signed in to it here before; else `null`. */
  counterOf(request: Request, address: string): string | null
  /** The `Set-Cookie` that marks this browser as one that the account signed in with, and its random number. */
  remember(request: Request, address: string): { cookie: string; id: string }
}

/**
 * OWASP's device cookies: tries from a browser that signed in before are counted on their own, so that a stranger who
 * uses up an account's tries does not lock its owner out. The cookie opens nothing.
 */
export function createDevices(config: Pick<Config, 'publicUrl'>, secret: string): Devices {
  const name = cookieName(config, 'lanyard.device')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''

  /** Of an id alone, or of an id together with an account. */
  const markOf = (id: string, address = '') =>
    createHmac('sha256', secret).update(`device\n${id}\n${address}`).digest('base64url').slice(0, 24)

  /** An id that we did not sign is a client's own, and never adopted. */
  const read = (request: Request): { id: string; marks: string[] } | null => {
    for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
      const [key, value = ''] = pair.trim().split('=')
      const [, id = '', signature = '', marks = ''] = (key === name && shape.exec(value)) || []
      if (id !== '' && isSame(signature, markOf(id))) return { id, marks: marks.split('.').filter(Boolean) }
    }
    return null
  }

  return {
    counterOf(request, address) {
      const device = read(request)
      const mine = device && markOf(device.id, address)
      return device?.marks.some((mark) => isSame(mark, mine ?? '')) ? `device:${device.id}:${address}` : null
    },
    remember(request, address) {
      const { id, marks } = read(request) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
      const mine = markOf(id, address)
      const kept = [mine, ...marks.filter((mark) => mark !== mine)].slice(0, MAX_ACCOUNTS)
      const value = [id, markOf(id), ...kept].join('.')
      const cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
      return { cookie, id }
    },
  }
}

/** Notes that the owner signed in with this browser: `first` of hers, `new` beside others, or `known`. */
export async function noteDevice(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<'first' | 'new' | 'known'> {
  const digest = tokenDigest(`device:${id}`)
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(knownDevices)
      .values({ userId, digest, createdAt: now, lastUsedAt: now })
      .onConflictDoNothing()
      .returning({ digest: knownDevices.digest })
    if (added.length === 0) {
      const mine = and(eq(knownDevices.userId, userId), eq(knownDevices.digest, digest))
      await tx.update(knownDevices).set({ lastUsedAt: now }).where(mine)
      return 'known'
    }
    const [other] = await tx
      .select({ digest: knownDevices.digest })
      .from(knownDevices)
      .where(and(eq(knownDevices.userId, userId), ne(knownDevices.digest, digest)))
      .limit(1)
    return other ? 'new' : 'first'
  })
}

function isSame(given: string, right: string): boolean {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}
