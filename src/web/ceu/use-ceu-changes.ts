import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import {
  acceptRule,
  ceuKey,
  cycleQuery,
  entryQuery,
  removeCycle,
  removeEntry,
  restoreCycle,
  restoreEntry,
} from './api.ts'
import { cycleName, shortName } from './cycle-text.ts'

/**
 * Everything of CE is asked for again, but what was deleted: its screen is about to be left, and would say that it is
 * missing.
 */
function useRefresh() {
  const queryClient = useQueryClient()
  return (gone: readonly unknown[]) => {
    const isGone = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.join().startsWith(gone.join())
    void queryClient.invalidateQueries({ queryKey: ceuKey, predicate: isGone, refetchType: 'none' })
    void queryClient.invalidateQueries({ queryKey: ceuKey, predicate: (query) => !isGone(query) })
  }
}

/** Deleting a cycle and what counts only in it, with the way back. */
export function useRemoveCycle() {
  const refresh = useRefresh()
  const settled = (_answer: unknown, _error: Error | null, { id }: CeuCycle) =>
    refresh(cycleQuery(id).queryKey)
  const restore = useMutation({
    mutationFn: (cycle: CeuCycle) => restoreCycle(cycle.id),
    onSuccess: (cycle) => showToast({ title: `The cycle of ${shortName(cycleName(cycle))} is back` }),
    onError: showErrorToast('It could not be brought back'),
    onSettled: (answer, error, cycle) => {
      restoreFocus()
      settled(answer, error, cycle)
    },
  })
  return useMutation({
    mutationFn: (cycle: CeuCycle) => removeCycle(cycle.id),
    onSuccess: (_nothing, cycle) =>
      showToast({
        title: `The cycle of ${shortName(cycleName(cycle))} was deleted`,
        action: { label: 'Undo', onAction: () => restore.mutate(cycle) },
      }),
    onSettled: settled,
  })
}

/** Deleting an entry from every cycle that it counts in, with the way back. */
export function useRemoveCycleEntry() {
  const refresh = useRefresh()
  const settled = (_answer: unknown, _error: Error | null, { id }: CeuEntry) => {
    restoreFocus()
    refresh(entryQuery(id).queryKey)
  }
  const restore = useMutation({
    mutationFn: (entry: CeuEntry) => restoreEntry(entry.id),
    onSuccess: (entry) => showToast({ title: `“${shortName(entry.title)}” is back` }),
    onError: showErrorToast('It could not be brought back'),
    onSettled: settled,
  })
  return useMutation({
    mutationFn: (entry: CeuEntry) => removeEntry(entry.id),
    onSuccess: (_nothing, entry) =>
      showToast({
        title: `“${shortName(entry.title)}” was deleted`,
        ...(entry.counts.length > 1 ? { description: 'It no longer counts in any of its cycles.' } : {}),
        action: { label: 'Undo', onAction: () => restore.mutate(entry) },
      }),
    onError: showErrorToast('It was not deleted'),
    onSettled: settled,
  })
}

/** Going over to the corrected rule. */
export function useAcceptRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cycle: CeuCycle) => acceptRule(cycle.id),
    onSuccess: (cycle) => {
      queryClient.setQueryData(cycleQuery(cycle.id).queryKey, cycle)
      showToast({ title: 'The newer rule is in use' })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
}
