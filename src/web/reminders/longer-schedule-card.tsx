import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { defaultLeadDays, longerLeadDays, longerScheduleState } from '#shared/reminders/reminder-schedule.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useDismissedNotices, useNoticeChanges } from '#web/notices/use-notices.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { remindersKey, saveSettings, settingsQuery } from './api.ts'

/** Offers earlier reminders to owners with the default days, until they turn them on or hide the offer. */
export function LongerScheduleCard() {
  const { state, isPending, turnOn, hide } = useLongerSchedule()
  if (state !== 'offered') return null
  return (
    <section
      aria-labelledby="longer-schedule-title"
      className="flex items-start gap-2 rounded-card bg-sunken py-3 pr-2 pl-4"
    >
      <div className="min-w-0 flex-1">
        <h3 id="longer-schedule-title" className="text-base">{t`Start earlier?`}</h3>
        <p className="max-w-[55ch] text-muted">
          <Trans>
            Your first reminder comes 30 days before the end. Some renewals take longer: you can also get one
            120, 90 and 60 days before.
          </Trans>
        </p>
        <Button className="mt-3" isPending={isPending} onPress={turnOn}>{t`Remind me from 120 days`}</Button>
      </div>
      <IconButton label={t`Hide this offer`} icon={X} onPress={hide} />
    </section>
  )
}

/**
 * The offer of reminders from 120 days ahead. `state` is `undefined` while it loads, and `own` once the offer was
 * hidden.
 */
function useLongerSchedule() {
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
