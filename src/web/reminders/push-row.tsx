import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { PushState } from '#shared/reminders/channels.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { ChannelRow, useChannelSwitch } from './channel-row.tsx'
import { ChannelTestView } from './channel-test-view.tsx'
import { pushQuery, removeDevice } from './settings-api.ts'
import { pushSummary } from './settings-summary-text.ts'
import { type PushDeviceState, PushPermissionDeniedError, usePush } from './use-push.ts'

/** What to do where notifications cannot be turned on. */
const advice: Partial<Record<PushDeviceState, string>> = {
  unsupported: msg`This browser does not support notifications. Try another browser.`,
  tab: msg`In Safari tap Share, then “Add to Home Screen”. Open Lanyard from there, and turn on notifications here.`,
  denied: msg`This browser blocks notifications from Lanyard. Allow them for this site in your browser settings, then reload this page.`,
}

const pushDeniedText = msg`Notifications stay off because the browser was not allowed to show them. Turn them on again and choose “Allow”.`

const pushFailedText = msg`This browser could not turn on notifications. Check your connection and try again, or use another browser. You still get email and calendar reminders.`

/** Notifications on this device, and the other devices that get them. */
export function PushRow() {
  const { data, error, refetch } = useQuery(pushQuery)
  const { state, deviceId, turnOn, turnOff } = usePush()
  const all = useChannelSwitch('push')
  // On this device only: other devices keep theirs.
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) return turnOff.mutateAsync()
      if (state !== 'on') await turnOn.mutateAsync()
      if (all.isOn === false) await all.save(true)
    },
  })
  const isOn = change.isPending ? change.variables : state === 'on' && all.isOn === true
  const isUnavailable = state !== undefined && state in advice
  return (
    <ChannelRow
      id="reminder-push"
      title={t`Notifications on this device`}
      state={
        data && state && all.isOn !== undefined
          ? pushSummary({ state, isOn, others: all.isOn ? othersOf(data, deviceId) : 0 })
          : ''
      }
      isOn={isOn}
      isUnavailable={isUnavailable}
      onChange={(next) => change.mutate(next)}
      problem={change.error && pushProblem(change.error)}
      action={data && data.devices.length > 0 && <ChannelTestView channel="push" />}
    >
      <p className="text-muted">
        {t`You get them even when Lanyard is closed. They never show a license number.`}
      </p>
      {state && isUnavailable && <p>{t(advice[state] ?? '')}</p>}
      {data && data.devices.length > 0 && <DeviceList devices={data.devices} ownId={deviceId} />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
    </ChannelRow>
  )
}

const othersOf = ({ devices }: PushState, ownId: string | null) =>
  devices.filter(({ id }) => id !== ownId).length

function pushProblem(error: Error): unknown {
  if (error instanceof Problem) return error
  return t(error instanceof PushPermissionDeniedError ? pushDeniedText : pushFailedText)
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
