import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { t } from '#web/i18n/t.ts'
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
    onSuccess: () => showToast({ title: t`Restored the look-up` }),
    onError: showErrorToast(t`The look-up was not restored`),
    onSettled,
  })
  return useMutation({
    mutationFn: ({ id }: LookupRecord) => removeLookup(id),
    onSuccess: (_nothing, lookup) =>
      showToast({
        title: t`Deleted the look-up`,
        action: { label: t`Undo`, onAction: () => restore.mutate(lookup) },
      }),
    onError: showErrorToast(t`The look-up was not deleted`),
    onSettled,
  })
}
