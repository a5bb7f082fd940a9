import { createHash } from 'node:crypto'
import { cookieName } from '#server/auth/cookies.ts'
import type { Config } from '#server/kernel/config.ts'

type SiteConfig = Pick<Config, 'publicUrl'>

const PREFIX = 'lanyard.visit-'
/** Each is sent with every request, and all headers together may have 16 KB. */
const MAX_VISITS = 20

/** A cookie for each link, so that a browser may have several open. The name reveals nothing of the token. */
export function visitCookieName(config: SiteConfig, token: string): string {
  const digest = createHash('sha256').update(`visit:${token}`).digest('hex')
  return cookieName(config, `${PREFIX}${digest.slice(0, 12)}`)
}

/** `__Host-` requires the path `/`. */
export function visitCookie(config: SiteConfig, name: string, secret: string, seconds: number): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The cookies to remove before `added` is set. Browsers send the oldest first. */
export function surplusVisits(config: SiteConfig, sent: string[], added: string): string[] {
  const visits = sent.filter((name) => name.startsWith(cookieName(config, PREFIX)) && name !== added)
  return visits.slice(0, Math.max(0, visits.length - MAX_VISITS + 1))
}
