import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultLeadDays, longerLeadDays, longerScheduleState } from '#shared/reminders/reminder-schedule.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { t } from '#web/i18n/t.ts'
import { useDismissedNotices, useNoticeChanges } from '#web/notices/use-notices.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { remindersKey, saveSettings, settingsQuery } from './api.ts'

/**
 * The offer of reminders from 120 days ahead. `state` is `undefined` while it loads, and `own` once the offer was
 * hidden.
 */
export function useLongerSchedule() {
  const { data: settings } = useQuery(settingsQuery)
  const dismissed = useDismissedNotices()
  const { hideLongerSchedule } = useNoticeChanges()
  const { turnOn, isPending } = useLongerScheduleStart()
  const chosen = settings && longerScheduleState(settings.leads)
  const isHidden = chosen === 'offered' && dismissed?.has('longer_schedule')
  return {
    state: dismissed && (isHidden ? 'own' : chosen),
    isPending,
    turnOn,
    hide: hideLongerSchedule,
  }
}

/** Turns the offer on. Both changes outlive the button, which disappears once the schedule is on. */
export function useLongerScheduleStart() {
  const queryClient = useQueryClient()
  const { record, showAgain } = useNoticeChanges()
  const saveLeads = async (leads: readonly number[]) => {
    const settings = await queryClient.ensureQueryData(settingsQuery)
    return saveSettings({ ...settings, leads: [...leads] })
  }
  const show = async (saved: ReminderSettings) => {
    queryClient.setQueryData(settingsQuery.queryKey, saved)
    await queryClient.invalidateQueries({ queryKey: remindersKey })
  }
  const undo = useMutation({
    mutationFn: () => saveLeads(defaultLeadDays),
    onSuccess: (saved) => {
      showAgain('longer_schedule')
      return show(saved)
    },
    onError: showErrorToast(t`The change was not undone`),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveLeads(longerLeadDays),
    onSuccess: (saved) => {
      record('longer_schedule')
      const action = { label: t`Undo`, onAction: () => undo.mutate() }
      showToast({ title: t`Reminders start 120 days ahead`, action })
      return show(saved)
    },
    onError: showErrorToast(t`The change was not saved`),
  })
  return { turnOn: () => mutate(), isPending }
}
