import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { lookupsKey, removeLookup, restoreLookup } from './api.ts'

/** Deletes with Undo. */
export function useRemoveLookup() {
  const queryClient = useQueryClient()
  const onSettled = () => {
    restoreFocus()
    return queryClient.invalidateQueries({ queryKey: lookupsKey })
  }
  const restore = useMutation({
    mutationFn: ({ id }: LookupRecord) => restoreLookup(id),
    onSuccess: () => showToast({ title: 'Restored the look-up' }),
    onError: showErrorToast('The look-up was not restored'),
    onSettled,
  })
  return useMutation({
    mutationFn: ({ id }: LookupRecord) => removeLookup(id),
    onSuccess: (_nothing, lookup) =>
      showToast({
        title: 'Deleted the look-up',
        action: { label: 'Undo', onAction: () => restore.mutate(lookup) },
      }),
    onError: showErrorToast('The look-up was not deleted'),
    onSettled,
  })
}
