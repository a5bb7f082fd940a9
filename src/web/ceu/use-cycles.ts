import { useQuery } from '@tanstack/react-query'
import { cyclesQuery, proposalsQuery } from './api.ts'

export const useCycles = () => useQuery(cyclesQuery())
export const useProposals = () => useQuery(proposalsQuery)
