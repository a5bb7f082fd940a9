import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from './focus.ts'
import { showErrorToast, showToast } from './toast-queue.ts'

/** How records of one kind are deleted and restored. */
export type Removal<R> = {
  /** Its name in the messages. */
  nameOf(record: R): string
  remove(record: R): Promise<unknown>
  restore(record: R): Promise<unknown>
  /** What else the deletion does, as a sentence. */
  effectOf?(record: R): string | null
}

/**
 * Deletes with Undo. The record stays restorable on the server, so Undo works from any screen. On the screen of the
 * record, `leave` opens another one; until then `isRemoved` is set, and the screen shows no form: it would ask about
 * unsaved changes.
 */
export function useRemoval<R extends { id: string }>(
  { nameOf, remove, restore, effectOf }: Removal<R>,
  leave?: () => void,
) {
  const queryClient = useQueryClient()
  const [isRemoved, setRemoved] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isRemoved) leave?.()
  }, [isRemoved])
  const restoring = useMutation({
    mutationFn: restore,
    onSuccess: (_restored, record) => showToast({ title: t`Restored “${nameOf(record)}”` }),
    onError: (error, record) => showErrorToast(t`“${nameOf(record)}” was not restored`)(error),
    onSettled: async () => {
      await refreshRecords(queryClient)
      restoreFocus()
    },
  })
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: (_nothing, record) => {
      setRemoved(true)
      showToast({
        title: t`Deleted “${nameOf(record)}”`,
        description: [effectOf?.(record), t`You can restore it from the trash for 30 days.`]
          .filter(Boolean)
          .join(' '),
        action: { label: t`Undo`, onAction: () => restoring.mutate(record) },
      })
    },
    onError: (error, record) => showErrorToast(t`“${nameOf(record)}” was not deleted`)(error),
    onSettled: async (_nothing, _error, { id }) => {
      await refreshRecords(queryClient, id)
      restoreFocus()
    },
  })
  return { remove: (record: R) => removing.mutate(record), isPending: removing.isPending, isRemoved }
}

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
