import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarState } from '#shared/reminders/channels.ts'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { calendarQuery, makeCalendar, removeCalendar } from './api.ts'

/** A private address that her calendar reads: every last day, with alarms. */
export function CalendarView() {
  const { data, error, refetch } = useQuery(calendarQuery)
  if (data) return <Feed state={data} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-28" />
}

function Feed({ state }: { state: CalendarState }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'again' | 'end' | null>(null)
  const refresh = () => {
    setAsked(null)
    return queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey })
  }
  const make = useMutation({ mutationFn: makeCalendar, onSettled: refresh })
  const end = useMutation({
    mutationFn: removeCalendar,
    onSuccess: () => {
      make.reset()
      showToast({ title: 'The calendar address was ended' })
    },
    onSettled: refresh,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        {state.isOn && state.createdAt
          ? `On since ${formatInstant(state.createdAt, user)}. The address is shown only when it is made.`
          : 'Off. Who has the address sees what ends when, and no license numbers.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button isPending={make.isPending} onPress={() => (state.isOn ? setAsked('again') : make.mutate())}>
          {state.isOn ? 'Make a new address' : 'Make the address'}
        </Button>
        {state.isOn && (
          <Button tone="quiet" onPress={() => setAsked('end')}>
            End it
          </Button>
        )}
      </div>
      {make.data && (
        <CopyField
          label="Address"
          value={make.data.url}
          description="Add it to your calendar as a subscription (“From URL”). Keep it to yourself."
        />
      )}
      {(make.error ?? end.error) && <ProblemNote problem={make.error ?? end.error} />}
      <ConfirmDialog
        title={asked === 'again' ? 'Make a new address?' : 'End the calendar address?'}
        body="Calendars that use the present address stop getting your dates."
        confirmLabel={asked === 'again' ? 'Make a new one' : 'End it'}
        tone={asked === 'again' ? 'primary' : 'danger'}
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        onConfirm={() => (asked === 'again' ? make.mutate() : end.mutate())}
        isPending={make.isPending || end.isPending}
      />
    </div>
  )
}
