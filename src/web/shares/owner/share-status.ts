import type { Share } from '#shared/shares/share.ts'

/** The state of a share, with three kinds of live: not opened yet, opened, and ending within a day. */
export type ShareStatus = 'open' | 'opened' | 'soon' | Exclude<Share['state'], 'live'>

const DAY_MS = 24 * 3_600_000

/**
 * Never says that a share has ended before the server does. The device's clock may be ahead, and the link would still
 * be open.
 */
export function shareStatusOf(
  { state, expiresAt, viewCount }: Pick<Share, 'state' | 'expiresAt' | 'viewCount'>,
  now: Date,
): ShareStatus {
  if (state !== 'live') return state
  if (Date.parse(expiresAt) - now.getTime() < DAY_MS) return 'soon'
  return viewCount > 0 ? 'opened' : 'open'
}
