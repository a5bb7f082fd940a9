import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from './focus.ts'
import { showErrorToast } from './toast-queue.ts'

/** The action of a toast that takes back the change which the toast reports. */
export function useUndo() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (takeBack: () => Promise<unknown>) => takeBack(),
    onError: showErrorToast(t`That could not be undone`),
    onSettled: async () => {
      await refreshRecords(queryClient)
      restoreFocus()
    },
  })
  return (takeBack: () => Promise<unknown>) => ({ label: t`Undo`, onAction: () => mutate(takeBack) })
}
