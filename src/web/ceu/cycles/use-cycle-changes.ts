import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { acceptRule, ceuKey, cycleQuery, removeCycle, restoreCycle } from '#web/ceu/api.ts'
import { cycleName, shortName } from '#web/ceu/cycle-text.ts'
import { useRefreshCeu } from '#web/ceu/use-refresh-ceu.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

type CycleRemovalChoice = CeuCycle & { keepShared: boolean }

/** Deletes a cycle and its entries; with `keepShared` only entries that count nowhere else. The toast offers Undo. */
export function useRemoveCycle() {
  const refresh = useRefreshCeu()
  const settled = (_result: unknown, _error: Error | null, { id }: CeuCycle) =>
    refresh(cycleQuery(id).queryKey)
  const restore = useMutation({
    mutationFn: (cycle: CeuCycle) => restoreCycle(cycle.id),
    onSuccess: (cycle) => showToast({ title: t`Restored the CE cycle of ${shortName(cycleName(cycle))}` }),
    onError: showErrorToast(t`Could not restore it`),
    onSettled: (result, error, cycle) => {
      restoreFocus()
      settled(result, error, cycle)
    },
  })
  return useMutation({
    mutationFn: ({ id, keepShared }: CycleRemovalChoice) => removeCycle(id, keepShared),
    onSuccess: (_nothing, cycle) =>
      showToast({
        title: t`Deleted the CE cycle of ${shortName(cycleName(cycle))}`,
        action: { label: t`Undo`, onAction: () => restore.mutate(cycle) },
      }),
    onSettled: settled,
  })
}

/** Switches a cycle to the corrected version of its rule. */
export function useAcceptRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cycle: CeuCycle) => acceptRule(cycle.id),
    onSuccess: (cycle) => {
      queryClient.setQueryData(cycleQuery(cycle.id).queryKey, cycle)
      showToast({ title: t`Updated to the newer rule` })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
}
