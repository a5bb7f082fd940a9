import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '#shared/i18n/translate.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { useUndo } from '#web/ui/use-removal.ts'
import { changeSeveral } from './api.ts'

/** Changes of several credentials: all of them or none. `onChanged` is called before the list is refreshed. */
export function useSeveralChanges(onChanged: () => void) {
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await refreshRecords(queryClient)
    restoreFocus()
  }
  const undo = useUndo()
  const archive = useMutation({
    mutationFn: ({ ids, wasArchived }: { ids: string[]; wasArchived: boolean }) =>
      changeSeveral({ action: wasArchived ? 'unarchive' : 'archive', ids }),
    onSuccess: (changed, { wasArchived }) => {
      onChanged()
      const count = changed.length
      showToast({
        title: wasArchived
          ? t`${plural(count, { one: '# credential is', other: '# credentials are' })} out of the archive`
          : t`${plural(count, { one: '# credential was', other: '# credentials were' })} archived`,
        description: wasArchived ? '' : t`They no longer count, and reminders for them have stopped.`,
        action: undo(() => changeSeveral({ action: wasArchived ? 'archive' : 'unarchive', ids: changed })),
      })
    },
    onError: showErrorToast(t`No credential was changed`),
    onSettled,
  })
  const tag = useMutation({
    mutationFn: (asked: { ids: string[]; tag: string }) => changeSeveral({ action: 'tag', ...asked }),
    onSuccess: (changed, asked) => {
      onChanged()
      const count = changed.length
      showToast({
        title: t`Tag “${asked.tag}” added`,
        description:
          count === asked.ids.length
            ? t`To ${plural(count, { one: '# credential', other: '# credentials' })}.`
            : t`To ${plural(count, { one: '# credential', other: '# credentials' })}. The others already had it.`,
      })
    },
    onSettled,
  })
  return { archive, tag }
}
