import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { acceptRule, ceuKey, cycleQuery } from '#web/ceu/api.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/toast-queue.ts'

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
