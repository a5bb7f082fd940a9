import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OptionalChannel } from '#shared/reminders/reminder.ts'
import { remindersKey, settingsQuery } from './api.ts'
import { saveChannel } from './settings-api.ts'

/** Whether reminders are sent through a channel. A change shows at once, and is undone if it is not saved. */
export function useChannelSwitch(channel: OptionalChannel) {
  const queryClient = useQueryClient()
  const { data } = useQuery(settingsQuery)
  const save = useMutation({
    mutationFn: (isOn: boolean) => saveChannel(channel, isOn),
    // One after the other: each sends all the settings.
    scope: { id: 'reminder-channels' },
    onMutate: () => queryClient.cancelQueries({ queryKey: settingsQuery.queryKey }),
    onSuccess: (saved) => queryClient.setQueryData(settingsQuery.queryKey, saved),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: remindersKey }),
  })
  return {
    /** `undefined` until it is known. */
    isOn: save.isPending ? save.variables : data?.channels[channel],
    digest: data?.digest,
    save: save.mutateAsync,
    problem: save.error,
    /** For handlers of events: the problem is in `problem`. */
    change: (isOn: boolean) => save.mutate(isOn),
  }
}
