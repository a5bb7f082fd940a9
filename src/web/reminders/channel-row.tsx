import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OptionalChannel } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SwitchInput } from '#web/ui/fields/switch.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'
import { remindersKey, settingsQuery } from './api.ts'
import { saveChannel } from './settings-api.ts'

type ChannelRowProps = {
  id: string
  title: string
  /** Its real state in words; empty while it loads. */
  state: string
  isOn: boolean
  /** Nothing is sent here, whatever the switch says. */
  isUnavailable?: boolean
  onChange: (isOn: boolean) => void
  /** Why the last change was not saved, as a problem or a sentence. */
  problem?: unknown
  isOpen?: boolean
  /** In its row, such as a test. */
  action?: ReactNode
  children: ReactNode
}

/**
 * A channel with its state, its action and its one switch, which saves itself; without a switch where nothing can be sent.
 * Its setup is below.
 */
export function ChannelRow({
  id,
  title,
  state,
  isOn,
  isUnavailable = false,
  onChange,
  problem,
  isOpen = false,
  action,
  children,
}: ChannelRowProps) {
  return (
    <Disclosure
      id={id}
      title={title}
      summary={state}
      isRequested={isOpen}
      control={
        !isUnavailable && (
          <SwitchInput
            value={isOn}
            onChange={onChange}
            isDisabled={state === ''}
            aria-labelledby={`${id}-title`}
            aria-describedby={`${id}-state`}
          />
        )
      }
      note={
        <>
          {action && <div className="-mt-2 pb-2">{action}</div>}
          {problem != null && (
            <p role="alert" className="mb-4 rounded-card bg-expired-soft p-4">
              <strong className="font-semibold">{t`Not changed.`}</strong>{' '}
              {typeof problem === 'string' ? problem : t(toProblem(problem).message)}
            </p>
          )}
        </>
      }
    >
      {children}
    </Disclosure>
  )
}

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
