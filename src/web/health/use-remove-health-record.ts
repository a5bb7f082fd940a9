import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { healthKey, removeHealthRecord, restoreHealthRecord } from './api.ts'

/** Deletes with Undo. The record stays restorable on the server, so Undo works from any screen. */
export function useRemoveHealthRecord() {
  const queryClient = useQueryClient()
  // The screen of a deleted record is about to close: a refetch now would report it as missing.
  const refresh = (_answer: unknown, _error: Error | null, { id }: HealthRecord) => {
    restoreFocus()
    const isOwn = ({ queryKey }: Query) => queryKey.includes(id)
    void queryClient.invalidateQueries({ queryKey: healthKey, refetchType: 'none', predicate: isOwn })
    void queryClient.invalidateQueries({ queryKey: healthKey, predicate: (query) => !isOwn(query) })
  }
  const restore = useMutation({
    mutationFn: (record: HealthRecord) => restoreHealthRecord(record.id),
    onSuccess: (record) => showToast({ title: t`Restored “${healthTitle(record, t)}”` }),
    onError: showErrorToast(t`The record was not restored`),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (record: HealthRecord) => removeHealthRecord(record.id),
    onSuccess: (_nothing, record) =>
      showToast({
        title: t`Deleted “${healthTitle(record, t)}”`,
        description: t`You can restore it from the trash for 30 days.`,
        action: { label: t`Undo`, onAction: () => restore.mutate(record) },
      }),
    onError: showErrorToast(t`The record was not deleted`),
    onSettled: refresh,
  })
}
