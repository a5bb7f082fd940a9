import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { toProblem } from '#web/core/ui/problem-note.tsx'
import { showToast } from '#web/core/ui/toast-queue.ts'
import {
  acceptRule,
  ceuKey,
  cycleQuery,
  removeCycle,
  removeEntry,
  restoreCycle,
  restoreEntry,
} from './api.ts'
import { cycleName } from './cycle-words.ts'

const failed = (title: string) => (error: Error) =>
  showToast({ title, description: toProblem(error).message, tone: 'destructive' })

/** Undo is gone once it was pressed: without this a keyboard would begin again at the top of the window. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

/** Deleting a cycle and what counts only in it, with the way back. */
export function useRemoveCycle() {
  const queryClient = useQueryClient()
  // The screen of a deleted cycle is about to be left: asked for again now, it would say that it is missing.
  const refresh = (_answer: unknown, _error: Error | null, { id }: CeuCycle) => {
    const own = cycleQuery(id).queryKey.join()
    const isOwn = (key: readonly unknown[]) => key.join().startsWith(own)
    void queryClient.invalidateQueries({
      queryKey: ceuKey,
      predicate: ({ queryKey }) => isOwn(queryKey),
      refetchType: 'none',
    })
    void queryClient.invalidateQueries({ queryKey: ceuKey, predicate: ({ queryKey }) => !isOwn(queryKey) })
  }
  const restore = useMutation({
    mutationFn: (cycle: CeuCycle) => restoreCycle(cycle.id),
    onSuccess: (cycle) => showToast({ title: `The cycle of ${cycleName(cycle)} is back` }),
    onError: failed('It could not be brought back'),
    onSettled: (answer, error, cycle) => {
      keepFocus()
      refresh(answer, error, cycle)
    },
  })
  return useMutation({
    mutationFn: (cycle: CeuCycle) => removeCycle(cycle.id),
    onSuccess: (_nothing, cycle) =>
      showToast({
        title: `The cycle of ${cycleName(cycle)} was deleted`,
        action: { label: 'Undo', onAction: () => restore.mutate(cycle) },
      }),
    onSettled: refresh,
  })
}

/** Deleting an entry from every cycle that it counts in, with the way back. */
export function useRemoveCycleEntry() {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ceuKey })
  const restore = useMutation({
    mutationFn: (entry: CeuEntry) => restoreEntry(entry.id),
    onSuccess: (entry) => showToast({ title: `“${entry.title}” is back` }),
    onError: failed('It could not be brought back'),
    onSettled: () => {
      keepFocus()
      refresh()
    },
  })
  return useMutation({
    mutationFn: (entry: CeuEntry) => removeEntry(entry.id),
    onSuccess: (_nothing, entry) =>
      showToast({
        title: `“${entry.title}” was deleted`,
        ...(entry.counts.length > 1 ? { description: 'It counts in your other cycles no more, too.' } : {}),
        action: { label: 'Undo', onAction: () => restore.mutate(entry) },
      }),
    onError: failed('It was not deleted'),
    onSettled: () => {
      keepFocus()
      refresh()
    },
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
