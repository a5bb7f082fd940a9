import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { useReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { popoverClass } from '#web/ui/fields/option-list.tsx'
import { bellItemsQuery } from './api.ts'
import { BellList } from './bell-list.tsx'
import { bellText, countText } from './bell-text.ts'
import { useUnread } from './use-unread.ts'

// Its date field would be a tenth of every page.
const SnoozeDialog = lazy(() =>
  import('#web/reminders/snooze-dialog.tsx').then((module) => ({ default: module.SnoozeDialog })),
)

/** Opens what is new: reminders, openings of share links and security notices. */
export function BellView() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const changes = useReminderChanges()
  const [isOpen, setOpen] = useState(false)
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const unread = useUnread(path)
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bellItemsQuery.queryKey })
  return (
    <>
      <DialogTrigger
        isOpen={isOpen}
        onOpenChange={(isNowOpen) => {
          setOpen(isNowOpen)
          // What was shown is read now; while the bell is open, its marks stay.
          if (!isNowOpen) refresh()
        }}
      >
        <Button
          aria-label={bellText(unread)}
          className="relative inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <BellIcon unread={unread} />
        </Button>
        <Popover placement="bottom end" className={`${popoverClass} w-[26rem]`}>
          <Dialog aria-label="Notices" className="outline-none">
            <BellList
              changes={changes}
              onNavigate={() => {
                setOpen(false)
                refresh()
              }}
              onPickDay={(reminder) => {
                setOpen(false)
                setSnoozing(reminder)
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
        </Suspense>
      )}
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
