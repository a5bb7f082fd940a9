import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { popoverClass } from '#web/ui/fields/option-list.tsx'
import { reminderSummaryQuery } from './api.ts'
import { BellList } from './bell-list.tsx'
import { bellText, countText } from './reminder-text.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { useReminderChanges } from './use-reminder-changes.ts'

const bellClass =
  'relative inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink'

/** Opens a popover on wide screens; on a phone it links to the reminders page. */
export function BellView() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const queryClient = useQueryClient()
  const { data } = useQuery(reminderSummaryQuery)
  const changes = useReminderChanges()
  const [isOpen, setOpen] = useState(false)
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const unread = data?.unread ?? 0
  // The bell stays mounted all day and would never refetch on its own. Fresh data is not loaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the path
  useEffect(() => {
    void queryClient.prefetchQuery(reminderSummaryQuery)
  }, [path, queryClient])
  return (
    <>
      <Link
        to="/credentials/reminders"
        search={unread > 0 ? { state: 'sent' } : {}}
        aria-label={bellText(unread)}
        className={`${bellClass} sm:hidden`}
      >
        <BellIcon unread={unread} />
      </Link>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button aria-label={bellText(unread)} className={`${bellClass} max-sm:hidden`}>
          <BellIcon unread={unread} />
        </Button>
        <Popover placement="bottom end" className={`${popoverClass} w-[26rem]`}>
          <Dialog aria-label="Reminders" className="outline-none">
            <BellList
              changes={changes}
              onNavigate={() => setOpen(false)}
              onPickDay={(reminder) => {
                setOpen(false)
                setSnoozing(reminder)
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
    </>
  )
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-expired px-1 font-semibold text-surface text-sm ring-2 ring-paper"
        >
          {countText(unread)}
        </span>
      )}
    </>
  )
}
