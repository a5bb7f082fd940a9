import { useQuery } from '@tanstack/react-query'
import { cyclesQuery, proposalsQuery } from './api.ts'

/**
 * Refetched whenever a screen opens, with the cached data shown meanwhile: changes of credentials affect both, and do not
 * invalidate them.
 */
const alwaysStale = { staleTime: 0 }

export const useCycles = () => useQuery({ ...cyclesQuery(), ...alwaysStale })
export const useProposals = () => useQuery({ ...proposalsQuery, ...alwaysStale })
