import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { competencyKey, cyclesKey, removeRecord, restoreRecord } from './api.ts'

/** Deletes with Undo. The record stays restorable on the server, so Undo works from any screen. */
export function useRemoveRecord() {
  const queryClient = useQueryClient()
  // The screen of a deleted record is about to close: a refetch now would report it as missing.
  const refresh = (_answer: unknown, _error: Error | null, { id }: CompetencyRecord) => {
    restoreFocus()
    const isOwn = ({ queryKey }: Query) => queryKey.includes(id)
    void queryClient.invalidateQueries({ queryKey: competencyKey, refetchType: 'none', predicate: isOwn })
    void queryClient.invalidateQueries({ queryKey: competencyKey, predicate: (query) => !isOwn(query) })
    void queryClient.invalidateQueries({ queryKey: cyclesKey })
  }
  const restore = useMutation({
    mutationFn: (record: CompetencyRecord) => restoreRecord(record.id),
    onSuccess: ({ title }) => showToast({ title: t`Restored “${title}”` }),
    onError: showErrorToast(t`The record was not restored`),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (record: CompetencyRecord) => removeRecord(record.id),
    onSuccess: (_nothing, record) =>
      showToast({
        title: t`Deleted “${record.title}”`,
        description: t`You can restore it from the trash for 30 days.`,
        action: { label: t`Undo`, onAction: () => restore.mutate(record) },
      }),
    onError: showErrorToast(t`The record was not deleted`),
    onSettled: refresh,
  })
}
