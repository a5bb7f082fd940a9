import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/kernel/config.ts'

const MINUTE_MS = 60_000

/** Shows the server that a request is from the operator, who has AUTH_SECRET. It works for a minute or two. */
export function doctorToken(secret: string, now: Date, minutesAgo = 0): string {
  const minute = Math.floor(now.getTime() / MINUTE_MS) - minutesAgo
  return createHmac('sha256', secret).update(`doctor ${minute}`).digest('base64url')
}

export function isDoctorToken(
  { AUTH_SECRET }: Pick<Config, 'AUTH_SECRET'>,
  token: string,
  now: Date,
): boolean {
  if (AUTH_SECRET === undefined) return false
  return [0, 1].some((minutesAgo) => {
    const expected = Buffer.from(doctorToken(AUTH_SECRET, now, minutesAgo))
    const given = Buffer.from(token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
