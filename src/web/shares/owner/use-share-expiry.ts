import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { sharesKey } from './api.ts'

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
