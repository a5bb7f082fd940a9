import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { sharesKey } from '#web/shares/api.ts'

/**
 * Asks again when the time of a link is up while she looks at it. Once for each: where her clock is ahead, the answer
 * is that it is still open.
 */
export function useShareEnd(shown: readonly Share[], now: Date): void {
  const queryClient = useQueryClient()
  const over = shown
    .filter(({ state, expiresAt }) => state === 'live' && Date.parse(expiresAt) <= now.getTime())
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (over !== '') void queryClient.invalidateQueries({ queryKey: sharesKey })
  }, [over, queryClient])
}
