import { useQuery } from '@tanstack/react-query'
import { cyclesQuery, proposalsQuery } from './api.ts'

/**
 * Asked again whenever a screen opens, what is known shown meanwhile: a license that was added, renamed or deleted
 * changes both, and its room knows nothing of cycles.
 */
const now = { staleTime: 0 }

export const useCycles = () => useQuery({ ...cyclesQuery(), ...now })
export const useProposals = () => useQuery({ ...proposalsQuery, ...now })
