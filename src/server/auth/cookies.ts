import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/kernel/config.ts'
import { type SessionKind, sessionLives, TRACE_OF_REMEMBERED } from './sessions/session-life.ts'

const REMEMBERED_SECONDS = (sessionLives.remembered.life + TRACE_OF_REMEMBERED) / 1000

/** `__Host-` binds the cookie to exactly this host over TLS; browsers refuse that prefix without TLS. */
export function cookieName(config: Pick<Config, 'publicUrl'>, name: string): string {
  return config.publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** The value of a cookie that we signed, or `null`: a forged cookie counts as absent. */
export function readSignedCookie(request: Request, name: string, secret: string): string | null {
  for (const sent of sentCookies(request, name)) {
    const value = signedValue(sent, secret)
    if (value !== null) return value
  }
  return null
}

/** The values of all cookies with this name, unchecked: anyone may have made them up. */
function sentCookies(request: Request, name: string): string[] {
  const start = `${name}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length).trim())
}

/** The signed value in a cookie, or `null` if the signature is not ours. */
function signedValue(sent: string, secret: string): string | null {
  const [value, signature] = splitSigned(sent)
  if (value === '') return null
  const expected = createHmac('sha256', secret).update(value).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

function splitSigned(cookie: string): [value: string, signature: string] {
  try {
    const text = decodeURIComponent(cookie)
    const dot = text.lastIndexOf('.')
    return dot < 1 ? ['', ''] : [text.slice(0, dot), text.slice(dot + 1)]
  } catch {
    return ['', '']
  }
}

/** A `Cookie` header that makes Better Auth find the session of this token. */
export function cookieHeader(config: SiteConfig, secret: string, token: string): string {
  return sessionCookie(config, secret, token, 'brief').split(';')[0] ?? ''
}

type SiteConfig = Pick<Config, 'publicUrl'>

/** The `Set-Cookie` of a session, with a signature that Better Auth can verify. */
export function sessionCookie(config: SiteConfig, secret: string, token: string, kind: SessionKind): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const line = `${sessionCookieName(config)}=${encodeURIComponent(`${token}.${signature}`)}; Path=/; HttpOnly; SameSite=Lax${secure}`
  return kind === 'remembered' ? `${line}; Max-Age=${REMEMBERED_SECONDS}` : line
}

/** Better Auth's `Set-Cookie` of a session with the lifetime of its kind. Other cookies stay unchanged. */
export function withLifetime(config: SiteConfig, line: string, kind: SessionKind): string {
  if (!line.startsWith(`${sessionCookieName(config)}=`) || /;\s*max-age=0/i.test(line)) return line
  const bare = line.replace(/;\s*(max-age|expires)=[^;]*/gi, '')
  return kind === 'remembered' ? `${bare}; Max-Age=${REMEMBERED_SECONDS}` : bare
}

export function sessionCookieName(config: SiteConfig): string {
  return cookieName(config, 'lanyard.session')
}
