import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequirementList } from '#shared/requirements/list.ts'
import { t } from '#web/i18n/t.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { listsQuery, removeList, restoreList } from './api.ts'

/** Deletes with Undo. The list stays restorable on the server, so Undo works from any screen. */
export function useRemoveList(onRemoved: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
  const restore = useMutation({
    mutationFn: ({ id }: RequirementList) => restoreList(id),
    onSuccess: ({ name }) => showToast({ title: t`Restored “${name}”` }),
    onError: showErrorToast(t`The list was not restored`),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: ({ id }: RequirementList) => removeList(id),
    onSuccess: (_nothing, list) => {
      showToast({
        title: t`Deleted “${list.name}”`,
        description: t`You can restore it from the trash for 30 days.`,
        action: { label: t`Undo`, onAction: () => restore.mutate(list) },
      })
      onRemoved()
    },
    onError: showErrorToast(t`The list was not deleted`),
    onSettled: refresh,
  })
}
