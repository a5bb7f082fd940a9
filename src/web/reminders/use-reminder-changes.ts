import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Reminder, ReminderPatch } from '#shared/reminders/reminder.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { restoreFocus } from '#web/ui/focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { markAllRead, remindersKey, removeReminder, updateReminder } from './api.ts'

type Change = { reminder: Reminder; patch: ReminderPatch }

/** Marks as read, dismisses, snoozes and deletes, with Undo where possible. */
export function useReminderChanges() {
  const queryClient = useQueryClient()
  // The bell stays mounted during sign-out, when there is no user.
  const locale = useSession().user?.locale ?? null
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: remindersKey })
    restoreFocus()
  }
  const change = useMutation({
    mutationFn: ({ reminder, patch }: Change) => updateReminder(reminder.id, patch),
    onError: showErrorToast(t`The change was not saved`),
    onSettled: refresh,
  })
  const readAll = useMutation({
    mutationFn: markAllRead,
    onError: showErrorToast(t`Reminders were not marked as read`),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (reminder: Reminder) => removeReminder(reminder.id),
    onSuccess: () => showToast({ title: t`Reminder deleted` }),
    onError: showErrorToast(t`The reminder was not deleted`),
    onSettled: refresh,
  })

  function changeWithUndo(reminder: Reminder, patch: ReminderPatch, undoPatch: ReminderPatch, title: string) {
    const undo = { label: t`Undo`, onAction: () => change.mutate({ reminder, patch: undoPatch }) }
    change.mutate({ reminder, patch }, { onSuccess: () => showToast({ title, action: undo }) })
  }

  return {
    isPending: change.isPending || readAll.isPending || remove.isPending,
    readAll: () => readAll.mutate(),
    setRead: (reminder: Reminder, isRead: boolean) => change.mutate({ reminder, patch: { isRead } }),
    dismiss: (reminder: Reminder) =>
      changeWithUndo(
        reminder,
        { state: 'dismissed' },
        { state: reminder.state },
        t`No more reminders about ${reminder.title} until its date changes`,
      ),
    restore: (reminder: Reminder) => {
      const state = reminder.sentAt ? 'sent' : 'scheduled'
      change.mutate(
        { reminder, patch: { state } },
        { onSuccess: () => showToast({ title: t`You will get reminders about ${reminder.title} again` }) },
      )
    },
    snooze: (reminder: Reminder, day: string) =>
      changeWithUndo(
        reminder,
        { snoozedUntil: day },
        { snoozedUntil: reminder.snoozedUntil },
        t`You will be reminded about ${reminder.title} on ${formatDate(day, locale)}`,
      ),
    unsnooze: (reminder: Reminder) => change.mutate({ reminder, patch: { snoozedUntil: null } }),
    remove: (reminder: Reminder) => remove.mutate(reminder),
  }
}

export type ReminderChanges = ReturnType<typeof useReminderChanges>
