import { useQuery } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import { isRenewable } from '#shared/renewals/window.ts'
import { useToday } from '#web/session/use-today.ts'
import { renewalsQuery } from './api.ts'

/** Its open renewal, and whether its page offers to renew it: while it is time for that, or while one is open. */
export function useRenewalOffer(credential: Credential) {
  const today = useToday()
  const { data } = useQuery(renewalsQuery(credential.id))
  const open = data?.items.find(({ state }) => state !== 'done') ?? null
  return { open, offersRenewal: open !== null || isRenewable(credential, today) }
}
