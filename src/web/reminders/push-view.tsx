import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { PushState } from '#shared/reminders/channels.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { ChannelTestView } from './channel-test-view.tsx'
import { pushQuery, removeDevice } from './settings-api.ts'
import { type PushDeviceState, PushPermissionDeniedError, usePush } from './use-push.ts'

const pushTexts: Record<PushDeviceState, string> = {
  unsupported: msg`This browser does not support notifications. Try another browser.`,
  tab: msg`Add Lanyard to your home screen first: in Safari tap Share, then “Add to Home Screen”. Open it from there, and turn on notifications here.`,
  denied: msg`This browser blocks notifications from Lanyard. Allow them for this site in your browser settings, then reload this page.`,
  off: msg`Notifications are off on this device.`,
  on: msg`Notifications are on for this device.`,
}

const pushDeniedText = msg`Notifications stay off because the browser was not allowed to show them. Press the button again and choose “Allow”.`

const pushFailedText = msg`This browser could not turn on notifications. Check your connection and try again, or use another browser. You still get email and calendar reminders.`

/** Turns notifications on for this device, and lists the devices that get them. */
export function PushView() {
  const { data, error, refetch } = useQuery(pushQuery)
  const push = usePush()
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data || !push.state) return <Skeleton className="h-28" />
  return (
    <div className="grid grid-cols-1 gap-4">
      <ThisDevice push={push} state={push.state} />
      {data.devices.length > 0 && (
        <>
          <DeviceList devices={data.devices} ownId={push.deviceId} />
          <ChannelTestView channel="push" />
        </>
      )}
    </div>
  )
}

function ThisDevice({ push, state }: { push: ReturnType<typeof usePush>; state: PushDeviceState }) {
  const { turnOn, turnOff } = push
  const error = turnOn.error ?? turnOff.error
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p role="status">{t(pushTexts[state])}</p>
      {state === 'off' && (
        <Button
          isPending={turnOn.isPending}
          onPress={() => turnOn.mutate()}
        >{t`Turn on for this device`}</Button>
      )}
      {state === 'on' && (
        <Button
          isPending={turnOff.isPending}
          onPress={() => turnOff.mutate()}
        >{t`Turn off for this device`}</Button>
      )}
      {error &&
        state !== 'denied' &&
        (error instanceof Problem ? (
          <ProblemNote problem={error} />
        ) : (
          <p role="alert" className="rounded-card bg-expiring-soft p-4">
            {t(error instanceof PushPermissionDeniedError ? pushDeniedText : pushFailedText)}
          </p>
        ))}
    </div>
  )
}

function DeviceList({ devices, ownId }: { devices: PushState['devices']; ownId: string | null }) {
  const headingId = useId()
  const user = useUser()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: removeDevice,
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  return (
    <div className="grid gap-2">
      <h4 id={headingId} className="font-semibold text-sm">{t`Devices that get notifications`}</h4>
      <p className="text-muted text-sm">{t`Remove any that you don’t recognize.`}</p>
      <ul aria-labelledby={headingId} className="divide-y divide-line border-line border-y">
        {devices.map(({ id, name, createdAt, lastSentAt, lastError }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{id === ownId ? t`${name} · this device` : name}</p>
              <p className="text-muted text-sm">
                {lastSentAt
                  ? t`Added ${formatInstant(createdAt, user)}, last sent ${formatInstant(lastSentAt, user)}`
                  : t`Added ${formatInstant(createdAt, user)}`}
              </p>
              {lastError && (
                <p className="text-expired text-sm">{t`The last notification failed: ${lastError}`}</p>
              )}
            </div>
            <IconButton
              label={t`Remove ${name}`}
              icon={X}
              isDisabled={remove.isPending}
              onPress={() => remove.mutate(id)}
            />
          </li>
        ))}
      </ul>
      {remove.error && <ProblemNote problem={remove.error} />}
    </div>
  )
}
