import { useQueryClient } from '@tanstack/react-query'
import { ceuKey } from './api.ts'

/**
 * Refetches every CE query except those below `deletedKey`. The screen of a deleted record is about to close, and must
 * not report the record as missing before it does.
 */
export function useRefreshCeu() {
  const queryClient = useQueryClient()
  return (deletedKey: readonly unknown[]) => {
    const isDeleted = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey.join().startsWith(deletedKey.join())
    void queryClient.invalidateQueries({ queryKey: ceuKey, predicate: isDeleted, refetchType: 'none' })
    void queryClient.invalidateQueries({ queryKey: ceuKey, predicate: (query) => !isDeleted(query) })
  }
}
