import { useMutation } from '@tanstack/react-query'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryQuery, removeEntry, restoreEntry } from '#web/ceu/api.ts'
import { shortName } from '#web/ceu/cycle-text.ts'
import { useRefreshCeu } from '#web/ceu/use-refresh-ceu.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

/** Deletes an entry from every cycle it counts in; the toast offers Undo. */
export function useRemoveEntry() {
  const refresh = useRefreshCeu()
  const settled = (_result: unknown, _error: Error | null, { id }: CeuEntry) => {
    restoreFocus()
    refresh(entryQuery(id).queryKey)
  }
  const restore = useMutation({
    mutationFn: (entry: CeuEntry) => restoreEntry(entry.id),
    onSuccess: (entry) => showToast({ title: t`Restored “${shortName(entry.title)}”` }),
    onError: showErrorToast(t`Could not restore it`),
    onSettled: settled,
  })
  return useMutation({
    mutationFn: (entry: CeuEntry) => removeEntry(entry.id),
    onSuccess: (_nothing, entry) =>
      showToast({
        title: t`Deleted “${shortName(entry.title)}”`,
        ...(entry.counts.length > 1 ? { description: t`It no longer counts in any of its cycles.` } : {}),
        action: { label: t`Undo`, onAction: () => restore.mutate(entry) },
      }),
    onError: showErrorToast(t`Could not delete it`),
    onSettled: settled,
  })
}
