import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { passState } from '#shared/passes/contract.ts'
import { passQuery } from './api.ts'

export type PassViewProps = {
  id: string
  showNumber: boolean
  pass: z.infer<typeof passState>['applePass']
  /** Tests pass their own. */
  onOpen: ((url: string) => void) | undefined
}

/** Makes the pass and opens its address. */
export function usePass(id: string, create: () => Promise<{ url: string }>, onOpen: (url: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: create,
    onSuccess: ({ url }) => {
      void queries.invalidateQueries({ queryKey: passQuery(id).queryKey })
      onOpen(url)
    },
  })
}
