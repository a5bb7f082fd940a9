import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { sharesKey } from './api.ts'

const MINUTE_MS = 60_000

const thisMinute = () => Math.floor(serverNow().getTime() / MINUTE_MS)

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

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 10_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** The current minute, so that "in 20 minutes" counts down. */
export function useCurrentMinute(): Date {
  return new Date(useSyncExternalStore(onMinute, thisMinute, thisMinute) * MINUTE_MS)
}

/**
 * Reloads the shares once when a share on the screen expires. If the device's clock is ahead, the server still reports
 * the share as open, so it must not reload again and again.
 */
export function useShareExpiry(shown: readonly Share[], now: Date): void {
  const queryClient = useQueryClient()
  const expiredIds = shown
    .filter(({ state, expiresAt }) => state === 'live' && Date.parse(expiresAt) <= now.getTime())
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (expiredIds !== '') void queryClient.invalidateQueries({ queryKey: sharesKey })
  }, [expiredIds, queryClient])
}
