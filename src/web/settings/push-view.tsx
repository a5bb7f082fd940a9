import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { PushState } from '#shared/reminders/channels.ts'
import { useUser } from '#web/core/session.ts'
import { IconButton } from '#web/core/ui/button.tsx'
import { formatInstant } from '#web/core/ui/dates.ts'
import { ProblemNote } from '#web/core/ui/problem-note.tsx'
import { Skeleton } from '#web/core/ui/skeleton.tsx'
import { pushQuery, removePush } from '#web/reminders/api.ts'
import { TestView } from './test-view.tsx'

/** Notifications: the devices that get them. */
export function PushView() {
  const { data, error, refetch } = useQuery(pushQuery)
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-28" />
  return (
    <div className="grid grid-cols-1 gap-4">
      {data.devices.length > 0 && (
        <>
          <DeviceList devices={data.devices} />
          <TestView channel="push" />
        </>
      )}
    </div>
  )
}

function DeviceList({ devices }: { devices: PushState['devices'] }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: removePush,
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  return (
    <div className="grid gap-2">
      <ul aria-label="Devices that get notifications" className="divide-y divide-line border-line border-y">
        {devices.map(({ id, name, createdAt, lastSentAt, lastError }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{name}</p>
              <p className="text-muted text-sm">
                {lastSentAt
                  ? `Last reached ${formatInstant(lastSentAt, user)}`
                  : `Since ${formatInstant(createdAt, user)}`}
              </p>
              {lastError && <p className="text-expired text-sm">{`The last one failed: ${lastError}`}</p>}
            </div>
            <IconButton
              label={`Remove ${name}`}
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
