import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/kernel/config.ts'
import { cookieName } from './cookies.ts'

const YEAR_SECONDS = 31_536_000
const MAX_ACCOUNTS = 5
const cookieShape = /^([\w-]{22})\.([\w-]{24})((?:\.[\w-]{24})*)$/

export type DeviceCookies = {
  /** The limit key of this browser for this account if someone has signed in to the account here, else `null`. */
  limitKeyOf(request: Request, email: string): string | null
  /** The `Set-Cookie` that marks this browser as one that signed in to the account, and its random id. */
  remember(request: Request, email: string): { cookie: string; id: string }
}

/**
 * OWASP's device cookies: attempts from a browser that has signed in before are counted separately. A stranger who uses
 * up an account's attempts therefore does not lock out its owner. The cookie authorizes nothing.
 */
export function createDeviceCookies(config: Pick<Config, 'publicUrl'>, secret: string): DeviceCookies {
  const name = cookieName(config, 'lanyard.device')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''

  /** Signs an id alone, or an id together with an account. */
  const sign = (id: string, email = '') =>
    createHmac('sha256', secret).update(`device\n${id}\n${email}`).digest('base64url').slice(0, 24)

  /** A client made up any id without our signature. Such an id is never used. */
  const read = (request: Request): { id: string; marks: string[] } | null => {
    for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
      const [key, value = ''] = pair.trim().split('=')
      const [, id = '', signature = '', marks = ''] = (key === name && cookieShape.exec(value)) || []
      if (id !== '' && isEqual(signature, sign(id))) return { id, marks: marks.split('.').filter(Boolean) }
    }
    return null
  }

  return {
    limitKeyOf(request, email) {
      const device = read(request)
      if (!device) return null
      const mark = sign(device.id, email)
      return device.marks.some((each) => isEqual(each, mark)) ? `device:${device.id}:${email}` : null
    },
    remember(request, email) {
      const { id, marks } = read(request) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
      const mark = sign(id, email)
      const kept = [mark, ...marks.filter((each) => each !== mark)].slice(0, MAX_ACCOUNTS)
      const value = [id, sign(id), ...kept].join('.')
      const cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
      return { cookie, id }
    },
  }
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
