import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Reminder, ReminderPatch } from '#shared/reminders/reminder.ts'
import { formatDate } from '#web/format/dates.ts'
import { useSession } from '#web/session/session.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { readAllReminders, remindersKey, removeReminder, updateReminder } from './api.ts'

type Change = { reminder: Reminder; patch: ReminderPatch }

/** Reading, dismissing, snoozing and deleting, with the way back where there is one. */
export function useReminderChanges() {
  const queryClient = useQueryClient()
  // The bell is still there while she signs out.
  const locale = useSession().user?.locale ?? null
  const settled = async () => {
    await queryClient.invalidateQueries({ queryKey: remindersKey })
    restoreFocus()
  }
  const change = useMutation({
    mutationFn: ({ reminder, patch }: Change) => updateReminder(reminder.id, patch),
    onError: showErrorToast('That was not saved'),
    onSettled: settled,
  })
  const readAll = useMutation({
    mutationFn: readAllReminders,
    onError: showErrorToast('They were not marked as read'),
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: (reminder: Reminder) => removeReminder(reminder.id),
    onSuccess: () => showToast({ title: 'The reminder was deleted' }),
    onError: showErrorToast('It was not deleted'),
    onSettled: settled,
  })

  function changeWithUndo(reminder: Reminder, patch: ReminderPatch, back: ReminderPatch, title: string) {
    const undo = { label: 'Undo', onAction: () => change.mutate({ reminder, patch: back }) }
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
        `No more reminders of ${reminder.title} until its date changes`,
      ),
    restore: (reminder: Reminder) => {
      const state = reminder.sentAt ? 'sent' : 'scheduled'
      change.mutate(
        { reminder, patch: { state } },
        { onSuccess: () => showToast({ title: `You will be reminded of ${reminder.title} again` }) },
      )
    },
    snooze: (reminder: Reminder, day: string) =>
      changeWithUndo(
        reminder,
        { snoozedUntil: day },
        { snoozedUntil: reminder.snoozedUntil },
        `${reminder.title} comes again on ${formatDate(day, locale)}`,
      ),
    unsnooze: (reminder: Reminder) => change.mutate({ reminder, patch: { snoozedUntil: null } }),
    remove: (reminder: Reminder) => remove.mutate(reminder),
  }
}

export type ReminderChanges = ReturnType<typeof useReminderChanges>
